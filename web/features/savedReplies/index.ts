export { SavedRepliesButton } from './SavedRepliesButton.tsx';
