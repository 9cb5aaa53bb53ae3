export { LoginDialogHost, preloadLoginDialog } from './LoginDialogHost.tsx';
export { SignedOut } from './SignedOut.tsx';
export { SessionProvider, useSession } from './session.tsx';
