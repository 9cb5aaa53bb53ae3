export { LoginDialogHost } from './LoginDialogHost.tsx';
export { preloadLoginDialog } from './lazyLoginDialog.ts';
export { SignedOut } from './SignedOut.tsx';
export { SessionProvider, useSession } from './session.tsx';
