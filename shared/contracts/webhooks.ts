import { z } from 'zod';
import { deliveryStatuses, PING, webhookEvents, webhookScopes } from '../apiAccess.ts';
import { MAX_WEBHOOK_URL, MAX_WEBHOOKS } from '../limits.ts';
import { msg } from '../messages.ts';
import { defineCall, isoTime, pagination, paginationQuery } from './common.ts';

export const webhook = z.object({
  id: z.number(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** 'office': of all members of the office that its owner manages. */
  scope: z.enum(webhookScopes),
  active: z.boolean(),
  /** Since when nothing was taken; null: the last delivery was. */
  failing_since: isoTime.nullable(),
  /** When it was switched off because nothing had been taken for long. */
  paused_at: isoTime.nullable(),
  /** Until when deliveries are also signed with the former secret. */
  previous_secret_until: isoTime.nullable(),
  created_at: isoTime,
  updated_at: isoTime,
});
export type Webhook = z.infer<typeof webhook>;

/** The secret is shown this once. */
export const newWebhook = webhook.extend({ secret: z.string() });

export const webhookDelivery = z.object({
  id: z.number(),
  /** The header `Silong-Delivery` and the body's `id`: the same however often it is sent. */
  delivery: z.string(),
  event: z.enum([...webhookEvents, PING]),
  /** 'dropped': the subject or the receiver was gone. */
  status: z.enum(deliveryStatuses),
  attempts: z.number(),
  /** The status of the last attempt; null without an answer. */
  http_status: z.number().nullable(),
  duration_ms: z.number().nullable(),
  /** The first characters of the receiver's answer. */
  answer: z.string().nullable(),
  /** Why it was not taken. */
  error: z.string().nullable(),
  created_at: isoTime,
  attempted_at: isoTime.nullable(),
  next_attempt_at: isoTime.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const url = z
  .string()
  .trim()
  .max(MAX_WEBHOOK_URL, msg('Must be at most {maximum} characters').id)
  .regex(/^https:\/\/[!-~]+$/i, msg('Must be an address that begins with https://').id);

const NO_EVENT = msg('Choose at least one event').id;
/** Problems are reported at `events`, whichever of them is wrong. */
const events = z
  .array(z.string(), { error: NO_EVENT })
  .min(1, NO_EVENT)
  .max(100, NO_EVENT)
  .transform((given, check) => {
    const known = webhookEvents.filter((event) => given.includes(event));
    if (given.every((event) => known.some((name) => name === event))) return known;
    check.addIssue({ code: 'custom', message: msg('There is no such event').id });
    return z.NEVER;
  });

export const webhooksCalls = {
  list: defineCall('agent', 'GET /api/webhooks', {
    summary: `The caller’s webhooks, newest first (at most ${MAX_WEBHOOKS})`,
    answer: z.object({ webhooks: z.array(webhook) }),
  }),
  create: defineCall('agent', 'POST /api/webhooks', {
    failures: [404],
    stepUp: true,
    summary:
      'Tells an https address of the caller’s own inquiries, viewings and listings from now on (`scope: office`: of those of all members of the office that the caller manages; 404 without one, 403 for others). The secret in the answer is shown this once',
    body: z.object({ url, events, scope: z.enum(webhookScopes).default('own') }),
    answer: newWebhook,
    status: 201,
  }),
  update: defineCall('agent', 'PUT /api/webhooks/{id}', {
    stepUp: true,
    summary: 'Changes address or events, or switches a webhook off and on; what is left out stays',
    /** Missing fields stay as they are. */
    body: z.object({ url, events, active: z.boolean() }).partial(),
    answer: webhook,
  }),
  remove: defineCall('agent', 'DELETE /api/webhooks/{id}', {
    summary: 'Deletes a webhook and the log of what was sent to it',
    answer: z.object({ id: z.number() }),
  }),
  rollSecret: defineCall('agent', 'POST /api/webhooks/{id}/secret', {
    stepUp: true,
    summary:
      'Makes a new secret and shows it this once. For a day what is sent is signed with both, so that the receiver can change over',
    answer: newWebhook,
  }),
  deliveries: defineCall('agent', 'GET /api/webhooks/{id}/deliveries', {
    summary: 'What was sent or is to be sent, newest first; kept for 30 days',
    query: z.object(paginationQuery(20)),
    answer: z.object({ deliveries: z.array(webhookDelivery), pagination }),
  }),
  test: defineCall('agent', 'POST /api/webhooks/{id}/test', {
    summary: 'Sends a `ping`, also while the webhook is switched off. The log tells what became of it',
    answer: webhookDelivery,
    status: 201,
    budget: { action: 'webhookTests' },
  }),
  redeliver: defineCall('agent', 'POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
    summary: 'Sends a delivery once more, under its old id. 409 while it is still being tried',
    answer: webhookDelivery,
    budget: { action: 'webhookTests' },
  }),
};
