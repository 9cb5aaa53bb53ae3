export { useConfirmEmail } from './confirmation.ts';
export { EmailBannerHost } from './EmailBannerHost.tsx';
export { IdentityCheckHost } from './IdentityCheckHost.tsx';
export { LoginDialogHost, preloadLoginDialog } from './LoginDialogHost.tsx';
export {
  canUsePasskeys,
  makePasskey,
  passkeyFailure,
  passkeysQuery,
  signInMethodsQuery,
} from './otherSignIns.ts';
export { SignedOut } from './SignedOut.tsx';
export { secondFactorQuery } from './secondFactor.ts';
export {
  openLogin,
  readDeviceId,
  SessionProvider,
  useActAfterLogin,
  useIsAllowed,
  useIsGuest,
  useSession,
} from './session.tsx';
