import type { Locator, Page } from '@playwright/test';
import type { Session } from '../../shared/contracts/auth.ts';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import type { HistoryEvent, PropertyList as Listed } from '../../shared/contracts/properties.ts';
import type { SavedSearch } from '../../shared/contracts/savedSearches.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { PropertyList } from './pages/propertyList.ts';
import { call, openSession, signInWith } from './support/accounts.ts';
import { expect, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { NEWCOMER_PASSWORD, registerConfirmed, signInStatus } from './support/newcomers.ts';
import { freshListing, openBrowser } from './support/people.ts';

// Twelve things that people come for, each done by hand within a budget of acts.

/** A hand on a page. Each click, key and filled field is an act, and so is each scroll where the task counts them. */
class Walk {
  private readonly acts: string[] = [];

  constructor(
    private readonly page: Page,
    private readonly countsScrolls = false,
  ) {}

  async click(target: Locator): Promise<void> {
    await this.reach(target);
    this.acts.push(`click ${target}`);
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.acts.push(`press ${key}`);
    await this.page.keyboard.press(key);
  }

  /** Fills one field, letter by letter. */
  async type(field: Locator, words: string): Promise<void> {
    await this.reach(field);
    this.acts.push(`type into ${field}`);
    await field.pressSequentially(words);
  }

  /** Brings a part to where it is read; no act where it is read already. */
  async scrollTo(part: Locator): Promise<void> {
    if (await isInWindow(part)) return;
    this.acts.push(`scroll to ${part}`);
    // It and the parts above it may come only with the scrolling.
    await expect(async () => {
      if ((await part.count()) === 0) await this.page.evaluate(() => window.scrollBy(0, window.innerHeight));
      else await part.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await this.page.waitForTimeout(300);
      expect(await isInWindow(part)).toBe(true);
    }).toPass();
  }

  expectWithin(budget: number): void {
    expect(this.acts.length, this.acts.join('\n')).toBeLessThanOrEqual(budget);
  }

  private async reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    if (this.countsScrolls) await this.scrollTo(target);
  }
}

/** Whether all of it is seen, or its upper part where the window is too low for all. */
const isInWindow = async (part: Locator) =>
  (await part.count()) > 0 &&
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && Math.min(bottom, top + window.innerHeight / 2) <= window.innerHeight;
  });

let people = 0;

/** An account of one test's own. */
const somebody = (url: string, name: string): Promise<Session> =>
  registerConfirmed(url, `${name} ${Date.now().toString(36)}${people++}`);

async function enterAs(page: Page, person: Session, path: string): Promise<void> {
  await signInWith(page, person);
  await page.goto(path);
}

const firstCard = (page: Page) => page.getByRole('main').getByRole('article').first();
const moreActions = (page: Page) => firstCard(page).getByRole('button', { name: /^More actions for / });
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const contactColumn = (page: Page) => page.getByRole('complementary', { name: 'Contact and summary' });

async function requestViewing(page: Page, walk: Walk, way: Locator): Promise<void> {
  await expect(page).toHaveURL(/\/properties\/\d+$/);
  await walk.click(way);
  const dialog = page.getByRole('dialog', { name: 'Request a Viewing' });
  // A day and a time are chosen already.
  await walk.click(dialog.getByRole('button', { name: 'Request Viewing' }));
  const done = page.getByRole('dialog', { name: 'Viewing Requested' });
  await expect(done.getByText(/, Manila time$/)).toBeInViewport();
}

const viewDetails = (page: Page) => firstCard(page).getByRole('link', { name: /^View Details of / });

const laptop = { viewport: { width: 1366, height: 657 } };
const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

test.describe('on a laptop', () => {
  test.use(laptop);

  test('1. a 2-bedroom condo to rent within a budget, by one sentence', async ({ page }) => {
    const walk = new Walk(page);
    await page.goto('/');
    await walk.type(page.getByRole('combobox', { name: 'Keyword' }), '2br condo for rent under 60k');
    await walk.press('Enter');
    await expect(page).toHaveURL(/\/properties\?/);
    const list = new PropertyList(page);
    expect(await list.count()).toBeGreaterThan(0);
    await expect(list.cards.first()).toBeInViewport({ ratio: 1 });
    for (const card of await list.cards.all()) {
      await expect(card).toContainText('For Rent');
      await expect(card).toContainText('Condominium');
      await expect(card).toContainText('2 beds');
      const [, thousands] = /₱(\d+)K/.exec(await card.innerText()) ?? [];
      expect(Number(thousands)).toBeLessThanOrEqual(60);
    }
    walk.expectWithin(2);
  });

  test('4. a message about a home, and its answer', async ({ page, server }) => {
    const person = await somebody(server.url, 'Mara');
    const { user: agent, token } = await openSession(server.url, 'agent');
    const listing = await freshListing(server.url, 0, person);
    const walk = new Walk(page);
    await enterAs(page, person, `/properties/${listing.id}`);
    await walk.click(contactColumn(page).getByRole('button', { name: 'Message', exact: true }));
    const dialog = page.getByRole('dialog', { name: `Message ${agent.name}` });
    await walk.click(dialog.getByRole('button', { name: 'Send Message' }));
    await expect(dialog.getByText('Message Sent!')).toBeVisible();
    await expect(dialog).toBeHidden();

    const { rows } = await call<{ rows: DeskRow[] }>('GET', `${server.url}/api/desk/queue?view=all`, token);
    const row = rows.find(({ user_id }) => user_id === person.user.id);
    await call('POST', `${server.url}/api/desk/clients/${row?.id}/replies`, token, {
      channel: 'chat',
      content: 'Yes, it still is.',
      property_id: listing.id,
      client_id: crypto.randomUUID(),
    });
    await expect(notices(page).getByText(/Yes, it still is\./)).toBeVisible();
    await walk.click(notices(page).getByRole('button', { name: 'View Conversation' }));
    const log = page.getByRole('log');
    await expect(log.getByText('Yes, it still is.')).toBeVisible();
    await expect(log.getByText(`Hello, I am interested in ${listing.title}.`)).toBeVisible();
    walk.expectWithin(3);
  });

  test('5. a search that tells of new homes', async ({ page, server }) => {
    const person = await somebody(server.url, 'Sol');
    const walk = new Walk(page);
    await enterAs(page, person, '/properties?type=condo&location=Taguig&max_price=10000000');
    await walk.click(page.getByRole('button', { name: 'Save search' }));
    await walk.click(page.getByRole('dialog').getByRole('button', { name: 'Save search' }));
    await expect(notices(page).getByText(/^Search saved\./)).toBeVisible();
    const { saved_searches } = await call<{ saved_searches: SavedSearch[] }>(
      'GET',
      `${server.url}/api/saved-searches`,
      person.token,
    );
    expect(saved_searches).toMatchObject([{ frequency: 'instant' }]);
    walk.expectWithin(2);
  });

  test('6, 7. what a home costs beside its price, and what it cost before', async ({ page, server }) => {
    const { token } = await openSession(server.url, 'user');
    const get = <Data>(path: string) => call<Data>('GET', server.url + path, token);
    const { properties } = await get<Listed>('/api/properties?limit=100&status=available&listing_type=sale');
    let changed = 0;
    for (const { id } of properties) {
      const { events } = await get<{ events: HistoryEvent[] }>(`/api/properties/${id}/history`);
      if (events.some(({ kind }) => kind === 'price')) changed = id;
      if (changed) break;
    }
    await enterAs(page, await openSession(server.url, 'user'), `/properties/${changed}`);
    await test.step('what it costs', async () => {
      const walk = new Walk(page, true);
      const costs = page.locator('details').filter({ hasText: 'What it costs to buy' });
      await walk.scrollTo(costs);
      await walk.click(costs.getByText('What it costs to buy'));
      await expect(costs.getByText(/^About ₱[\d,]+ a month with a bank loan$/)).toBeInViewport();
      await expect(costs.getByLabel('Amilyar a year (₱)')).toBeVisible();
      await expect(costs.getByText('Cash to bring')).toBeVisible();
      walk.expectWithin(2);
    });
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await test.step('what it cost', async () => {
      const walk = new Walk(page, true);
      const history = page.getByRole('region', { name: 'Listing History' });
      await walk.scrollTo(history);
      await expect(history.getByRole('img', { name: /^Price from ₱[\d,]+ to ₱[\d,]+/ })).toBeInViewport();
      await expect(history.getByText(/^Price (lowered|raised) to ₱/).first()).toBeInViewport();
      walk.expectWithin(1);
    });
  });

  test('9, 11. a report of a suspicious listing, and whether its agent is licensed', async ({ page, server }) => {
    const person = await somebody(server.url, 'Rita');
    const listing = await freshListing(server.url, 4, person);
    await enterAs(page, person, `/properties/${listing.id}`);
    await test.step('a report', async () => {
      const walk = new Walk(page);
      await walk.click(page.getByRole('button', { name: 'Report this listing' }));
      const dialog = page.getByRole('dialog', { name: 'Report This Listing' });
      await walk.click(dialog.getByText('It looks like a scam', { exact: true }));
      await walk.click(dialog.getByRole('button', { name: 'Send Report' }));
      await expect(dialog.getByText('Report Sent')).toBeVisible();
      walk.expectWithin(3);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await test.step('the licence', async () => {
      const walk = new Walk(page, true);
      const agent = contactColumn(page);
      const license = agent.getByText(/^License checked, valid until \w+ \d+, \d{4}$/);
      await expect(license).toBeVisible();
      await walk.scrollTo(license);
      await walk.click(agent.getByRole('link', { name: listing.agent?.name ?? '', exact: true }));
      await expect(page.getByText(/^PRC number \S+, valid until /).first()).toBeInViewport();
      walk.expectWithin(2);
    });
  });

  test('12. the end of an account', async ({ page, server, consoleErrors }) => {
    const person = await somebody(server.url, 'Dina');
    const walk = new Walk(page, true);
    await enterAs(page, person, '/');
    await walk.click(page.getByRole('contentinfo').getByRole('link', { name: 'Delete account' }));
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await walk.type(dialog.getByLabel('Your Password', { exact: true }), NEWCOMER_PASSWORD);
    await walk.click(dialog.getByRole('button', { name: 'Delete account' }));
    await expect(notices(page).getByText(/^Your account will be deleted on /)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
    walk.expectWithin(4);
    // The server has ended the session that the browser ends next.
    expect(consoleErrors.splice(0).every((line) => line.includes('401'))).toBe(true);
    // Logging in undoes it.
    expect(await signInStatus(server.url, person.user.email, NEWCOMER_PASSWORD)).toBe(200);
  });

  test('3. a viewing, by somebody without an account', async ({ page }) => {
    const walk = new Walk(page);
    await page.goto('/properties?type=condo&listing_type=sale');
    await walk.click(viewDetails(page));
    const { root } = new LoginDialog(page);
    // Seven of the acts are the specified form and the way to it.
    await walk.click(root.getByRole('tab', { name: 'Create account' }));
    await walk.type(root.getByLabel('Full Name'), 'Nina Nuevo');
    await walk.type(root.getByLabel('Email Address'), `nina${people++}${Date.now()}@newcomer.example`);
    await walk.type(root.getByLabel('Password', { exact: true }), NEWCOMER_PASSWORD);
    await walk.type(root.getByLabel('Confirm Password'), NEWCOMER_PASSWORD);
    await walk.click(root.getByRole('checkbox'));
    await walk.click(root.getByRole('button', { name: 'Create Account' }));
    await requestViewing(page, walk, contactColumn(page).getByRole('button', { name: 'Request a Viewing' }));
    walk.expectWithin(10);
  });

  test('8. a list for two, with a vote, on a laptop and on a phone', async ({
    page,
    server,
    browser,
    context,
  }) => {
    await context.grantPermissions(['clipboard-write']);
    const [owner, other] = [await somebody(server.url, 'Ona'), await somebody(server.url, 'Pio')];
    const walk = new Walk(page);
    await enterAs(page, owner, '/properties?type=condo&listing_type=rent');
    const title = await firstCard(page).getByRole('heading', { level: 3 }).innerText();
    await walk.click(moreActions(page));
    await walk.click(firstCard(page).getByRole('menuitem', { name: 'Save to list…' }));
    // The list has a name already.
    await walk.click(page.getByRole('dialog').getByRole('button', { name: 'Create list and save' }));
    await expect(notices(page).getByText('Saved to “Our homes”')).toBeVisible();
    const made = page.waitForResponse(/\/api\/lists\/\d+\/links$/);
    await walk.click(notices(page).getByRole('button', { name: 'Share invite link' }));
    await expect(notices(page).getByText('Invite link copied')).toBeVisible();
    walk.expectWithin(4);

    // Pages may not read the clipboard.
    const link = new URL((await (await made).json()).data.url);
    const guest = await openBrowser(browser, server.url, undefined, phone);
    const theirs = new Walk(guest);
    await guest.goto(link.pathname);
    await theirs.click(guest.getByRole('button', { name: 'Log In to Join' }));
    const { root } = new LoginDialog(guest);
    await theirs.type(root.getByLabel('Email Address'), other.user.email);
    await theirs.type(root.getByLabel('Password', { exact: true }), NEWCOMER_PASSWORD);
    await theirs.click(root.getByRole('button', { name: 'Continue' }));
    const homes = guest.getByRole('list', { name: 'Homes in this list' });
    await expect(homes).toContainText(title);
    await theirs.click(homes.getByRole('button', { name: /^Yes/ }));
    await expect(homes.getByRole('button', { name: 'Yes 1' })).toHaveAttribute('aria-pressed', 'true');
    await expectNoSidewaysScroll(guest);
    theirs.expectWithin(5);
    await guest.context().close();
  });
});

test.describe('on a phone', () => {
  test.use(phone);

  test('2. three homes side by side, similar ones or of one’s own choice, as a guest', async ({ page }) => {
    await page.goto('/properties?type=condo&listing_type=rent');
    const title = await firstCard(page).getByRole('heading', { level: 3 }).innerText();
    const homes = page.getByRole('columnheader');
    await test.step('similar ones', async () => {
      const walk = new Walk(page);
      await walk.click(moreActions(page));
      await walk.click(firstCard(page).getByRole('menuitem', { name: 'Compare with similar' }));
      await expect(page).toHaveURL(/\/compare$/);
      await expect(homes).toHaveCount(3);
      await expect(homes.first()).toContainText(title);
      await expect(page.getByRole('row', { name: /^Price ₱/ })).toBeVisible();
      await expectNoSidewaysScroll(page);
      walk.expectWithin(2);
    });
    await page.evaluate(() => localStorage.clear());
    await page.goto('/properties?type=condo&listing_type=rent');
    await test.step('of one’s own choice', async () => {
      const walk = new Walk(page);
      const cards = page.getByRole('main').getByRole('article');
      await walk.click(moreActions(page));
      await walk.click(firstCard(page).getByRole('menuitem', { name: 'Compare', exact: true }));
      // From the first one on, the others take one press each.
      for (const at of [1, 2]) await walk.click(cards.nth(at).getByRole('button', { name: /^Compare / }));
      const tray = page.getByRole('complementary', { name: 'Properties to compare' });
      await expect(tray).toContainText('3 of 4');
      await walk.click(tray.getByRole('link', { name: 'Compare' }));
      await expect(homes).toHaveCount(3);
      walk.expectWithin(5);
    });
  });

  test('3. a viewing, by somebody who has an account', async ({ page, server }) => {
    const { user } = await somebody(server.url, 'Vina');
    const walk = new Walk(page);
    await page.goto('/properties?type=condo&listing_type=rent');
    await walk.click(viewDetails(page));
    const { root } = new LoginDialog(page);
    await walk.type(root.getByLabel('Email Address'), user.email);
    await walk.type(root.getByLabel('Password', { exact: true }), NEWCOMER_PASSWORD);
    await walk.click(root.getByRole('button', { name: 'Continue' }));
    const bar = page.getByRole('complementary', { name: 'Price and contact' });
    await requestViewing(page, walk, bar.getByRole('button', { name: 'Viewing' }));
    walk.expectWithin(6);
  });

  test('10. the other language', async ({ page }) => {
    const walk = new Walk(page, true);
    await page.goto('/');
    await walk.click(page.getByRole('button', { name: 'Open menu' }));
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await walk.click(menu.getByRole('link', { name: 'Filipino' }));
    await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
    await page.goto('/properties');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
    walk.expectWithin(3);
  });
});
