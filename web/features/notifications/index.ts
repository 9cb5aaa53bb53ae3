export { NotificationBell } from './NotificationBell.tsx';
export { conversationOf } from './notificationData.ts';
export { useNotifications } from './queries.ts';
