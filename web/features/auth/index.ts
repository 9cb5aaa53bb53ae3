export { LoginDialogHost, preloadLoginDialog } from './LoginDialogHost.tsx';
export { SignedOut } from './SignedOut.tsx';
export { SessionProvider, useIsAllowed, useSession } from './session.tsx';
