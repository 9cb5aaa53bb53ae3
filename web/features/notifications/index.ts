export { NotificationBell } from './NotificationBell.tsx';
export { conversationOf, useNotifications, withConcerns } from './queries.ts';
