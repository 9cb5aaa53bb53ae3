import { z } from 'zod';
import { DELETION_DAYS, MAX_REASON_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import { defineCall, isoTime, optionalText, pagination, statusPage } from './common.ts';

export const erasureStatuses = ['open', 'withdrawn', 'completed', 'refused'] as const;
export type ErasureStatus = (typeof erasureStatuses)[number];

/** A person's own wish to be forgotten. */
export const erasureRequest = z.object({
  id: z.number(),
  status: z.enum(erasureStatuses),
  reason: z.string().nullable(),
  requested_at: isoTime,
  /** When the account is erased by itself, if nobody logs in to it before; null: an administrator decides. */
  erase_at: isoTime.nullable(),
  decided_at: isoTime.nullable(),
  answer: z.string().nullable(),
});
export type ErasureRequest = z.infer<typeof erasureRequest>;

/** The same for an admin. A finished request names no person. */
export const adminErasureRequest = erasureRequest.extend({
  user: z.object({ id: z.number(), name: z.string(), email: z.string(), role: z.string() }).nullable(),
});
export type AdminErasureRequest = z.infer<typeof adminErasureRequest>;

export const privacyCalls = {
  download: defineCall('user', 'GET /api/privacy/data', {
    budget: { action: 'exports' },
    summary:
      'Everything kept about the caller, as one JSON file (Data Privacy Act of 2012, right to data portability)',
    answer: z.string(),
    stepUp: true,
    fileType: 'application/json',
  }),
  current: defineCall('user', 'GET /api/privacy/erasure', {
    summary: 'The caller’s latest request to be erased; null when there is none',
    answer: erasureRequest.nullable(),
  }),
  request: defineCall('user', 'POST /api/privacy/erasure', {
    summary: `Asks for erasure; the password is asked for again. One request at a time. With is_scheduled the caller is logged out everywhere and the account is erased in ${DELETION_DAYS} days, unless they log in before`,
    body: z.object({
      password: z
        .string({ error: msg('Password is required').id })
        .min(1, msg('Password is required').id)
        .max(200),
      reason: optionalText(MAX_REASON_LENGTH),
      is_scheduled: z.boolean().default(false),
    }),
    answer: erasureRequest,
    status: 201,
  }),
  withdraw: defineCall('user', 'DELETE /api/privacy/erasure', {
    summary: 'Takes the open request back',
    answer: erasureRequest,
  }),
  list: defineCall('admin erasures.read', 'GET /api/admin/erasure-requests', {
    summary: 'Requests for erasure: open ones oldest first, decided ones newest first',
    query: statusPage(erasureStatuses),
    answer: z.object({ requests: z.array(adminErasureRequest), pagination }),
  }),
  decide: defineCall('admin erasures.decide', 'PUT /api/admin/erasure-requests/{id}', {
    summary: 'Completes a request, which erases the account for good, or refuses it with a reason',
    body: z.object({ decision: z.enum(['complete', 'refuse']), answer: optionalText(MAX_REASON_LENGTH) }),
    answer: adminErasureRequest,
  }),
};
