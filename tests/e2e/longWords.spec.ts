import type { Page } from '@playwright/test';
import type { Session } from '../../shared/contracts/auth.ts';
import type { Building } from '../../shared/contracts/buildings.ts';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import type { SharedList } from '../../shared/contracts/lists.ts';
import type { OwnProperty } from '../../shared/contracts/propertyWrites.ts';
import { call, openSession, signInWith } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';
import { callAs, NEWCOMER_PASSWORD, registerApplicant } from './support/newcomers.ts';
import { Screen } from './support/screens.ts';

/** Eighty letters without a place to break, as people write titles, with a mark to find them by. */
const word = (kind: string) => `Longword_${kind}_`.padEnd(80, 'FULLY_FURNISHED_RFO_');
const link = (kind: string) => `https://maps.example/?q=Longword_${kind}&entry=${'x'.repeat(80)}`;
const both = (kind: string) => `${word(kind)} ${link(kind)}`;
const WIDTHS = [1280, 768, 390, 360];
const DAY_MS = 24 * 3_600_000;

/** The words that stick out of a box around them, up to one that cuts them off or scrolls. */
const findStickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong = new Set<string>();
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) wrong.add(`the page is ${scrollWidth} px wide in ${clientWidth}`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const own = text.parentElement;
      if (!text.textContent?.includes('Longword') || !own) continue;
      if (own.closest('script, option, .visuallyHidden, [inert]') || !own.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      for (let box: HTMLElement | null = own; box && box !== document.body; box = box.parentElement) {
        const { display, overflowX, position } = getComputedStyle(box);
        if (display === 'inline' || display === 'contents') continue;
        if (overflowX !== 'visible' || position === 'fixed') break;
        const edges = box.getBoundingClientRect();
        if (right <= edges.right + 1 && left >= edges.left - 1) continue;
        const path = [own, box].map((part) => `${part.tagName}.${part.className}`.slice(0, 90));
        wrong.add(
          `${text.textContent.slice(0, 24)}: ${path.join(' in ')} by ${Math.round(right - edges.right)} px`,
        );
        break;
      }
    }
    return [...wrong];
  });

async function findFaults(page: Page, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  const screen = new Screen(page);
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await screen.open(path);
    await expect(page.getByText(/Longword/).first(), path).toBeAttached();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(150);
      faults.push(...(await findStickingOut(page)).map((fault) => `${path} at ${width}: ${fault}`));
    }
  }
  return faults;
}

test('words longer than the screen are broken wherever people’s words stand', async ({ page, server }) => {
  test.setTimeout(420_000);
  const { url } = server;
  const callOf =
    ({ token }: Session) =>
    <Data>(method: string, path: string, body?: object) =>
      call<Data>(method, `${url}/api${path}`, token, body);
  const admin = await openSession(url, 'admin');
  const applicant = await registerApplicant(url, word('agent'));
  await callOf(admin)('PUT', `/admin/agents/${applicant.user.id}/approve`);
  const credentials = { email: applicant.user.email, password: NEWCOMER_PASSWORD };
  const { data: agent } = await callAs<Session>(url, '', 'POST', '/api/auth/login', credentials);
  const agentCall = callOf(agent);
  await agentCall('PUT', '/auth/profile', {
    title: word('job'),
    bio: both('bio'),
    specialization: word('special'),
    location: word('place'),
    languages: [word('language')],
    certifications: [word('certificate')],
    achievements: [word('achievement')],
  });
  await agentCall('POST', '/office', { name: word('office'), about: both('about') });
  const building = await agentCall<Building>('POST', '/buildings', {
    name: word('building'),
    city: 'Makati',
    address: word('building address'),
    developer: word('developer'),
    description: both('building text'),
    amenities: [word('amenity')],
  });
  const drafted = {
    title: word('title'),
    description: both('description'),
    price: 9_000_000,
    type: 'condo',
    location: { address: link('address'), city: 'Makati', province: 'Metro Manila' },
    details: { area_sqm: 54, bedrooms: 2, bathrooms: 1 },
    building_id: building.id,
    features: [word('feature')],
    reference: word('reference'),
  };
  const home = await agentCall<OwnProperty>('POST', '/properties', drafted);
  await callOf(admin)('PUT', `/admin/properties/${home.id}/status`, { status: 'active' });
  await agentCall('POST', '/agents/saved-replies', { title: word('reply'), text: both('reply text') });

  const { data: client } = await callAs<Session>(url, '', 'POST', '/api/auth/register', {
    name: word('client'),
    email: 'longword.client@newcomer.example',
    password: NEWCOMER_PASSWORD,
    phone: null,
  });
  const clientCall = callOf(client);
  const { conversation } = await clientCall<{ conversation: { id: number } }>('POST', '/conversations', {
    agentId: agent.user.id,
    subject: word('subject'),
    initialMessage: both('message'),
    property_id: home.id,
  });
  await agentCall('POST', `/conversations/${conversation.id}/messages`, { content: both('answer') });
  await leaveInquiry(url, agent.user.id, {
    name: word('asker'),
    email: 'longword.asker@visitor.example',
    message: both('inquiry'),
  });
  const startsAt = new Date(Math.ceil((Date.now() + 3 * DAY_MS) / DAY_MS) * DAY_MS + 6 * 3_600_000).toISOString();
  await clientCall('POST', '/viewings', { property_id: home.id, starts_at: startsAt, note: both('note') });
  await clientCall('POST', `/agents/${agent.user.id}/reviews`, { rating: 5, comment: both('review') });
  await clientCall('POST', `/favorites/${home.id}`);
  await clientCall('PUT', `/favorites/${home.id}`, { note: both('own note') });
  const list = await clientCall<SharedList>('POST', '/lists', { name: word('list'), property_id: home.id });
  const [item] = list.items;
  if (!item) throw new Error('The list is empty');
  await clientCall('POST', `/lists/${list.id}/items/${item.id}/comments`, { text: both('comment') });
  const search = { name: word('search'), query: 'type=condo', frequency: 'daily' };
  await clientCall('POST', '/saved-searches', search);
  await clientCall('POST', `/properties/${home.id}/reports`, { reason: 'other', details: both('report') });
  const rowOf = async (words: string) => {
    const { rows } = await agentCall<{ rows: DeskRow[] }>('GET', `/desk/queue?view=all&search=${words}`);
    return rows[0]?.id ?? 0;
  };
  const [clientRow, askerRow] = [await rowOf('longword.client'), await rowOf('longword.asker')];
  await agentCall('POST', `/desk/clients/${clientRow}/notes`, { text: both('private note') });

  await signInWith(page, client);
  const ofClient = await findFaults(page, [
    `/properties/${home.id}`,
    '/properties?search=Longword',
    `/buildings/${building.id}`,
    '/agents?search=Longword',
    `/agents/${agent.user.id}`,
    `/agents/${agent.user.id}?tab=reviews`,
    `/agents/${agent.user.id}?tab=properties`,
    '/dashboard',
    '/dashboard?tab=favorites',
    '/dashboard?tab=messages',
    '/dashboard?tab=viewed',
    '/dashboard?tab=viewings',
    `/conversations/${conversation.id}`,
    '/favorites',
    '/lists',
    `/lists/${list.id}`,
    '/saved-searches',
    '/profile',
  ]);
  await signInWith(page, agent);
  const ofAgent = await findFaults(page, [
    '/agent-dashboard',
    '/agent-dashboard?tab=properties',
    '/agent-dashboard?tab=messages',
    '/agent-dashboard?tab=messages&view=clients',
    '/agent-dashboard?tab=viewings',
    '/agent-dashboard?tab=analytics',
    '/profile',
    `/conversations/${conversation.id}`,
    '/desk',
    `/desk?client=${clientRow}`,
    `/desk?client=${askerRow}`,
    '/desk/clients',
    '/desk/listings',
    '/desk/calendar',
  ]);
  await signInWith(page, admin);
  const ofAdmin = await findFaults(page, [
    '/admin-dashboard?tab=users&search=longword',
    '/admin-dashboard?tab=properties&search=Longword',
    '/admin-dashboard?tab=messages&search=Longword',
    '/admin-dashboard?tab=trust&desk=reports',
    '/admin-dashboard?tab=trust&desk=offices',
    '/admin-dashboard?tab=trust&desk=reviews',
    '/admin-dashboard?tab=buildings&search=Longword',
  ]);
  expect([...ofClient, ...ofAgent, ...ofAdmin]).toEqual([]);
});
