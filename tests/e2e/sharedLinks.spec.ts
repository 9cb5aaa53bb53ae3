import { type CDPSession, expect as check, type Page } from '@playwright/test';
import type { Agent } from '../../shared/contracts/agents.ts';
import type { Property, PropertyList } from '../../shared/contracts/properties.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { call, openSession, signInWith } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** A listing for sale with several pictures, of an agent with a telephone. */
async function findListing(url: string, suits = (_listing: Property) => true): Promise<Property> {
  const { token } = await openSession(url, 'user');
  const path = '/api/properties?listing_type=sale&status=available&limit=50';
  const { properties } = await call<PropertyList>('GET', url + path, token);
  const listing = properties.find((each) => each.images.length >= 3 && each.agent?.phone && suits(each));
  if (!listing) throw new Error('The demo has no such listing.');
  return listing;
}

async function openPages(url: string, publicListingPages: boolean): Promise<void> {
  const { token } = await openSession(url, 'admin');
  await call('PUT', `${url}/api/admin/settings`, token, {
    category: 'application',
    settings: { publicListingPages },
  });
}

/** The sum of layout shifts without the user's doing, as browsers measure it. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
}

test.describe('listing pages that ask for an account', () => {
  test('a shared link shows its listing in the login dialog and at home, and leads there', {
    tag: '@journey',
  }, async ({ page, server }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const listing = await findListing(server.url);
    const login = new LoginDialog(page);
    const shifted = await watchShifts(page);
    await page.goto(`/properties/${listing.id}`);
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(login.root.getByText('Login to continue')).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBe(
      `/properties/${listing.id}`,
    );
    await expect(login.root.getByText('Log in to see this listing')).toBeVisible();
    await expect(login.root.getByText(listing.title)).toBeVisible();
    await expect(login.root.getByText(listing.price.toLocaleString('en-PH'))).toBeVisible();
    await expect(login.root.getByText(/sqm/)).toBeVisible();
    // A page that was drawn and taken away again moved nearly all of it.
    expect(await shifted()).toBeLessThan(0.1);

    await page.keyboard.press('Escape');
    await expect(login.root).toBeHidden();
    const sent = page.getByRole('region', { name: 'The listing shared with you' });
    await expect(sent.getByText(listing.title)).toBeVisible();
    await expect(sent.getByText(listing.location.city)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectNoSidewaysScroll(page);
    await sent.getByRole('button', { name: 'Log in to see the full listing' }).click();
    await login.logIn('user@silong.example');
    await expect(page).toHaveURL(`${server.url}/properties/${listing.id}`);
    await expect(page.getByRole('heading', { level: 1, name: listing.title })).toBeVisible();
    // Back is where they came from, not the page that sent them away.
    await page.goBack();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(sent).toHaveCount(0);
  });

  test('a shared profile shows its agent; a listing that is gone shows nothing', async ({
    page,
    server,
    consoleErrors,
  }) => {
    const { agent } = await findListing(server.url);
    const login = new LoginDialog(page);
    await page.goto(`/agents/${agent?.id}`);
    await expect(login.root.getByText('Log in to see this agent')).toBeVisible();
    await expect(login.root.getByText(agent?.name ?? '')).toBeVisible();
    await page.goto('/properties/999999');
    await expect(login.root.getByText('Login to continue')).toBeVisible();
    await expect(login.root.getByText('Log in to see this listing')).toHaveCount(0);
    for (const error of consoleErrors.splice(0)) expect(error).toContain('404');
  });

  test('who comes to a listing that was sold is told so, without an account, and shown others like it', async ({
    page,
    server,
    consoleErrors,
  }) => {
    const { token } = await openSession(server.url, 'admin');
    const listing = await findListing(server.url);
    const mark = (status: string) => call('PUT', `${server.url}/api/properties/${listing.id}`, token, { status });
    await mark('sold');
    try {
      const answer = await page.goto(`/properties/${listing.id}`);
      expect(answer?.status()).toBe(410);
      await expect(
        page.getByRole('heading', { level: 1, name: 'This property is no longer available' }),
      ).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Similar properties nearby' })).toBeVisible();
      await expect(new LoginDialog(page).root).toBeHidden();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      for (const error of consoleErrors.splice(0)) expect(error).toContain('410');
      await page.getByRole('link', { name: 'Browse all properties' }).click();
      await expect(page).toHaveURL(/\/properties$/);
    } finally {
      await mark(listing.status);
    }
  });
});

test.describe('pages that an admin opened', () => {
  test.use(phone);

  test.beforeEach(({ server }) => openPages(server.url, true));
  test.afterEach(({ server }) => openPages(server.url, false));

  test('a guest reads a listing and a profile without contact data, and acts once logged in', async ({
    page,
    server,
  }) => {
    const listing = await findListing(server.url);
    const { agent } = (await (await fetch(`${server.url}/api/properties/${listing.id}`)).json()).data;
    const known = await call<Property>(
      'GET',
      `${server.url}/api/properties/${listing.id}`,
      (await openSession(server.url, 'user')).token,
    );
    const [email, number] = [known.agent?.email ?? '?', known.agent?.phone ?? '?'];
    const login = new LoginDialog(page);
    const answers: Promise<string>[] = [];
    page.on('response', (answer) => {
      // The page's data comes with it, or is requested.
      if (answer.url().includes('/api/') || answer.request().isNavigationRequest())
        answers.push(answer.text().catch(() => ''));
    });

    await page.goto(`/properties/${listing.id}`);
    await expect(page).toHaveURL(`${server.url}/properties/${listing.id}`);
    await expect(page.getByRole('heading', { level: 1, name: listing.title })).toBeVisible();
    await page.getByRole('tab', { name: 'Agent' }).click();
    await expect(page.getByRole('button', { name: 'Log in to see the phone and email' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.goto(`/agents/${agent.id}?tab=contact`);
    await expect(page.getByRole('heading', { level: 1, name: agent.name })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in to see the phone and email' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const told = (await Promise.all(answers)).join();
    check(told).toContain(agent.name);
    for (const secret of [email, number]) check(told).not.toContain(secret);

    // The visitor's act is done after log-in, in the same place.
    await page.goto(`/properties/${listing.id}`);
    const bar = page.getByRole('complementary', { name: 'Price and contact' });
    await bar.getByRole('button', { name: 'Viewing' }).click();
    await login.logIn('user@silong.example');
    const request = page.getByRole('dialog').filter({ hasText: 'Request a Viewing' });
    await expect(request).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/properties/${listing.id}`);
    await page.keyboard.press('Escape');
    await expect(request).toBeHidden();
    await expect(bar.getByRole('link', { name: 'Call' })).toHaveAttribute(
      'href',
      `tel:${number.replace(/[^\d+]/g, '')}`,
    );
  });

  test('a favorite and a message that a guest asked for', { tag: '@journey' }, async ({ page, server }) => {
    const { token } = await openSession(server.url, 'user');
    const kept = await call<{ property_id: number }[]>('GET', `${server.url}/api/favorites`, token);
    const ids = kept.map(({ property_id }) => property_id);
    const listing = await findListing(server.url, ({ id }) => !ids.includes(id));
    const login = new LoginDialog(page);
    await page.goto(`/properties/${listing.id}`);
    const heart = page.getByRole('button', { name: 'Favorite', exact: true });
    await heart.click();
    await page.getByRole('button', { name: 'Login', exact: true }).last().click();
    await login.logIn('user@silong.example');
    await expect(page.getByText('Property added to favorites')).toBeVisible();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');

    await page.evaluate(() => localStorage.clear());
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`/properties/${listing.id}`);
    await page
      .getByRole('complementary', { name: 'Price and contact' })
      .getByRole('button', { name: 'Message' })
      .click();
    await expect(login.root).toBeVisible();
    // Closed unused, the dialog leaves no act for a later log-in.
    await page.keyboard.press('Escape');
    await expect(login.root).toBeHidden();
    await page
      .getByRole('complementary', { name: 'Contact and summary' })
      .getByRole('button', { name: 'Message' })
      .click();
    await login.logIn('user@silong.example');
    await expect(
      page
        .getByRole('dialog')
        .getByLabel(/Message/)
        .first(),
    ).toBeVisible();
  });
});

test.describe('for somebody who is signed in', () => {
  test.beforeEach(async ({ page, server }) => {
    await signInWith(page, await openSession(server.url, 'user'));
  });

  test.describe('on a phone', () => {
    test.use(phone);

    test('the bar at the foot offers Message, Viewing and Call', async ({ page, server }) => {
      const listing = await findListing(server.url);
      await page.goto(`/properties/${listing.id}`);
      const bar = page.getByRole('complementary', { name: 'Price and contact' });
      // The price stands in the head of the page, and in the bar once that has scrolled away.
      const price = bar.getByText(listing.price.toLocaleString('en-PH'));
      await expect.poll(async () => (await price.boundingBox())?.height ?? 0).toBeLessThan(2);
      const ways = [
        bar.getByRole('button', { name: 'Message' }),
        bar.getByRole('button', { name: 'Viewing' }),
        bar.getByRole('link', { name: 'Call' }),
      ];
      for (const way of ways) {
        const box = await way.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
      }
      await expect(ways[2] as (typeof ways)[number]).toHaveAttribute('href', /^tel:\+?\d+$/);
      await expectNoSidewaysScroll(page);
      await page.getByRole('tab', { name: 'Location' }).click();
      await expect(page.getByRole('heading', { name: 'Where it is' })).toBeInViewport();
      await expect.poll(async () => (await price.boundingBox())?.height ?? 0).toBeGreaterThan(15);
      await expectNoSidewaysScroll(page);
      await ways[1]?.click();
      await expect(page.getByRole('dialog').filter({ hasText: 'Request a Viewing' })).toBeVisible();
      await page.keyboard.press('Escape');
      await ways[0]?.click();
      await expect(
        page
          .getByRole('dialog')
          .getByLabel(/Message/)
          .first(),
      ).toBeVisible();
    });
  });

  test('tabs lead through one scroll, and the agent’s card tells who they are', async ({ page, server }) => {
    const listing = await findListing(server.url);
    const agent = await call<Agent>('GET', `${server.url}/api/agents/${listing.agent?.id}`, '');
    await page.goto(`/properties/${listing.id}`);
    const column = page.getByRole('complementary', { name: 'Contact and summary' });
    await expect(column.getByRole('link', { name: agent.name })).toHaveAttribute('href', `/agents/${agent.id}`);
    if (agent.license) await expect(column.getByText(/^License checked, valid until /)).toBeVisible();
    if (agent.review_count > 0)
      await expect(column.getByText(`${agent.rating.toFixed(1)} (${agent.review_count} review`)).toBeVisible();
    // Each way once: to see it, to write, to call or mail.
    await expect(column.getByRole('button')).toHaveText([
      'Request a Viewing',
      'Message',
      /Call or email$/,
      'Report this listing',
    ]);
    for (const name of ['Share Property', 'Favorite'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(1);
    await expect(column.getByRole('heading', { name: 'Property Summary' })).toBeVisible();

    const headings = { Details: 'Property Details', Location: 'Where it is', Agent: agent.name };
    for (const [name, heading] of Object.entries(headings)) {
      const tab = page.getByRole('tab', { name });
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel', { name }).getByRole('heading', { name: heading })).toBeInViewport();
      await expect(tab).toBeInViewport();
    }
    await page.getByRole('tab', { name: 'Agent' }).press('Home');
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Description' })).toBeInViewport();
    // Reading on marks the next one.
    await page.getByRole('heading', { name: 'Property Details' }).evaluate((heading) => {
      window.scrollBy({ top: heading.getBoundingClientRect().top - 200, behavior: 'instant' });
    });
    await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');

    // Lists and the comparison are behind the heart.
    await page.getByRole('button', { name: 'Lists and comparison' }).click();
    await page.getByRole('menuitem', { name: 'Add to comparison' }).click();
    await expect(page.getByRole('link', { name: 'Compare' })).toBeVisible();
    await page.getByRole('button', { name: 'Lists and comparison' }).click();
    await page.getByRole('menuitem', { name: 'Save to list…' }).click();
    await expect(page.getByRole('dialog', { name: 'Save to list' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1200, height: 800 });
    await expect(column.getByRole('heading', { name: 'Property Summary' })).toBeHidden();
  });

  test('the menu beside Share leads to messengers with the address of the page', { tag: '@journey' }, async ({
    page,
    context,
    server,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const listing = await findListing(server.url);
    const url = `${server.url}/properties/${listing.id}`;
    await page.goto(url);
    await page.getByRole('button', { name: 'More ways to share' }).click();
    const menu = page.getByRole('menu', { name: 'More ways to share' });
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Copy link',
      'Messenger',
      'Viber',
      'WhatsApp',
      'Facebook',
      'Email',
    ]);
    const address = async (name: string) =>
      decodeURIComponent((await menu.getByRole('menuitem', { name }).getAttribute('href')) ?? '');
    for (const [name, start] of [
      ['Viber', 'viber://forward?text='],
      ['WhatsApp', 'https://wa.me/?text='],
      ['Facebook', 'https://www.facebook.com/sharer/sharer.php?u='],
      ['Email', 'mailto:?subject='],
    ] as const) {
      const href = await address(name);
      expect(href.startsWith(start), href).toBe(true);
      expect(href).toContain(url);
    }
    await menu.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(page.getByText('Property link copied to clipboard')).toBeVisible();
    await expect(menu).toHaveCount(0);
  });

  test.describe('the pictures in full screen', () => {
    test.use(phone);

    test('are brought near by two fingers, a double tap and keys, moved by one, and swiped when whole', {
      tag: '@journey',
    }, async ({ page, server }) => {
      const { id, image_descriptions } = await findListing(server.url);
      const [name] = image_descriptions;
      if (!name) throw new Error('The first picture of the demo listing is not described.');
      await page.goto(`/properties/${id}`);
      await page.getByRole('button', { name: 'View full screen' }).click();
      const gallery = page.getByRole('dialog', { name: /^Photos of/ });
      const picture = gallery.getByRole('img', { name, exact: true });
      await expect(picture).toBeVisible();
      const whole = await widthOf(picture);
      const touch = await fingersOf(page);

      await touch.pinch({ x: 195, y: 350 }, 40, 100);
      await expect.poll(async () => (await widthOf(picture)) / whole).toBeCloseTo(2.5, 1);
      await expect(gallery.getByText('Zoom 250%')).toBeAttached();
      // One finger moves it now, and loads no other picture.
      const { x: left } = await boxOf(picture);
      await touch.drag({ x: 250, y: 350 }, { x: 170, y: 350 });
      // Touch events have whole pixels, a zoomed picture lies between them.
      await expect.poll(async () => Math.abs((await boxOf(picture)).x - left + 80)).toBeLessThan(1.5);
      await expect(picture).toBeVisible();

      await touch.tap({ x: 195, y: 350 });
      await touch.tap({ x: 195, y: 350 });
      await expect.poll(() => widthOf(picture)).toBeCloseTo(whole, 0);
      await touch.tap({ x: 195, y: 350 });
      await touch.tap({ x: 195, y: 350 });
      await expect.poll(async () => (await widthOf(picture)) / whole).toBeCloseTo(2.5, 1);
      await page.keyboard.press('0');
      await expect.poll(() => widthOf(picture)).toBeCloseTo(whole, 0);
      await page.keyboard.press('+');
      await expect.poll(async () => (await widthOf(picture)) / whole).toBeCloseTo(1.5, 1);
      await page.keyboard.press('-');
      await expect(gallery.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true');

      await touch.drag({ x: 300, y: 350 }, { x: 120, y: 350 });
      await expect(gallery.getByText(/^(Photo )?2 \/ /)).toBeVisible();
    });
  });
});

type Place = { x: number; y: number };
type Picture = ReturnType<Page['locator']>;

async function boxOf(picture: Picture) {
  const box = await picture.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return box;
}

const widthOf = async (picture: Picture) => (await boxOf(picture)).width;

/** Real touches, as the browser gets them from a screen. */
async function fingersOf(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (Place & { id: number })[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const steps = [0.25, 0.5, 0.75, 1];
  return {
    async tap(at: Place) {
      await send('touchStart', [{ ...at, id: 0 }]);
      await send('touchEnd', []);
    },
    async drag(from: Place, to: Place) {
      await send('touchStart', [{ ...from, id: 0 }]);
      for (const part of steps)
        await send('touchMove', [
          { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, id: 0 },
        ]);
      await send('touchEnd', []);
    },
    /** Two fingers side by side, each so far from the middle. */
    async pinch({ x, y }: Place, from: number, to: number) {
      const pair = (apart: number) => [
        { x: x - apart, y, id: 0 },
        { x: x + apart, y, id: 1 },
      ];
      await send('touchStart', pair(from).slice(0, 1));
      await send('touchStart', pair(from));
      for (const part of steps) await send('touchMove', pair(from + (to - from) * part));
      await send('touchEnd', []);
    },
  };
}
