import { z } from 'zod';
import { defineCall, isoTime, optionalInQuery, pagination, paginationQuery } from './common.ts';

/** A running job counts as waiting. */
export const jobStatuses = ['waiting', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** A stored job. Its payload (links, words) is left out. */
export const job = z.object({
  id: z.number(),
  kind: z.string(),
  status: z.enum(jobStatuses),
  /** It waits for as long as nothing may leave the server, whatever its next try says. */
  is_held: z.boolean(),
  attempts: z.number(),
  last_error: z.string().nullable(),
  /** When it is tried next; null once it is given up. */
  next_attempt_at: isoTime.nullable(),
  created_at: isoTime,
});
export type Job = z.infer<typeof job>;

/** Jobs that wait to leave the server, by kind. */
const outboundWork = z.object({
  mails: z.number(),
  /** Notices for devices. */
  pushes: z.number(),
  /** Deliveries to webhooks. */
  webhooks: z.number(),
  /** Changes for search engines. */
  search_engines: z.number(),
  /** Listings whose pictures are still on other sites. */
  pictures: z.number(),
});
export type OutboundWork = z.infer<typeof outboundWork>;

const outbound = z.object({
  /** `off` by the environment (OUTBOUND=off); `held` since a restore, until an owner releases it. */
  state: z.enum(['open', 'off', 'held']),
  held_since: isoTime.nullable(),
  waiting: outboundWork,
});
export type Outbound = z.infer<typeof outbound>;

export const jobsCalls = {
  outbound: defineCall('admin figures.read', 'GET /api/admin/outbound', {
    summary: 'Whether emails, messages, webhooks and other connections may leave the server, and what waits to',
    answer: outbound,
  }),
  releaseOutbound: defineCall('admin jobs.manage', 'POST /api/admin/outbound/release', {
    summary:
      'Lets everything go that a restored copy holds back, or drops what waits and lets go what comes from now on',
    body: z.object({ waiting: z.enum(['send', 'drop']) }),
    answer: outbound,
    stepUp: true,
  }),
  list: defineCall('admin jobs.manage', 'GET /api/admin/jobs', {
    summary: 'Work the server still has to do (mails, notices, upkeep): what waits, and what was given up and why',
    query: z.object({ status: optionalInQuery(z.enum(['all', ...jobStatuses])), ...paginationQuery(20) }),
    answer: z.object({
      jobs: z.array(job),
      pagination,
      /** The number of jobs in each state, whatever the filter. */
      waiting: z.number(),
      failed: z.number(),
    }),
  }),
  retry: defineCall('admin jobs.manage', 'POST /api/admin/jobs/{id}/retry', {
    summary: 'Tries a job again at once, with all its attempts',
    answer: job,
  }),
};
