export { useConfirmEmail } from './confirmation.ts';
export { EmailBannerHost } from './EmailBannerHost.tsx';
export { LoginDialogHost, preloadLoginDialog } from './LoginDialogHost.tsx';
export { SignedOut } from './SignedOut.tsx';
export { SessionProvider, useSession } from './session.tsx';
