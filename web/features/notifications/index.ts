export { NotificationBell } from './NotificationBell.tsx';
export { conversationOf, useNotifications } from './queries.ts';
