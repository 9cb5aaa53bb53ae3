export { InboxScreen } from './inbox/InboxScreen.tsx';
export { useDeskUpdates } from './live.ts';
export { deskQuery, prefetchDesk } from './queries.ts';
export { waitingWords } from './thread/Thread.tsx';
export { dropUndo, offerUndo, undoLast } from './undo.ts';
