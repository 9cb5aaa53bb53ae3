import { z } from 'zod';
import { msg } from '../messages.ts';
import { beforeQuery, defineCall, isoTime, listPartQuery } from './common.ts';

export const notification = z.object({
  id: z.number(),
  type: z.enum(['info', 'success', 'warning', 'error']),
  title: z.string(),
  message: z.string(),
  /** The person it comes from, and the listing: 'Ana Cruz · Loft in Poblacion'. */
  concerns: z.string().nullable(),
  timestamp: isoTime,
  read: z.boolean(),
  action: z.object({ label: z.string(), url: z.string() }).nullable(),
});
export type Notification = z.infer<typeof notification>;

/** The matter of a notice, by kind and id: once it is settled, its notices are read. `reports`: of a listing. */
export type NoticeTopic =
  | `${'conversation' | 'inquiry' | 'viewing' | 'review' | 'client' | 'invitation' | 'list' | 'search'}-${number}`
  | `${'application' | 'license' | 'erasure' | 'reports' | 'confirmation'}-${number}`
  | 'duplicates'
  | 'signals'
  | 'backups';

export const notificationsCalls = {
  list: defineCall('user', 'GET /api/notifications', {
    summary:
      'The caller’s notifications, newest first (at most 100). `before` is timestamp and id of the last one known',
    query: z.object(listPartQuery),
    answer: z.array(notification),
  }),
  counts: defineCall('user', 'GET /api/notifications/counts', {
    summary: 'How many notifications the caller has, and how many are unread; without those of some ids',
    query: z.object({
      ...beforeQuery,
      /** Ids, with commas between. */
      except: z
        .string()
        .regex(/^\d{1,9}(?:,\d{1,9}){0,499}$/, msg('except must be at most 500 ids').id)
        .transform((ids) => ids.split(',').map(Number))
        .optional(),
    }),
    answer: z.object({ all: z.number(), unread: z.number() }),
  }),
  read: defineCall('user', 'PUT /api/notifications/{id}/read', {
    summary: 'Marks one as read',
    answer: notification,
  }),
};
