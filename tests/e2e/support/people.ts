import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { Session } from '../../../shared/contracts/auth.ts';
import type { Conversation } from '../../../shared/contracts/conversations.ts';
import type { Notification } from '../../../shared/contracts/notifications.ts';
import type { Property } from '../../../shared/contracts/properties.ts';
import { call, type DemoAccount, openSession, signIn, signInWith } from './accounts.ts';
import { awaitTakenOver } from './fixtures.ts';

/** A browser of that person's own, or of a guest's. */
export async function openBrowser(
  browser: Browser,
  baseUrl: string,
  person?: DemoAccount | Session,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl, timezoneId: 'Asia/Manila', ...options });
  awaitTakenOver(context);
  const page = await context.newPage();
  if (typeof person === 'string') await signIn(page, baseUrl, person);
  else if (person) await signInWith(page, person);
  return page;
}

/** An available listing of the demo agent that this person, or the demo user, has not talked about yet. */
export async function freshListing(baseUrl: string, skip = 0, person?: Session): Promise<Property> {
  const agent = await openSession(baseUrl, 'agent');
  const { token } = person ?? (await openSession(baseUrl, 'user'));
  const path = `${baseUrl}/api/agents/${agent.user.id}/properties`;
  const listings = await call<Property[]>('GET', path, token);
  const talks = await call<Conversation[]>('GET', `${baseUrl}/api/conversations`, token);
  const known = new Set(talks.map(({ property }) => property?.id));
  const fresh = listings.filter(({ id, status }) => status === 'available' && !known.has(id));
  if (!fresh[skip]) throw new Error(`only ${fresh.length} listings are left that nobody has talked about`);
  return fresh[skip];
}

/** How many notices that account has not read, as the server counts them. */
export async function countUnread(baseUrl: string, account: DemoAccount): Promise<number> {
  const { token } = await openSession(baseUrl, account);
  const notices = await call<Notification[]>('GET', `${baseUrl}/api/notifications`, token);
  return notices.filter(({ read }) => !read).length;
}
