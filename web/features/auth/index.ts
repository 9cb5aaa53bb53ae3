export { useConfirmEmail } from './confirmation.ts';
export { SignedOut } from './FormParts.tsx';
export { EmailBannerHost, IdentityCheckHost, LoginDialogHost, preloadLoginDialog } from './hosts.tsx';
export {
  canUsePasskeys,
  makePasskey,
  passkeyFailure,
  passkeysQuery,
  secondFactorQuery,
  signInMethodsQuery,
} from './otherSignIns.ts';
export {
  actAfterLogin,
  openLogin,
  readDeviceId,
  SessionProvider,
  useActAfterLogin,
  useIsActPending,
  useIsAllowed,
  useIsGuest,
  useSession,
} from './session.tsx';
