import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import { pagePath } from '#web/lib/language.ts';
import { desktopConsole } from '#web/platform/desktop.ts';
import { saveProviderVisit } from '#web/platform/sessionStorage.ts';

/** How one can log in here beside the password. */
export const signInMethodsQuery = queryOptions({
  ...queryOf('signIn.methods'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The caller's own. */
export const passkeysQuery = queryOptions({
  ...queryOf('signIn.passkeys'),
  select: ({ passkeys }) => passkeys,
  meta: { isPersonal: true },
});

/** The console's own page belongs to no site of a passkey. */
export const canUsePasskeys = () => !desktopConsole() && typeof window.PublicKeyCredential === 'function';

/** The calls that begin a passkey ceremony. */
type Ceremony = 'signIn.startPasskeySignIn' | 'signIn.startPasskeyConfirmation';

/** Asks the device for a passkey. @returns the proof. @throws {PasskeyGivenUp} the person closed the device's window. */
export async function askForPasskey(start: Ceremony): Promise<AuthenticationResponse> {
  const optionsJSON = await callApi(start);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON }).catch(explain);
}

type Library = typeof import('@simplewebauthn/browser');
type AuthenticationResponse = Awaited<ReturnType<Library['startAuthentication']>>;
type RegistrationResponse = Awaited<ReturnType<Library['startRegistration']>>;

/** Has the device make a passkey. @throws {PasskeyGivenUp} */
export async function makePasskey(): Promise<RegistrationResponse> {
  const optionsJSON = await callApi('signIn.startPasskey');
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON }).catch(explain);
}

/** The device made or gave none; the message is for the person. */
class PasskeyGivenUp extends Error {}

function explain(error: unknown): never {
  if (error instanceof Error && error.name === 'InvalidStateError')
    throw new PasskeyGivenUp(t('This device already has a passkey for your account.'));
  throw new PasskeyGivenUp(t('You did not use a passkey. Try again, or log in another way.'));
}

/** The failure of a passkey as a sentence. */
export const passkeyFailure = (error: unknown): string =>
  error instanceof PasskeyGivenUp || error instanceof ApiFailure
    ? error.message
    : t('This did not work. Please try again.');

/** Leads to the office's provider, which leads back to /sign-in/callback; from the console in the system's browser. */
export async function visitProvider(rememberMe: boolean): Promise<void> {
  const { url, secret } = await callApi('signIn.startProviderSignIn');
  saveProviderVisit({ secret, rememberMe, returnTo: pagePath() + window.location.search });
  if (desktopConsole()) window.open(url, '_blank', 'noopener');
  else window.location.assign(url);
}

/** Whether the caller has one. */
export const secondFactorQuery = queryOptions({
  ...queryOf('accountSecurity.secondFactor'),
  meta: { isPersonal: true },
});
