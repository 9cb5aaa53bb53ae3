export { IdentityCheckHost } from './IdentityCheckHost.tsx';
export { LoginDialogHost, preloadLoginDialog } from './LoginDialogHost.tsx';
export { SignedOut } from './SignedOut.tsx';
export { secondFactorQuery } from './secondFactor.ts';
export { SessionProvider, useSession } from './session.tsx';
