import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

/** Fetched for agents only, beside a chat that everybody has. */
export const LazySavedRepliesButton = lazyWithRetry(
  async () => (await import('./SavedRepliesButton.tsx')).SavedRepliesButton,
  'none',
);
