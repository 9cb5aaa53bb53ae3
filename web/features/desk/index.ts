export { InboxScreen } from './inbox/InboxScreen.tsx';
export { useDeskUpdates } from './live.ts';
export { deskQuery, prefetchDesk } from './queries.ts';
