import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

/** Beside every list: its form comes when it is there. */
export const LazySaveSearchButton = lazyWithRetry(
  async () => (await import('./SaveSearchButton.tsx')).SaveSearchButton,
  'none',
);
