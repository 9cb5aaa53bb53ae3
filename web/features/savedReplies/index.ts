export { LazySavedRepliesButton } from './LazySavedRepliesButton.ts';
export { SavedRepliesButton } from './SavedRepliesButton.tsx';
