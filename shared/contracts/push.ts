import { z } from 'zod';
import { MAX_PUSH_ENDPOINT, MAX_PUSH_SUBSCRIPTIONS } from '../limits.ts';
import { msg } from '../messages.ts';
import { bodyId, defineCall, isoTime } from './common.ts';

/** Its address and keys appear in no answer. */
export const pushSubscription = z.object({
  id: bodyId,
  /** 'Chrome on Android' */
  device_name: z.string(),
  /** It belongs to the session that asks. */
  current: z.boolean(),
  created_at: isoTime,
  /** When a notice last reached it; null: none did yet. */
  last_ok_at: isoTime.nullable(),
  /** Since when deliveries fail; null: the last one arrived. */
  failing_since: isoTime.nullable(),
});
export type PushSubscriptionView = z.infer<typeof pushSubscription>;

export const pushCalls = {
  key: defineCall('user', 'GET /api/push/key', {
    summary: 'The public key (VAPID, base64url) that a browser subscribes with',
    answer: z.object({ public_key: z.string() }),
  }),
  list: defineCall('user', 'GET /api/push/subscriptions', {
    summary: 'The devices on which the caller gets notices while the site is closed, newest first',
    answer: z.object({ subscriptions: z.array(pushSubscription) }),
  }),
  subscribe: defineCall('user', 'POST /api/push/subscriptions', {
    summary: `Sends the caller’s notices to this browser too, as long as this session lasts (at most ${MAX_PUSH_SUBSCRIPTIONS} devices). The same endpoint again brings it up to date`,
    /** The browser's own subscription, `PushSubscription.toJSON()`. */
    body: z.object({
      endpoint: z
        .string()
        .max(MAX_PUSH_ENDPOINT, msg('Must be at most {maximum} characters').id)
        .regex(/^https:\/\/[!-~]+$/, msg('Must be an address that begins with https://').id),
      keys: z.object({
        /** An uncompressed point of the curve P-256: 65 bytes, the first of them 4. */
        p256dh: z.string().regex(/^B[\w-]{86}=?$/, msg('Must be a public key').id),
        /** 16 bytes. */
        auth: z.string().regex(/^[\w-]{22}(==)?$/, msg('Must be a secret of 16 bytes').id),
      }),
    }),
    answer: pushSubscription,
    status: 201,
  }),
  unsubscribe: defineCall('user', 'DELETE /api/push/subscriptions/{id}', {
    summary: 'Sends nothing to a device any more',
    answer: z.object({ id: z.number() }),
  }),
  test: defineCall('user', 'POST /api/push/subscriptions/{id}/test', {
    summary: 'Sends a notice to one device at once; 502 says why the push service did not take it',
    answer: pushSubscription,
    budget: { action: 'pushTests' },
  }),
};
