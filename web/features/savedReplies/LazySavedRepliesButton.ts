import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

/** Loaded for agents only, beside a chat that all accounts have. */
export const LazySavedRepliesButton = lazyWithRetry(
  async () => (await import('./SavedRepliesButton.tsx')).SavedRepliesButton,
  'none',
);
