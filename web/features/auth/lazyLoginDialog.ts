import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx';

export const LoginDialog = lazyWithRetry(
  async () => (await import('./LoginDialog.tsx')).LoginDialog,
  'dialog',
);

/** The visitor is about to open it. */
export const preloadLoginDialog = (): void => void LoginDialog.preload();
