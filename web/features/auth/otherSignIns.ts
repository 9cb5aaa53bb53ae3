import { queryOptions } from '@tanstack/react-query';
import type { Passkey, SignInMethods } from '#shared/contracts/signIn.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { pagePath } from '#web/lib/language.ts';
import { desktopConsole } from '#web/platform/desktop.ts';
import { saveProviderVisit } from '#web/platform/sessionStorage.ts';

/** How one can log in here beside the password. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['signInMethods'],
  queryFn: ({ signal }) => callApi<SignInMethods>('GET', '/api/auth/methods', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The caller's own. */
export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: async ({ signal }) =>
    (await callApi<{ passkeys: Passkey[] }>('GET', '/api/auth/passkeys', { signal })).passkeys,
  meta: { isPersonal: true },
});

/** The console's own page stands on no site that a passkey could belong to. */
export const canUsePasskeys = () => !desktopConsole() && typeof window.PublicKeyCredential === 'function';

type Ceremony = '/api/auth/passkey-login' | '/api/auth/confirm/passkey';

/** Asks the device for a passkey. @returns what proves it. @throws {PasskeyGivenUp} the person closed the device's window. */
export async function askForPasskey(path: Ceremony): Promise<unknown> {
  const optionsJSON = await callApi<BrowserOptions>('POST', `${path}/options`);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON }).catch(explain);
}

type BrowserOptions = Parameters<
  typeof import('@simplewebauthn/browser')['startAuthentication']
>[0]['optionsJSON'];
type CreationOptions = Parameters<
  typeof import('@simplewebauthn/browser')['startRegistration']
>[0]['optionsJSON'];

/** Has the device make a passkey. @throws {PasskeyGivenUp} */
export async function makePasskey(): Promise<unknown> {
  const optionsJSON = await callApi<CreationOptions>('POST', '/api/auth/passkeys/options');
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON }).catch(explain);
}

/** The device made or gave none; the message is for the person. */
export class PasskeyGivenUp extends Error {}

function explain(error: unknown): never {
  if (error instanceof Error && error.name === 'InvalidStateError')
    throw new PasskeyGivenUp(t('This device already has a passkey for your account.'));
  throw new PasskeyGivenUp(t('You did not use a passkey. Try again, or log in another way.'));
}

/** What went wrong with a passkey, in words. */
export const passkeyFailure = (error: unknown): string =>
  error instanceof PasskeyGivenUp || error instanceof ApiFailure
    ? error.message
    : t('This did not work. Please try again.');

/** Leads to the office's provider, which leads back to /sign-in/callback; from the console in the system's browser. */
export async function visitProvider(rememberMe: boolean): Promise<void> {
  const { url, secret } = await callApi<{ url: string; secret: string }>(
    'POST',
    '/api/auth/provider/options',
  );
  saveProviderVisit({ secret, rememberMe, returnTo: pagePath() + window.location.search });
  if (desktopConsole()) window.open(url, '_blank', 'noopener');
  else window.location.assign(url);
}
