import type { NotificationModel } from '#server/db/models.ts';
import type { Notification } from '#shared/contracts/notifications.ts';

export function presentNotification(row: NotificationModel): Notification {
  const { action_label: label, action_url: url } = row;
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    message: row.message,
    timestamp: row.created_at.toISOString(),
    read: row.read_at !== null,
    action: label !== null && url !== null ? { label, url } : null,
  };
}
