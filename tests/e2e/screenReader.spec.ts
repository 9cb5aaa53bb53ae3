import type { Page } from '@playwright/test';
import type { Property } from '../../shared/contracts/properties.ts';
import type { Viewing } from '../../shared/contracts/viewings.ts';
import { call, DEMO_PASSWORD, type DemoAccount, openSession } from './support/accounts.ts';
import { test as base, expect } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';
import { Listener } from './support/listener.ts';
import { registerApplicant } from './support/newcomers.ts';
import { type ServerProcess, useServer } from './support/serverProcess.ts';

/** A server of its own: data made by other tests is not read out. */
const test = base.extend<{ own: ServerProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  own: ({}, use) => useServer(use),
  baseURL: async ({ own }, use) => use(own.url),
});

/** Texts that differ from day to day and from run to run. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  // A server has no figures of the market before it has counted once.
  [/^.*(?:Asked ₱|\bmedian\b).*\n/gm, ''],
  // How many notices are unread is known a moment later.
  [/"\(\d+\) /g, '"'],
  [/\b(Today|Tomorrow|Yesterday), /g, ''],
  [/\b(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?, (\w+ \d{1,2})(, \d{4})?/g, '{day}'],
  [/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(?![\w-])(, \d{4})?/g, '{day}'],
  [/\d{1,2}:\d\d( [AP]M)?( – \d{1,2}:\d\d [AP]M)?/g, '{time}'],
  // Which days are free is another matter on a Sunday, or late in the evening.
  [/radio "\{day\}(, no free time)?", (not )?checked/g, 'radio "{day}"'],
  [/\((\d+)\)(?=")/g, '({count})'],
  [/\b\d+ (seconds?|minutes?|hours?|days?|months?) ago/g, '{time ago}'],
];

const transcriptOf = (listener: Listener) => listener.transcript(CHANGING);

/** In the dialog that the guard has opened. */
async function logIn(page: Page, listener: Listener, account: DemoAccount): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Login to continue' });
  await listener.type(`${account}@silong.example`);
  await listener.tabTo(dialog.getByLabel('Password', { exact: true }));
  listener.note('types the password, and presses Enter');
  await page.keyboard.type(DEMO_PASSWORD);
  await listener.pressAndWait('Enter');
  await expect(dialog).toBeHidden();
}

test('a visitor looks for a home, looks at its pictures and books a viewing', async ({ page, own: server }) => {
  test.slow();
  const { token } = await openSession(server.url, 'admin');
  await call('PUT', `${server.url}/api/admin/settings`, token, {
    category: 'application',
    settings: { publicListingPages: true },
  });
  const listener = await Listener.on(page);
  await page.goto('/');
  await listener.arrive();
  listener.note('hears the headings of the page');
  await listener.headings();
  listener.note('jumps to the search, and looks for a condo');
  await listener.jumpTo(page.getByRole('main').getByRole('combobox', { name: 'Keyword' }));
  listener.note('dictates "2br condo in makati"');
  await page.keyboard.insertText('2br condo in makati');
  await listener.hears(/suggestion/);
  await listener.pressAndWait('Enter');
  await listener.follow(/Makati/);
  await listener.hears(/found$/);
  listener.note('jumps to the first of what was found, and reads it');
  const card = page.getByRole('list', { name: 'Properties' }).getByRole('article').first();
  await listener.jumpTo(card.getByRole('link').first());
  await listener.read(card);
  const name = await card.getByRole('heading').innerText();
  await listener.pressAndWait('Enter');
  const title = page.getByRole('heading', { level: 1 });
  await listener.follow(new RegExp(name));
  await page.waitForLoadState('networkidle');
  listener.note('reads the head of the page');
  await listener.read(page.getByRole('main').locator('header'));
  listener.note('goes back to the pictures, and looks at them in full screen');
  const gallery = page.getByRole('region', { name: /^Photos of/ });
  await listener.read(gallery);
  await listener.jumpTo(gallery.getByRole('button', { name: 'View full screen' }));
  await listener.press('Enter');
  await listener.press('ArrowRight');
  await listener.press('Escape');
  listener.note('jumps to the ways to the agent, and asks for a viewing');
  const ways = page.getByRole('complementary').filter({ visible: true }).first();
  await listener.read(ways);
  await listener.jumpTo(ways.getByRole('button', { name: 'Request a Viewing' }));
  await listener.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Login to continue' })).toBeVisible();
  await listener.hear();
  await logIn(page, listener, 'user');
  const dialog = page.getByRole('dialog', { name: 'Request a Viewing' });
  await expect(dialog.getByRole('radiogroup', { name: 'Time' }).getByRole('radio').first()).toBeAttached();
  await listener.hear();
  listener.note('chooses another day and a time');
  const days = dialog.getByRole('radiogroup', { name: 'Day' });
  await listener.jumpTo(days.getByRole('radio', { name: /^((?!no free time).)+$/ }).nth(5));
  await listener.press('Space');
  await listener.tabTo(dialog.getByRole('radiogroup', { name: 'Time' }).getByRole('radio').first());
  await listener.press('Space');
  await listener.tabTo(dialog.getByRole('button', { name: 'Request Viewing' }));
  await listener.pressAndWait('Enter');
  await expect(page.getByRole('dialog', { name: 'Viewing Requested' })).toBeVisible();
  await listener.hear();
  await listener.read(page.getByRole('dialog'));
  await listener.tabTo(page.getByRole('dialog').getByRole('button', { name: 'Done' }));
  await listener.press('Enter');
  expect(await title.count()).toBe(1);
  expect(transcriptOf(listener)).toMatchSnapshot('visitor.txt');
});

test('an agent answers an inquiry and confirms a viewing', async ({ page, own: server }) => {
  test.slow();
  const agent = await openSession(server.url, 'agent');
  const user = await openSession(server.url, 'user');
  const path = `${server.url}/api/agents/${agent.user.id}/properties`;
  const listings = await call<Property[]>('GET', path, agent.token);
  const listing = listings.findLast(({ status }) => status === 'available');
  if (!listing) throw new Error('The agent has nothing to show');
  await leaveInquiry(server.url, agent.user.id, {
    name: 'Nora Salazar',
    email: 'nora.salazar@silong.example',
    message: 'Does the unit come with a parking slot?',
  });
  const day = new Date(Date.now() + (8 + 24 * 9) * 3_600_000).toISOString().slice(0, 10);
  const body = { property_id: listing.id, starts_at: `${day}T06:00:00.000Z` };
  await call<Viewing>('POST', `${server.url}/api/viewings`, user.token, body);

  const listener = await Listener.on(page);
  await page.goto('/desk');
  await expect(page.getByRole('dialog')).toBeVisible();
  await listener.arrive();
  await logIn(page, listener, 'agent');
  await listener.follow(/Inbox/);
  const queue = page.getByRole('region', { name: 'Queue' });
  const list = queue.getByRole('listbox');
  await expect(queue.getByRole('option').first()).toBeVisible();
  listener.note('presses Tab until the list of clients');
  await listener.tabTo(list);
  const thread = page.getByRole('region', { name: 'Conversation' });
  const find = async (name: string) => {
    listener.note('presses / and looks for a client');
    await listener.press('/');
    await listener.type(name);
    await listener.press('Enter');
    await expect(thread.getByRole('heading', { name })).toBeVisible();
    await expect(thread.getByRole('log')).toBeVisible();
    await listener.hear();
    listener.note('presses Enter to open the conversation');
    await listener.press('Enter');
  };
  await find('Nora Salazar');
  await listener.read(thread.getByRole('log'));
  listener.note('presses R to answer');
  await listener.press('r');
  await listener.type('Yes, one slot in the basement.');
  listener.note('presses Ctrl and Enter to send');
  await listener.press('Control+Enter');
  await listener.hears(/^Reply/);
  await find(user.user.name);
  listener.note('presses V for the viewing that waits, and C to confirm it');
  await listener.press('v');
  await listener.press('c');
  await listener.hears(/Viewing confirmed/);
  expect(transcriptOf(listener)).toMatchSnapshot('agent.txt');
});

test('an admin approves an agent', async ({ page, own: server }) => {
  test.slow();
  const { user } = await registerApplicant(server.url, 'Lita Mercado');
  const listener = await Listener.on(page);
  await page.goto('/admin-dashboard');
  await expect(page.getByRole('dialog')).toBeVisible();
  await listener.arrive();
  await logIn(page, listener, 'admin');
  await listener.follow(/^(\(\d+\) )?Admin Dashboard/);
  const sections = page.getByRole('navigation', { name: 'Admin sections' });
  await expect(sections.getByText('waiting for approval').first()).toBeAttached();
  await listener.hears(/password alone/);
  listener.note('presses Tab until Agents, and Enter');
  await listener.tabTo(sections.getByRole('link', { name: /^Agents/ }));
  await listener.pressAndWait('Enter');
  await listener.follow(/Agents – Admin Dashboard/);
  listener.note('jumps to the heading of the new applicant, and reads on');
  const applicant = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: user.name }) });
  await listener.jumpTo(applicant.getByRole('heading'));
  await listener.read(applicant);
  await listener.tabTo(applicant.getByRole('button', { name: /^Approve/ }));
  await listener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve agent' });
  await expect(dialog.getByRole('heading', { name: 'Not checked:' })).toBeVisible();
  await listener.hear();
  await listener.read(dialog);
  await listener.tabTo(dialog.getByRole('button', { name: 'Approve' }));
  await listener.pressAndWait('Enter');
  await expect(applicant).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 3 }).last()).toBeFocused();
  await listener.hears(/is now an agent/);
  expect(transcriptOf(listener)).toMatchSnapshot('admin.txt');
});
