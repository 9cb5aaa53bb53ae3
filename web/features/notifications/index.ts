export { useDismissed } from './dismissed.ts';
export { NotificationBell } from './NotificationBell.tsx';
export { conversationOf, countUnread, withoutDismissed } from './notificationData.ts';
export { notificationsQuery } from './queries.ts';
