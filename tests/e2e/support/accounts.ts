import type { Page } from '@playwright/test';
import type { Session, User } from '../../../shared/contracts/auth.ts';

export const DEMO_PASSWORD = 'silong-demo';
export type DemoAccount = 'user' | 'agent' | 'admin';

/** Shorter than the age of a session at which the server asks for identity before important changes. */
const FRESH_MS = 10 * 60_000;

interface KeptSession {
  session: Session;
  since: number;
}

/** By server and account. */
const kept = new Map<string, KeptSession>();

/** Signs in over the API, without the dialog: for tests that end their session. */
export async function openNewSession(baseUrl: string, account: DemoAccount): Promise<Session> {
  const credentials = { email: `${account}@silong.example`, password: DEMO_PASSWORD };
  return call<Session>('POST', `${baseUrl}/api/auth/login`, '', credentials);
}

/** A session of a demo account, with its present data: signing in takes twenty times as long as reading the account. */
export async function openSession(baseUrl: string, account: DemoAccount): Promise<Session> {
  const key = `${baseUrl} ${account}`;
  const { session, since } = kept.get(key) ?? {};
  if (session && since && Date.now() - since < FRESH_MS) {
    const profile = await call<User>('GET', `${baseUrl}/api/auth/profile`, session.token).catch(() => null);
    if (profile) return { token: session.token, user: profile };
  }
  const opened = { session: await openNewSession(baseUrl, account), since: Date.now() };
  kept.set(key, opened);
  return opened.session;
}

/** From the next page load on, this browser is signed in, with the account's data as of its sign-in. */
export async function signInWith(page: Page, { token, user }: Session): Promise<void> {
  await page.addInitScript(
    ([storedToken, storedUser]) => {
      // An empty page has no storage.
      if (window.origin === 'null') return;
      localStorage.setItem('silong_token', storedToken);
      localStorage.setItem('silong_user', storedUser);
    },
    [token, JSON.stringify(user)] as const,
  );
}

/** As a demo account. */
export async function signIn(page: Page, baseUrl: string, account: DemoAccount): Promise<Session> {
  const session = await openSession(baseUrl, account);
  await page.context().addCookies([{ name: 'silong_signed_in', value: '1', url: baseUrl }]);
  await signInWith(page, session);
  return session;
}

/** The server's answer. @throws the error that the server answers. */
export async function call<Data>(method: string, url: string, token: string, body?: object): Promise<Data> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { success, data, error } = await answer.json();
  if (!success) throw new Error(`${method} ${url}: ${error}`);
  return data;
}
