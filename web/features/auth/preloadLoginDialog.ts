const load = () => import('./LoginDialog.tsx');

/** The dialog's component; fetched once, again after a failure. */
export async function loadLoginDialog() {
  return (await load()).LoginDialog;
}

/** The visitor is about to open it. A failure is told when they do. */
export function preloadLoginDialog(): void {
  load().catch(() => undefined);
}
