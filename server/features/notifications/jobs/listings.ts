import { Transaction } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import { isPublic } from '#server/features/properties/policy.ts';
import { readToConfirm } from '#server/features/properties/reads/history.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { ASK_AFTER_DAYS } from '#shared/freshness.ts';
import { msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import { lockRecipients, type Notice, notify } from '../writes.ts';

export async function notifyOfPrice(
  context: ServerContext,
  { propertyId, from, to }: JobPayloads['priceNotice'],
): Promise<void> {
  const property = await context.db.models.Property.findByPk(propertyId);
  if (!property || !isPublic(property)) return;
  await notifyFavoritersOfPrice(
    context,
    { propertyId, from, to, agentId: property.agent_id },
    {
      type: to < from ? 'success' : 'info',
      title: to < from ? msg('Price Drop') : msg('Price Change'),
      message: msg(
        '{direction, select, down {{title} dropped from {from} to {to}.} other {{title} rose from {from} to {to}.}}',
        {
          direction: to < from ? 'down' : 'up',
          title: property.title,
          from: formatFullPrice(from),
          to: formatFullPrice(to),
        },
      ),
      action: { label: msg('View Property'), url: `/properties/${propertyId}` },
    },
  );
}

interface PriceChange {
  propertyId: number;
  from: number;
  to: number;
  agentId: number | null;
}

/** A rising and falling price is notified once within this time; a price lower than the last notified one at once. */
const PRICE_QUIET_MS = 24 * 3_600_000;

async function notifyFavoritersOfPrice(
  context: ServerContext,
  { propertyId, from, to, agentId }: PriceChange,
  notice: Notice,
): Promise<void> {
  const { db, now } = context;
  const { Favorite } = db.models;
  const where = { property_id: propertyId };
  const ids = (await Favorite.findAll({ where })).map(({ user_id }) => user_id);
  await lockRecipients(context, ids, 'KEY SHARE');
  const favorites = await Favorite.findAll({ where, order: ['id'], lock: Transaction.LOCK.UPDATE });
  const quietSince = new Date(now().getTime() - PRICE_QUIET_MS);
  const notified = favorites.filter(
    ({ user_id, told_at, told_price }) =>
      user_id !== agentId && (!told_at || told_at <= quietSince || to < (told_price ?? to)),
  );
  if (notified.length === 0) return;
  const userIds = notified.map(({ user_id }) => user_id);
  await notify(context, userIds, notice, { wantedBy: 'priceAlerts', isBulk: true });
  const known = { told_price: Math.min(from, to), told_at: now() };
  await Favorite.update(known, { where: { id: notified.map(({ id }) => id) } });
}

async function notifyFavoriters(
  context: ServerContext,
  propertyId: number,
  agentId: number | null,
  notice: Notice,
): Promise<void> {
  const favorites = await context.db.models.Favorite.findAll({ where: { property_id: propertyId } });
  const userIds = favorites.map((favorite) => favorite.user_id).filter((id) => id !== agentId);
  await notify(context, userIds, notice, { wantedBy: 'priceAlerts', isBulk: true });
}

export async function askForConfirmations(
  context: ServerContext,
  { agentId }: JobPayloads['confirmationNotice'],
): Promise<void> {
  const waiting = await readToConfirm(context, agentId);
  if (!waiting) return;
  const notice: Notice = {
    type: 'info',
    title: msg('Still Available?'),
    message: msg(
      '{count, plural, one {{title}} other {# listings}}: not confirmed for {days} days. Confirm {count, plural, one {it} other {them}}, or mark what is sold or rented.',
      { ...waiting, days: ASK_AFTER_DAYS },
    ),
    action: { label: msg('Confirm Listings'), url: '/desk/listings?to_confirm=1' },
  };
  await notify(context, [agentId], notice, { isReplacing: true });
}

export async function notifyOfTaken(
  context: ServerContext,
  { propertyId, status }: JobPayloads['takenNotice'],
): Promise<void> {
  const property = await context.db.models.Property.findByPk(propertyId);
  if (!property || !isPublic(property)) return;
  await notifyFavoriters(context, propertyId, property.agent_id, {
    type: 'warning',
    title: status === 'sold' ? msg('Property Sold') : msg('Property Rented'),
    message: msg(
      '{status, select, sold {{title}, one of your favorites, was sold.} other {{title}, one of your favorites, was rented.}}',
      { title: property.title, status },
    ),
    action: { label: msg('View Property'), url: `/properties/${propertyId}` },
  });
}
