import { randomBytes } from 'node:crypto';
import { Transaction } from 'sequelize';
import type { WebhookDeliveryModel, WebhookModel } from '#server/db/models.ts';
import { pick } from '#server/db/sql.ts';
import { requireManaged } from '#server/features/auth/writes/offices.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { sayKept } from '#server/languages.ts';
import { webhookMail } from '#server/mail/templates.ts';
import { requirePublicHttps } from '#server/media/outside.ts';
import { PING } from '#shared/apiAccess.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type { Webhook, WebhookDelivery, webhooksCalls } from '#shared/contracts/webhooks.ts';
import { MAX_WEBHOOKS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { newDelivery, queueDeliveries } from './writes.ts';

/** After a change both secrets are valid for this time. */
const OVERLAP_MS = 24 * 3_600_000;

const makeSecret = () => `whsec_${randomBytes(32).toString('base64url')}`;

export function webhooksService(context: ServerContext): Service<typeof webhooksCalls> {
  const { db, now } = context;
  const { Webhook: Webhooks, WebhookDelivery: Deliveries } = db.models;

  /** Locks the caller's account and webhook, also against the sending job. @throws {NotFoundError} */
  async function lockOwn(userId: number, id: number): Promise<WebhookModel> {
    await lockUser(context, userId);
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    return found(await Webhooks.findOne({ where: { id, user_id: userId }, lock }), 'webhook');
  }

  /** A new receiver is reported to the owner by mail, in case the session is stolen. */
  async function mailOwner({ name, email, language }: SignedInUser, url: string): Promise<void> {
    const letter = webhookMail(context, language, { name, url, at: now() });
    await context.mail.queue({ ...letter, recipient: email, priority: 'urgent' });
  }

  async function findOwn(userId: number, id: number): Promise<WebhookModel> {
    return found(await Webhooks.findOne({ where: { id, user_id: userId } }), 'webhook');
  }

  return {
    async list({ user }) {
      const hooks = await Webhooks.findAll({ where: { user_id: user.id }, order: [['id', 'DESC']] });
      return { webhooks: hooks.map(presentWebhook) };
    },

    /**
     * @throws {InvalidInputError} the address is not public. @throws {ConflictError} `too_many_webhooks`. @throws
     * {NotFoundError} no office. @throws {ForbiddenError} `managers_only`.
     */
    async create({ user, body: { url, events, scope } }) {
      await requirePublicHttps(context.outside, url, 'url');
      const secret = makeSecret();
      const hook = await db.transaction(async () => {
        // The lock keeps parallel calls within the limit.
        await lockUser(context, user.id);
        const office_id = scope === 'office' ? (await requireManaged(db, user.id)).office.id : null;
        if ((await Webhooks.count({ where: { user_id: user.id } })) >= MAX_WEBHOOKS)
          throw new ConflictError(
            msg('You can have up to {limit} webhooks. Delete one to add another.', { limit: MAX_WEBHOOKS }),
            'too_many_webhooks',
          );
        const times = { created_at: now(), updated_at: now() };
        await mailOwner(user, url);
        return Webhooks.create({ user_id: user.id, office_id, url, events, secret, ...times });
      });
      return { ...presentWebhook(hook), secret };
    },

    /** @throws {NotFoundError} no such webhook of the caller. @throws {InvalidInputError} the address is not public. */
    async update({ user, params: { id }, body: { url, events, active } }) {
      const seen = await findOwn(user.id, id);
      if (url !== undefined && url !== seen.url) await requirePublicHttps(context.outside, url, 'url');
      const changed = await db.transaction(async () => {
        const hook = await lockOwn(user.id, id);
        if (url !== undefined) hook.url = url;
        if (events !== undefined) hook.events = events;
        if (active !== undefined) hook.is_active = active;
        // Switching on again, or another address, resets the failures.
        if (hook.changed('url') || active) hook.set({ failures: 0, failing_since: null, held_until: null });
        if (active) hook.paused_at = null;
        if (hook.changed()) hook.updated_at = now();
        if (hook.changed('url')) await mailOwner(user, hook.url);
        return hook.save();
      });
      return presentWebhook(changed);
    },

    /** @throws {NotFoundError} no such webhook of the caller. */
    async remove({ user, params: { id } }) {
      await db.transaction(async () => (await lockOwn(user.id, id)).destroy());
      return { id };
    },

    /** @throws {NotFoundError} no such webhook of the caller. */
    async rollSecret({ user, params: { id } }) {
      const secret = makeSecret();
      const hook = await db.transaction(async () => {
        const own = await lockOwn(user.id, id);
        const previous_secret_until = new Date(now().getTime() + OVERLAP_MS);
        return own.update({
          secret,
          previous_secret: own.secret,
          previous_secret_until,
          updated_at: now(),
        });
      });
      return { ...presentWebhook(hook), secret };
    },

    /** @throws {NotFoundError} no such webhook of the caller. */
    async deliveries({ user, params: { id }, query: { page, limit }, language }) {
      await findOwn(user.id, id);
      const { rows, count } = await Deliveries.findAndCountAll({
        where: { webhook_id: id },
        order: [['id', 'DESC']],
        limit,
        offset: (page - 1) * limit,
      });
      return {
        deliveries: rows.map((row) => presentDelivery(row, language)),
        pagination: buildPagination(page, limit, count),
      };
    },

    /** @throws {NotFoundError} no such webhook of the caller. */
    async test({ user, params: { id }, language }) {
      const delivery = await db.transaction(async () => {
        const hook = await lockOwn(user.id, id);
        const row = await Deliveries.create({ ...newDelivery(context, hook.id, PING), details: {} });
        await queueDeliveries(context, [hook], { due: now() });
        return row;
      });
      return presentDelivery(delivery, language);
    },

    /** @throws {NotFoundError} no such delivery of the caller. @throws {ConflictError} it is still being tried. */
    async redeliver({ user, params: { id, deliveryId }, language }) {
      const delivery = await db.transaction(async () => {
        const hook = await lockOwn(user.id, id);
        const where = { id: deliveryId, webhook_id: id };
        const row = found(await Deliveries.findOne({ where }), 'webhookDelivery');
        if (row.status === 'waiting')
          throw new ConflictError(
            msg('This delivery is still being tried. Wait for its next attempt.'),
            'delivery_waiting',
          );
        if (!hook.is_active && row.event !== PING)
          throw new ConflictError(
            msg('This webhook is switched off. Switch it on, then send again.'),
            'webhook_off',
          );
        await row.update({ status: 'waiting', error: null, next_attempt_at: now() });
        await queueDeliveries(context, [hook], { due: now() });
        return row;
      });
      return presentDelivery(delivery, language);
    },
  };
}

function presentWebhook(hook: WebhookModel): Webhook {
  return {
    ...pick(hook, 'id', 'url', 'events'),
    scope: hook.office_id === null ? 'own' : 'office',
    active: hook.is_active,
    failing_since: hook.failing_since?.toISOString() ?? null,
    paused_at: hook.paused_at?.toISOString() ?? null,
    previous_secret_until: hook.previous_secret_until?.toISOString() ?? null,
    created_at: hook.created_at.toISOString(),
    updated_at: hook.updated_at.toISOString(),
  };
}

function presentDelivery(row: WebhookDeliveryModel, language: string): WebhookDelivery {
  return {
    ...pick(row, 'id', 'event', 'status', 'attempts'),
    delivery: row.delivery_key,
    http_status: row.http_status ?? null,
    duration_ms: row.duration_ms ?? null,
    answer: row.answer ?? null,
    error: row.error ? sayKept(language, row.error) : null,
    created_at: row.created_at.toISOString(),
    attempted_at: row.attempted_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  };
}
