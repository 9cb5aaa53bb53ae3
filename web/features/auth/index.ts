export { LoginDialogHost } from './LoginDialogHost.tsx';
export { preloadLoginDialog } from './preloadLoginDialog.ts';
export { SignedOut } from './SignedOut.tsx';
export { SessionProvider, useSession } from './session.tsx';
