import type { Browser, Page } from '@playwright/test';
import type { Notification } from '../../../shared/contracts/notifications.ts';
import type { Property } from '../../../shared/contracts/properties.ts';
import { type DemoAccount, openSession, signIn } from './accounts.ts';

/** A browser of that person's own. */
export async function openBrowser(browser: Browser, baseUrl: string, account: DemoAccount): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl, timezoneId: 'Asia/Manila' });
  const page = await context.newPage();
  await signIn(page, baseUrl, account);
  return page;
}

/** An available listing of the demo agent that the demo user has not talked about yet. */
export async function freshListing(baseUrl: string, skip = 0): Promise<Property> {
  const agent = await openSession(baseUrl, 'agent');
  const user = await openSession(baseUrl, 'user');
  const listings = await fetch(`${baseUrl}/api/agents/${agent.user.id}/properties`).then((answer) =>
    answer.json(),
  );
  const talks = await fetch(`${baseUrl}/api/conversations`, {
    headers: { authorization: `Bearer ${user.token}` },
  }).then((answer) => answer.json());
  const known = new Set(talks.data.map((talk: { property: { id: number } | null }) => talk.property?.id));
  const fresh = listings.data.filter(
    (listing: Property) => listing.status === 'available' && !known.has(listing.id),
  );
  if (!fresh[skip]) throw new Error(`only ${fresh.length} listings are left that nobody has talked about`);
  return fresh[skip];
}

/** How many notices that account has not read, as the server counts them. */
export async function countUnread(baseUrl: string, account: DemoAccount): Promise<number> {
  const { token } = await openSession(baseUrl, account);
  const { data } = await fetch(`${baseUrl}/api/notifications`, {
    headers: { authorization: `Bearer ${token}` },
  }).then((answer) => answer.json());
  return data.filter((notice: Notification) => !notice.read).length;
}
