export { InboxScreen } from './inbox/InboxScreen.tsx';
export { deskQuery, prefetchDesk, useDeskUpdates } from './queries.ts';
export { waitingWords } from './thread/Thread.tsx';
export { dropUndo, offerUndo, undoLast } from './undo.ts';
