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
  list: defineCall({
    method: 'get',
    path: '/api/notifications',
    access: 'user',
    summary: 'The caller’s notifications, newest first (at most 100)',
    answer: z.array(notification),
  }),
  read: defineCall({
    method: 'put',
    path: '/api/notifications/{id}/read',
    access: 'user',
    summary: 'Marks one as read',
    params: idParams,
    answer: notification,
  }),
};
