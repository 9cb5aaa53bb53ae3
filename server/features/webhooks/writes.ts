import { randomUUID } from 'node:crypto';
import { Op } from 'sequelize';
import type { WebhookModel } from '#server/db/models.ts';
import { lockedInOrder } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { keepWords } from '#server/languages.ts';
import type { DeliveredEvent, WebhookEvent } from '#shared/apiAccess.ts';
import { msg } from '#shared/messages.ts';

/** An event. Its subject is read when it is sent: nothing of it is stored. */
export interface WebhookNews {
  event: WebhookEvent;
  /** The inquiry, viewing or listing. */
  subjectId: number;
  /** Facts that cannot be read later. */
  details?: Record<string, string | number>;
}

type DeliveryContext = Pick<ServerContext, 'db' | 'jobs' | 'now'>;

/** Stores a delivery for each such webhook of the agent and of the agent's office, in the event's transaction. */
export async function notifyWebhooks(
  context: DeliveryContext,
  agentId: number | null,
  news: readonly WebhookNews[],
): Promise<void> {
  if (agentId === null || news.length === 0) return;
  const { db } = context;
  const membership = await db.models.OfficeMember.findByPk(agentId);
  const ofOffice = membership && { office_id: membership.office_id };
  // Locked, so that the sending job does not end meanwhile, see `queueDeliveries`.
  const hooks = await db.models.Webhook.findAll({
    where: {
      is_active: true,
      [Op.or]: [{ user_id: agentId, office_id: null }, ...(ofOffice ? [ofOffice] : [])],
    },
    ...lockedInOrder('NO_KEY_UPDATE'),
  });
  const wanting = hooks.filter((hook) => news.some(({ event }) => hook.events.includes(event)));
  const rows = wanting.flatMap((hook) =>
    news
      .filter(({ event }) => hook.events.includes(event))
      .map(({ event, subjectId, details = {} }) => ({
        ...newDelivery(context, hook.id, event),
        subject_id: subjectId,
        details: hook.office_id === null ? details : { ...details, agent_id: agentId },
      })),
  );
  if (rows.length === 0) return;
  await db.models.WebhookDelivery.bulkCreate(rows);
  await queueDeliveries(context, wanting);
}

export function newDelivery({ now }: Pick<DeliveryContext, 'now'>, webhook_id: number, event: DeliveredEvent) {
  const created_at = now();
  return { webhook_id, event, delivery_key: randomUUID(), created_at, next_attempt_at: created_at };
}

/**
 * Queues the next delivery of each webhook, in the running transaction, which holds the webhooks. One job for each
 * webhook, however many deliveries wait, so that all receivers are served.
 * @param due by default at once, or the next attempt of a failing receiver.
 */
export async function queueDeliveries(
  { jobs, now }: DeliveryContext,
  hooks: readonly WebhookModel[],
  { due, isSlow = false }: { due?: Date; isSlow?: boolean } = {},
): Promise<void> {
  const at = now();
  for (const hook of hooks) {
    const earliest = due ?? (hook.held_until && hook.held_until > at ? hook.held_until : at);
    // An earlier job goes on with all waiting deliveries.
    if (hook.queued_for && hook.queued_for <= earliest) continue;
    await hook.update({ queued_for: earliest });
    const payload = { webhookId: hook.id, due: earliest.toISOString() };
    const delayMs = Math.max(0, earliest.getTime() - at.getTime());
    const options = { priority: 'bulk', delayMs } as const;
    const kind = isSlow || hook.failing_since ? 'slowWebhookQueue' : 'webhookQueue';
    // `replace`: events during a wait would otherwise leave a job each.
    if (delayMs > 0) await jobs.replace(kind, `webhook ${hook.id}`, () => payload, options);
    else await jobs.add(kind, payload, options);
  }
}

/** Drops all waiting deliveries, in the running transaction; the log of each webhook says so. */
export async function dropDeliveries({ db }: Pick<DeliveryContext, 'db'>): Promise<void> {
  const { Webhook, WebhookDelivery, Job } = db.models;
  await Webhook.update({ queued_for: null }, { where: { queued_for: { [Op.ne]: null } }, silent: true });
  const error = keepWords(msg('An administrator dropped it after a backup was restored'));
  const dropped = { status: 'dropped', error, next_attempt_at: null } as const;
  await WebhookDelivery.update(dropped, { where: { status: 'waiting' } });
  await Job.destroy({ where: { kind: ['webhookQueue', 'slowWebhookQueue'], status: 'waiting' } });
}
