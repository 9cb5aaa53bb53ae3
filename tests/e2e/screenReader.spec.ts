import type { Property } from '../../shared/contracts/properties.ts';
import type { Viewing } from '../../shared/contracts/viewings.ts';
import { call, openSession } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { Listener } from './support/listener.ts';
import { registerApplicant } from './support/newcomers.ts';

/** What differs from day to day and from run to run. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/"\(\d+\) /g, '"(unread) '],
  [/\b(Today|Tomorrow|Yesterday), /g, ''],
  [/\b(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?, (\w+ \d{1,2})(, \d{4})?/g, '{day}'],
  [/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(, \d{4})?/g, '{day}'],
  [/\d{1,2}:\d\d( [AP]M)?( – \d{1,2}:\d\d [AP]M)?/g, '{time}'],
  [/\b\d+ (seconds?|minutes?|hours?|days?|months?) ago/g, '{time ago}'],
];

const transcriptOf = (listener: Listener) => listener.transcript(CHANGING);

async function openListingPages(url: string): Promise<void> {
  const { token } = await openSession(url, 'admin');
  const settings = { category: 'application', settings: { publicListingPages: true } };
  await call('PUT', `${url}/api/admin/settings`, token, settings);
}

test('a visitor finds a condo for rent and writes to its agent', async ({ page, server }) => {
  await openListingPages(server.url);
  const listener = await Listener.on(page);
  await page.goto('/');
  await listener.arrive();
  await listener.press('Tab', 2);
  listener.note('asks for the list of headings');
  await listener.headings();

  listener.note('chooses the heading Rent');
  await listener.jumpTo(page.getByRole('heading', { name: 'Rent', exact: true }));
  await listener.press('Tab', 3);
  listener.note('goes on to the form of the search');
  await listener.jumpTo(page.getByRole('heading', { level: 1 }));
  await listener.press('Tab', 8);
  await page.goto('/properties?listing_type=rent');
  listener.note('opens what is for rent');
  await listener.arrive();
  await listener.tabTo(page.getByRole('link', { name: 'Skip to results' }));
  await listener.tabTo(page.getByRole('button', { name: 'Condominium' }));
  listener.note('presses Enter');
  await listener.press('Enter');
  await listener.hears(/properties found/);
  await listener.jumpTo(page.getByRole('heading', { name: /properties found/ }));
  listener.note('goes to the first home');
  await listener.read(page.getByRole('list', { name: 'Properties' }).getByRole('article').first());
  await listener.press('Tab', 8);
  listener.note('opens it');
  await page
    .getByRole('list', { name: 'Properties' })
    .getByRole('article')
    .first()
    .getByRole('heading')
    .getByRole('link')
    .focus();
  await listener.hear();
  await listener.press('Enter');
  await page.waitForURL(/properties\/\d+$/);
  await listener.follow();
  listener.note('reads');
  await listener.read(page.getByRole('main'));
  await listener.tabTo(page.getByRole('button', { name: 'Message', exact: true }), 60);
  await listener.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await listener.hear();
  await listener.read(page.getByRole('dialog'));
  await listener.press('Tab', 12);
  console.log(transcriptOf(listener));
});

test('an agent answers an inquiry and confirms a viewing', async ({ page, server }) => {
  const agent = await openSession(server.url, 'agent');
  const user = await openSession(server.url, 'user');
  const listings = await call<Property[]>(
    'GET',
    `${server.url}/api/agents/${agent.user.id}/properties`,
    agent.token,
  );
  const listing = listings.findLast(({ status }) => status === 'available');
  if (!listing) throw new Error('The agent has nothing to show');
  const day = new Date(Date.now() + (8 + 24 * 9) * 3_600_000).toISOString().slice(0, 10);
  const body = { property_id: listing.id, starts_at: `${day}T06:00:00.000Z` };
  await call<Viewing>('POST', `${server.url}/api/viewings`, user.token, body);
  const listener = await Listener.on(page);
  await page.goto('/desk');
  await expect(page.getByRole('dialog')).toBeVisible();
  await listener.arrive();
  await page.keyboard.type('agent@silong.example');
  await listener.press('Tab');
  await page.keyboard.type('silong-demo');
  await listener.press('Enter');
  await page.waitForURL(/desk/);
  await expect(page.getByRole('region', { name: 'Queue' }).getByRole('option').first()).toBeVisible();
  await listener.follow();
  await listener.press('Tab', 14);
  await listener.press('ArrowDown', 3);
  listener.note('enter');
  await listener.press('Enter', 1);
  await listener.read(page.getByRole('region', { name: 'Conversation' }));
  await listener.press('r');
  await listener.press('Tab', 6);
  console.log(transcriptOf(listener));
});

test('an admin approves an agent', async ({ page, server }) => {
  await registerApplicant(server.url, 'Lita Mercado');
  const listener = await Listener.on(page);
  await page.goto('/admin-dashboard');
  await expect(page.getByRole('dialog')).toBeVisible();
  await listener.arrive();
  await page.keyboard.type('admin@silong.example');
  await listener.press('Tab');
  await page.keyboard.type('silong-demo');
  await listener.press('Enter');
  await page.waitForURL(/admin/);
  await expect(page.getByRole('heading', { name: 'Lita Mercado' })).toBeVisible();
  await listener.follow();
  await listener.jumpTo(page.getByRole('heading', { level: 1 }));
  await listener.press('Tab', 4);
  await listener.press('Enter');
  await listener.follow();
  await listener.read(page.getByRole('main'));
  await listener.tabTo(page.getByRole('button', { name: 'Approve Lita Mercado' }));
  await listener.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await listener.hear();
  await listener.read(page.getByRole('dialog'));
  await listener.tabTo(page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
  await listener.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await listener.hear();
  await page.waitForTimeout(1000);
  await listener.hear();
  console.log(transcriptOf(listener));
});
