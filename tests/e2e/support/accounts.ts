import type { Page } from '@playwright/test';
import type { Session } from '../../../shared/contracts/auth.ts';

export const DEMO_PASSWORD = 'silong-demo';
export type DemoAccount = 'user' | 'agent' | 'admin';

/** Signs in over the API, without the dialog: for tests that are about something else. */
export async function openSession(baseUrl: string, account: DemoAccount): Promise<Session> {
  const answer = await fetch(`${baseUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${account}@silong.example`, password: DEMO_PASSWORD }),
  });
  const { data } = await answer.json();
  return data;
}

/** From the next page load on, this browser is signed in, and has of the account what it was at its sign-in. */
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

/** What the server answers; an error it tells is thrown. */
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
