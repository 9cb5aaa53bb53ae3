import type { Page } from '@playwright/test';
import type { PropertyList } from '../../shared/contracts/properties.ts';
import { call, openSession, signIn, signInWith } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, hasTouch: true });

const KEPT = ['silong-answers', 'silong-pictures'];

/** Until the worker answers for the page. */
const untilControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** The addresses of seen pages that the worker keeps. */
const keptAddresses = (page: Page) =>
  page.evaluate(async (names) => {
    const kept: string[] = [];
    for (const name of names)
      if (await caches.has(name))
        for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
    return kept;
  }, KEPT);

/** In this order homes that other tests of the same server post do not come first. */
const LIST = '/properties?sort=price_desc';

/** The listings with pictures among the first of the list. */
async function someListings(url: string, token: string) {
  const path = '/api/properties?status=available&sort=price_desc&limit=9';
  return (await call<PropertyList>('GET', url + path, token)).properties.filter(({ images }) => images.length > 0);
}

/** The console reports a lost connection too. */
function forgiveSilence(consoleErrors: string[]): void {
  const others = consoleErrors.filter((text) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(text));
  consoleErrors.splice(0, consoleErrors.length, ...others);
}

test('a listing and a list that were seen can be read offline, and say so', async ({
  page,
  server,
  consoleErrors,
}) => {
  const { token } = await signIn(page, server.url, 'user');
  const [listing, other] = await someListings(server.url, token);
  if (!listing || !other) throw new Error('The demo has no listings.');
  // The very first page, which no worker answered.
  await page.goto(`/properties/${listing.id}`);
  const heading = page.getByRole('heading', { level: 1, name: listing.title });
  await expect(heading).toBeVisible();
  await untilControlled(page);
  await expect.poll(() => keptAddresses(page)).toContain(`/api/properties/${listing.id}`);
  await expect.poll(() => keptAddresses(page)).toContain(listing.images[0]);
  await page.goto(LIST);
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  const seen = await cards.count();
  await expect.poll(() => keptAddresses(page)).toContain('/api/properties');
  await expect.poll(async () => (await keptAddresses(page)).some((path) => path.startsWith('/media/'))).toBe(true);

  await page.context().setOffline(true);
  await page.reload();
  await expect(cards).toHaveCount(seen);
  const notice = page.getByText(/^You are offline\. This is what you saw on \w{3} \d/);
  await expect(notice).toBeVisible();
  await page.goto(`/properties/${listing.id}`);
  await expect(heading).toBeVisible();
  await expect(notice).toBeVisible();
  const [name] = listing.image_descriptions;
  if (!name) throw new Error('The first picture of the demo listing is not described.');
  const photos = page.getByRole('region', { name: /^Photos of/ });
  const picture = photos.getByRole('img', { name, exact: true }).first();
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/offline.png` });
  // A page that was never opened says so, and not that it was seen: neither as the first page nor from one that is
  // a copy.
  const unseen = page.getByRole('heading', { level: 1, name: 'Not on this device yet' });
  await page.goto(`/properties/${other.id}`);
  await expect(unseen).toBeVisible();
  await expect(notice).toBeHidden();
  await page.goto(LIST);
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: listing.title, exact: true }).first().click();
  await expect(heading).toBeVisible();
  await expect(notice).toBeVisible();
  await page.goBack();
  await expect(cards).toHaveCount(seen);
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: other.title, exact: true }).first().click();
  await expect(unseen).toBeVisible();
  await expect(notice).toBeHidden();
  await page.goto(`/properties/${listing.id}`);
  // Private pages are kept nowhere.
  const kept = await keptAddresses(page);
  expect(kept.filter((path) => !/^\/(media\/|api\/(site$|properties(\/|$)))/.test(path))).toEqual([]);

  await page.context().setOffline(false);
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(notice).toBeHidden();
  forgiveSilence(consoleErrors);
});

test('pages that a guest opened by address are kept, and one opened offline recovers by itself', async ({
  page,
  consoleErrors,
}) => {
  const houses = '/properties?type=house&sort=price_desc';
  const cards = page.getByRole('article');
  const keptSearches = () =>
    page.evaluate(async () => {
      const answers = await caches.open('silong-answers');
      return (await answers.keys()).map(({ url }) => new URL(url).search);
    });
  // The server renders both, so that no request of the page brings their homes.
  await page.goto(LIST);
  await expect(cards.first()).toBeVisible();
  const seen = await cards.count();
  await untilControlled(page);
  await expect.poll(() => keptAddresses(page)).toContain('/api/properties');
  await page.goto(houses);
  await expect(cards.first()).toBeVisible();
  await expect.poll(async () => (await keptSearches()).some((query) => query.includes('type=house'))).toBe(true);

  await page.context().setOffline(true);
  const notice = page.getByText(/^You are offline\. This is what you saw on \w{3} \d/);
  const unseen = page.getByRole('heading', { name: 'Not on this device yet' });
  await page.goto(houses);
  await expect(cards.first()).toBeVisible();
  await page.goto(LIST);
  await expect(cards).toHaveCount(seen);
  await expect(notice).toBeVisible();
  await page.context().setOffline(false);
  await expect(notice).toBeHidden();

  await page.context().setOffline(true);
  await page.goto('/properties?type=office&sort=price_desc');
  await expect(unseen).toBeVisible();
  await page.context().setOffline(false);
  await expect(cards.first()).toBeVisible();
  await expect(unseen).toBeHidden();
  forgiveSilence(consoleErrors);
});

test('nothing that was seen stays after the log-out, nor for somebody else', async ({
  page,
  server,
  consoleErrors,
}) => {
  const { token, user } = await signIn(page, server.url, 'user');
  const [listing] = await someListings(server.url, token);
  if (!listing) throw new Error('The demo has no listings.');
  await page.goto(`/properties/${listing.id}`);
  await untilControlled(page);
  await expect.poll(() => keptAddresses(page)).toContain(`/api/properties/${listing.id}`);
  // Another person, in the same browser.
  const another = await page.context().newPage();
  await signInWith(another, await openSession(server.url, 'agent'));
  await another.goto('/terms');
  await untilControlled(another);
  await expect.poll(() => keptAddresses(another)).not.toContain(`/api/properties/${listing.id}`);
  await another.close();

  await page.goto(`/properties/${listing.id}`);
  // From then on the caches are the user's again.
  await page.waitForFunction((id) => localStorage.getItem('silong_pages_of') === String(id), user.id);
  await page.goto(`/properties/${listing.id}`);
  await expect.poll(() => keptAddresses(page)).toContain(`/api/properties/${listing.id}`);
  await page.getByRole('button', { name: /menu/i }).first().click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect
    .poll(async () =>
      (await keptAddresses(page)).filter((path) => path.startsWith(`/api/properties/${listing.id}`)),
    )
    .toEqual([]);
  forgiveSilence(consoleErrors);
});

/** A push service that no test reaches, and a question that a browser without a window does not ask. */
const standInForPush = () => {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  let current: object | null = null;
  const subscription = {
    options: { applicationServerKey: null },
    toJSON: () => ({
      endpoint: `https://93.184.216.34/send/${Math.random()}`,
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  };
  PushManager.prototype.subscribe = async () => {
    current = subscription;
    return subscription as unknown as PushSubscription;
  };
  PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
};

test('notifications are switched on and off for a device, and say honestly how it stands', {
  tag: '@journey',
}, async ({ page, server }) => {
  const { token } = await signIn(page, server.url, 'user');
  await page.addInitScript(standInForPush);
  await page.goto('/settings?tab=notifications');
  const devices = async () =>
    (await call<{ subscriptions: object[] }>('GET', `${server.url}/api/push/subscriptions`, token)).subscriptions
      .length;
  await expect(page.getByText('Off on this device.')).toBeVisible();
  await untilControlled(page);
  await page.getByRole('button', { name: 'Turn On' }).click();
  await expect(page.getByText('On for this device.')).toBeVisible();
  expect(await devices()).toBe(1);
  await expect(page.getByRole('button', { name: 'Send a Test' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/push.png`, fullPage: true });
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await expect(page.getByText('Off on this device.')).toBeVisible();
  expect(await devices()).toBe(0);
});

test('blocked notifications are told of, not asked for', async ({ page, server }) => {
  await signIn(page, server.url, 'user');
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await page.goto('/settings?tab=notifications');
  await expect(page.getByText(/^Notifications are blocked\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn On' })).toBeHidden();
});

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  });

  test('it is told how to install the site', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Install Silong' }).click();
    const dialog = page.getByRole('dialog', { name: 'Install Silong' });
    await expect(dialog.getByText('Add to Home Screen')).toBeVisible();
    await expectAccessible(page, 'dialog:modal');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/install.png` });
  });
});
