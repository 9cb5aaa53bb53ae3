import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { LoginDialog } from './pages/loginDialog.ts';
import { PropertyForm } from './pages/propertyForm.ts';
import { call, DEMO_PASSWORD, openSession, signIn, signInWith } from './support/accounts.ts';
import { test as base, expect } from './support/fixtures.ts';
import { callAs, registerConfirmed } from './support/newcomers.ts';
import { type ServerProcess, useServer } from './support/serverProcess.ts';

/*
 * The browsers that the README names, together: what one of them lacks is taken away before a page starts. Styles are
 * those of today's browser: `npm run check:floor` looks at them, and at all that no step reaches.
 */

/** A server of its own: this walk writes. */
const test = base.extend<object, { server: ServerProcess }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    ({}, use) => useServer(use),
    { scope: 'worker' },
  ],
});

/** Runs in the page. */
function takeAwayNewer(): void {
  const takeAway = (owner: object | undefined, names: string) => {
    for (const name of names.split(' ')) if (owner) Reflect.deleteProperty(owner, name);
  };
  takeAway(HTMLElement.prototype, 'popover showPopover hidePopover togglePopover');
  takeAway(Element.prototype, 'checkVisibility setHTMLUnsafe moveBefore');
  takeAway(HTMLDialogElement.prototype, 'closedBy requestClose');
  takeAway(Document.prototype, 'startViewTransition caretPositionFromPoint');
  takeAway(URL, 'canParse parse');
  takeAway(Response, 'json');
  takeAway(Promise, 'withResolvers try');
  takeAway(Object, 'groupBy');
  takeAway(Map, 'groupBy');
  takeAway(RegExp, 'escape');
  takeAway(Array, 'fromAsync');
  // Chrome 109, the last one of Windows 7 and 8.
  takeAway(Array.prototype, 'toSorted toReversed toSpliced with');
  takeAway(
    Set.prototype,
    'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom',
  );
  takeAway(String.prototype, 'isWellFormed toWellFormed');
  takeAway(Intl, 'Segmenter DurationFormat');
  takeAway(Navigator.prototype, 'userAgentData share setAppBadge clearAppBadge');
  takeAway(AbortSignal, 'any');
  takeAway(
    window,
    'requestIdleCallback cancelIdleCallback scheduler navigation CloseWatcher URLPattern OffscreenCanvas Iterator cookieStore',
  );
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(takeAwayNewer);
});

/** Opens a page, whose screen has to be there. A complaint of the console fails the test at its end. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await expectShown(page, path);
}

async function expectShown(page: Page, what: string): Promise<void> {
  await expect(page.getByText('This page could not be shown'), what).toHaveCount(0);
  await expect(page.getByText('Your browser is too old'), what).toHaveCount(0);
  await expect.poll(async () => (await page.locator('body').innerText()).length, what).toBeGreaterThan(200);
}

/** Letter by letter, as a person types. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).pressSequentially(text);
}

test('what is taken away is away', async ({ page }) => {
  await page.goto('/about');
  const left = await page.evaluate(() => [
    'showPopover' in HTMLElement.prototype,
    'canParse' in URL,
    'checkVisibility' in Element.prototype,
    'requestIdleCallback' in window,
  ]);
  expect(left).toEqual([false, false, false, false]);
});

test('public pages', { tag: '@journey' }, async ({ page }) => {
  for (const path of ['/', '/properties', '/agents', '/locations/makati', '/near/ayala-mrt-3', '/compare'])
    await visit(page, path);
  await page.goto('/');
  const keyword = page.getByRole('main').getByRole('combobox', { name: 'Keyword' });
  await keyword.pressSequentially('makati condo');
  await keyword.press('Enter');
  await expect(page).toHaveURL(/\/properties\?/);
  await expectShown(page, 'search');
});

test('an area on the map is drawn, changed and removed', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, '/properties?view=map');
  const map = page.getByRole('region', { name: 'Map of properties' });
  const areas = () => new URL(page.url()).searchParams.getAll('area');
  await map.getByRole('button', { name: /^(Draw|Add) area$/ }).click();
  const box = await map.locator('.leaflet-container').boundingBox();
  if (!box) throw new Error('The map is not on the screen');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x - 100, middle.y - 100);
  await page.mouse.down();
  for (const [x, y] of [
    [100, -100],
    [110, 60],
    [0, 120],
    [-100, 60],
    [-100, -95],
  ] as const)
    await page.mouse.move(middle.x + x, middle.y + y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => areas().length).toBe(1);

  const [before] = areas();
  await map.getByRole('button', { name: 'Edit drawn area 1' }).click();
  const corner = map.getByRole('button', { name: 'Point 1 of the drawn area', exact: true });
  const grip = await corner.boundingBox();
  if (!grip) throw new Error('The corner is not on the screen');
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x - 30, grip.y - 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => areas()[0]).not.toBe(before);
  await map.getByRole('button', { name: 'Remove area' }).click();
  await expect.poll(() => areas().length).toBe(0);
  await expectShown(page, 'map');
});

test('a visitor logs in, keeps and shares a home, and opens a chat', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const login = new LoginDialog(page);
  await expect(login.root).toBeVisible();
  await type(page, 'Email Address', 'user@silong.example');
  await type(page, 'Password', DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(login.root).toBeHidden();

  // One with a video: its address is read.
  const { properties } = await call<{ properties: { id: number }[] }>(
    'GET',
    `${server.url}/api/properties?status=available&media=video&limit=1`,
    '',
  );
  await visit(page, `/properties/${properties[0]?.id}`);
  await expect(page.getByRole('link', { name: /^Watch on / }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Favorite', exact: true }).click();
  await expect(page.getByText(/^Property (added to|removed from) favorites$/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss message' }).first().click();
  await page.getByRole('button', { name: 'Share Property' }).click();
  await expectShown(page, 'share');

  const { token } = await openSession(server.url, 'user');
  const { conversations } = await call<{ conversations: { id: number }[] }>(
    'GET',
    `${server.url}/api/conversations`,
    token,
  );
  await visit(page, `/conversations/${conversations[0]?.id}`);
  await expect(page.getByPlaceholder('Type a message…')).toBeVisible();
  for (const path of ['/dashboard', '/favorites', '/lists', '/profile', '/saved-searches'])
    await visit(page, path);
});

test('the focus stays where a row was removed', async ({ page, server }) => {
  const user = await registerConfirmed(server.url, 'Floro Luma');
  for (const location of ['Taguig', 'Makati', 'Pasig']) {
    const body = { name: location, query: `location=${location}`, frequency: 'daily' };
    expect((await callAs(server.url, user.token, 'POST', '/api/saved-searches', body)).status).toBe(201);
  }
  await signInWith(page, user);
  await page.goto('/saved-searches');
  const cards = page.getByRole('list', { name: 'Saved searches' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Delete Makati' }).click();
  await expect(page.getByRole('button', { name: 'Delete Makati' })).toHaveCount(0);
  await expect
    .poll(() => cards.evaluateAll((all) => all.some((card) => card.contains(document.activeElement))))
    .toBe(true);
  // The message lies at its place in the page.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('an agent’s pages and Desk', async ({ page, server }) => {
  test.slow();
  await signIn(page, server.url, 'agent');
  const tabs = ['', '?tab=analytics', '?tab=viewings', '?tab=messages'].map((tab) => `/agent-dashboard${tab}`);
  const desk = ['/desk', '/desk?client=8', '/desk/calendar', '/desk/insights', '/desk/listings'];
  for (const path of [...tabs, ...desk]) await visit(page, path);
});

test('the form of a listing: pictures, the address of one, a video', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  await form.fill('A home for old browsers');
  const photo = async (name: string, background: string) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  });
  const files = [await photo('one.jpg', '#a33'), await photo('two.jpg', '#3a3')];
  await form.dialog.getByLabel('Choose images').setInputFiles(files);
  await expect(form.images).toHaveCount(2);
  await expect(form.dialog.getByRole('progressbar')).toHaveCount(0);
  const address = form.dialog.getByLabel('Image URL');
  await address.pressSequentially('nowhere');
  await address.press('Enter');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill('');
  await address.pressSequentially(`${server.url}/no-picture.svg`);
  await address.press('Enter');
  await expect(form.images).toHaveCount(3);
  await form.dialog.getByLabel('What image 2 shows').fill('The green wall');
  await form.dialog.getByRole('button', { name: 'Move image 2 forward' }).click();
  await expect(form.dialog.getByLabel('What image 1 shows')).toHaveValue('The green wall');
  const video = form.dialog.getByLabel(/^Video link/);
  await video.pressSequentially('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  await form.submit.click();
  await expect(form.dialog).toBeHidden();
});

test('an admin’s pages', async ({ page, server }) => {
  await signIn(page, server.url, 'admin');
  for (const tab of ['', '?tab=users', '?tab=properties', '?tab=settings', '?tab=audit'])
    await visit(page, `/admin-dashboard${tab}`);
});
