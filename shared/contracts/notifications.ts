import { z } from 'zod';
import { defineCall, idParams, isoTime } from './common.ts';

export const notification = z.object({
  id: z.number(),
  type: z.enum(['info', 'success', 'warning', 'error']),
  title: z.string(),
  message: z.string(),
  timestamp: isoTime,
  read: z.boolean(),
  action: z.object({ label: z.string(), url: z.string() }).nullable(),
});

export type Notification = z.infer<typeof notification>;

export const notificationsCalls = {
  list: defineCall('user', 'GET /api/notifications', {
    summary: 'The caller’s notifications, newest first (at most 100)',
    answer: z.array(notification),
  }),
  read: defineCall('user', 'PUT /api/notifications/{id}/read', {
    summary: 'Marks one as read',
    params: idParams,
    answer: notification,
  }),
};
