import { randomUUID } from 'node:crypto';
import type { WebhookDeliveryModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { DeliveredEvent, WebhookEvent } from '#shared/webhooks.ts';

/** One thing that happened. What it is about is read when it is sent: nothing of it is kept. */
export interface WebhookNews {
  event: WebhookEvent;
  /** The inquiry, viewing or listing. */
  subjectId: number;
  /** What could not be read any more by then. */
  details?: Record<string, string | number>;
}

type DeliveryContext = Pick<ServerContext, 'db' | 'jobs' | 'now'>;

/** In the transaction of what happened: stores a delivery for each of the agent's webhooks that wants to know. */
export async function tellWebhooks(
  context: DeliveryContext,
  agentId: number | null,
  news: readonly WebhookNews[],
): Promise<void> {
  if (agentId === null || news.length === 0) return;
  const { db } = context;
  const hooks = await db.models.Webhook.findAll({ where: { user_id: agentId, is_active: true } });
  const rows = hooks.flatMap((hook) =>
    news
      .filter(({ event }) => hook.events.includes(event))
      .map(({ event, subjectId, details = {} }) => ({
        ...newDelivery(context, hook.id, event),
        subject_id: subjectId,
        details,
      })),
  );
  if (rows.length === 0) return;
  const stored = await db.models.WebhookDelivery.bulkCreate(rows, { returning: true });
  await queueDeliveries(context, stored);
}

export function newDelivery(
  { now }: Pick<DeliveryContext, 'now'>,
  webhook_id: number,
  event: DeliveredEvent,
) {
  const created_at = now();
  return { webhook_id, event, delivery_key: randomUUID(), created_at, next_attempt_at: created_at };
}

/**
 * In the running transaction. An attempt that was overtaken by another one does nothing, see `attempt`.
 * @param delayMs until the attempt
 */
export function queueDeliveries(
  { jobs }: DeliveryContext,
  deliveries: readonly Pick<WebhookDeliveryModel, 'id' | 'attempts'>[],
  delayMs = 0,
): Promise<void> {
  const payloads = deliveries.map(({ id: deliveryId, attempts }) => ({ deliveryId, attempt: attempts + 1 }));
  return jobs.addAll('webhookDelivery', payloads, { priority: 'bulk', delayMs });
}
