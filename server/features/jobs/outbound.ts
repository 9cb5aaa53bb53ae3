import { Transaction } from 'sequelize';
import { outboundState } from '#server/context.ts';
import { type Admin, recordAudit, requireStillAdmin, systemActor } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { dropDeliveries } from '#server/features/webhooks/writes.ts';
import { ConflictError } from '#server/http/errors.ts';
import type { Outbound, OutboundWork } from '#shared/contracts/jobs.ts';
import { msg } from '#shared/messages.ts';

/** Whether anything may leave the server, and the waiting work. */
export async function readOutbound(context: ServerContext): Promise<Outbound> {
  const state = outboundState(context);
  const { heldSince } = context.systemSettings.current().outbound;
  return { state, held_since: state === 'held' ? heldSince : null, waiting: await countWaiting(context) };
}

async function countWaiting({ db }: ServerContext): Promise<OutboundWork> {
  const { Job, WebhookDelivery } = db.models;
  const count = (kind: string) => Job.count({ where: { kind, status: 'waiting' } });
  const [mails, pushes, webhooks, search_engines, pictures] = await Promise.all([
    count('mail'),
    count('push'),
    WebhookDelivery.count({ where: { status: 'waiting' } }),
    count('indexNow'),
    count('fetchPictures'),
  ]);
  return { mails, pushes, webhooks, search_engines, pictures };
}

/**
 * Releases the work that a restore holds back, or drops it; does nothing where nothing is held. Listings' pictures are
 * fetched in either case, which notifies no one.
 * @throws {ConflictError} `outbound_off`: the environment forbids it.
 */
export async function releaseOutbound(
  context: ServerContext,
  admin: Admin,
  waiting: 'send' | 'drop',
): Promise<Outbound> {
  if (outboundState(context) === 'off')
    throw new ConflictError(
      msg('The server was started with OUTBOUND=off. Start it without that first.'),
      'outbound_off',
    );
  await endHold(context, async () => {
    await requireStillAdmin(context, admin);
    const counts = await countWaiting(context);
    if (waiting === 'drop') await dropWaiting(context);
    const about = { action: 'outbound.release', entityType: 'outbound', entityId: null };
    await recordAudit(context, admin, { ...about, after: { waiting, ...counts } });
  });
  return readOutbound(context);
}

/** Releases held work where the environment has `OUTBOUND=on`. To be called before the first job begins. */
export async function releaseByEnvironment(context: ServerContext): Promise<void> {
  if (context.env.outbound !== 'on' || outboundState(context) === 'open') return;
  await endHold(context, async () => {
    const after = { waiting: 'send', by: 'OUTBOUND=on', ...(await countWaiting(context)) };
    const about = { action: 'outbound.release', entityType: 'outbound', entityId: null };
    await recordAudit(context, systemActor, { ...about, after });
  });
}

/** @param act runs in the transaction that ends the holding; not called where another request was first. */
async function endHold(context: ServerContext, act: () => Promise<void>): Promise<void> {
  const { db, bus, systemSettings } = context;
  const { SystemSetting } = db.models;
  const isEnded = await db.transaction(async () => {
    const hold = await SystemSetting.findByPk('outbound', { lock: Transaction.LOCK.UPDATE });
    if (!hold) return false;
    await hold.destroy();
    await act();
    return true;
  });
  // The event wakes the queue.
  await systemSettings.reload();
  if (isEnded) bus.publish('systemSettingsChanged', { category: 'outbound' });
}

async function dropWaiting(context: ServerContext): Promise<void> {
  await context.mail.dropWaiting();
  await dropDeliveries(context);
  await context.db.models.Job.destroy({ where: { kind: ['push', 'indexNow'], status: 'waiting' } });
}
