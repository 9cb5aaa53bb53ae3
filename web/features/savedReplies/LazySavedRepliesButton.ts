import { lazy } from 'react';

/** Fetched for agents only, beside a chat that everybody has. */
export const LazySavedRepliesButton = lazy(async () => ({
  default: (await import('./SavedRepliesButton.tsx')).SavedRepliesButton,
}));
