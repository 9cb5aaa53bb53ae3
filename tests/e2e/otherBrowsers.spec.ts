import type { Page } from '@playwright/test';
import type { Conversation } from '../../shared/contracts/conversations.ts';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import type { PropertyList } from '../../shared/contracts/properties.ts';
import { Chat } from './pages/chat.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

// Faults of Firefox and of WebKit, each told by what a page measures: they run in every engine that is at hand.

const ENGINES = { tag: '@engines' };

test.describe('on a phone that lies on its side', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true });

  const NOTCH = 47;

  /** Words and controls below the camera, or below its counterpart on the other side. */
  const hidden = (page: Page) =>
    page.evaluate((notch) => {
      const isMoved = (element: Element): boolean => {
        const { overflowX } = getComputedStyle(element);
        if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) return true;
        return element.parentElement !== null && isMoved(element.parentElement);
      };
      return [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, button, input, select, textarea')]
        .filter((element) => {
          const { left, right, top, bottom, width } = element.getBoundingClientRect();
          const isInSight = width > 1 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
          const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
          const isBelow = left < notch - 1 || right > innerWidth - notch + 1;
          return isInSight && isShown && isBelow && !isMoved(element);
        })
        .map(
          (element) =>
            `${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText.slice(0, 40)}`,
        );
    }, NOTCH);

  for (const path of [
    '/',
    '/properties',
    '/properties?view=map',
    '/agents',
    '/about',
    '/dashboard',
    '/desk',
    '/desk/calendar',
  ])
    test(`nothing lies below its camera: ${path}`, async ({ page, server }) => {
      const cdp = await page.context().newCDPSession(page);
      const insets = { left: NOTCH, right: NOTCH, bottom: 21, top: 0 };
      await cdp.send('Emulation.setSafeAreaInsetsOverride' as 'Page.enable', { insets } as never);
      if (/dashboard|desk/.test(path)) await signIn(page, server.url, 'agent');
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      expect(await hidden(page)).toEqual([]);
    });
});

test.describe('on paper', () => {
  test('the pictures of a listing stand beside each other', ENGINES, async ({ page, server }) => {
    const { token } = await signIn(page, server.url, 'user');
    const { properties } = await call<PropertyList>('GET', `${server.url}/api/properties?limit=40`, token);
    const listing = properties.find(({ images }) => images.length > 2);
    await page.emulateMedia({ media: 'print' });
    await page.goto(`/properties/${listing?.id}`);
    const pictures = page.locator('[aria-hidden="true"].print\\:grid > div > img');
    await expect(pictures).toHaveCount(3);
    const boxes = await pictures.evaluateAll((images) =>
      images.map((image) => {
        const { top, height } = image.getBoundingClientRect();
        return { top: Math.round(top), height: Math.round(height) };
      }),
    );
    const [large, upper, lower] = boxes;
    if (!large || !upper || !lower) throw new Error('There are three.');
    // 76 and 37 mm.
    expect(boxes.map(({ height }) => height)).toEqual([287, 140, 140]);
    expect(lower.top).toBeGreaterThanOrEqual(upper.top + upper.height);
    expect(lower.top + lower.height).toBeLessThanOrEqual(large.top + large.height + 1);
  });

  test(
    'the cards of a list are as wide as their columns, and no row is empty below them',
    ENGINES,
    async ({ page }) => {
      await page.setViewportSize({ width: 760, height: 1_000 });
      await page.emulateMedia({ media: 'print' });
      await page.goto('/properties');
      const items = page.locator('main li:has(> article)');
      await expect(items.nth(8)).toBeVisible();
      const faults = await items.evaluateAll((all) =>
        all.flatMap((item, at) => {
          const [own, card] = [item, item.firstElementChild].map(
            (each) => each?.getBoundingClientRect() ?? new DOMRect(),
          );
          const next = all[at + 1]?.getBoundingClientRect();
          const isCut = (card?.right ?? 0) > (own?.right ?? 0) + 1;
          const isOver = next !== undefined && next.top === own?.top && next.left < (card?.right ?? 0);
          const row = all.filter((each) => Math.abs(each.getBoundingClientRect().top - (own?.top ?? 0)) < 2);
          const highest = Math.max(...row.map((each) => each.firstElementChild?.scrollHeight ?? 0));
          const isEmpty = (own?.height ?? 0) > highest + 12;
          return isCut || isOver || isEmpty ? [`${at}: ${JSON.stringify({ own, card, highest })}`] : [];
        }),
      );
      expect(faults).toEqual([]);
    },
  );
});

const LINES = Array.from({ length: 7 }, (_, at) => `Line ${at + 1} of what was agreed on`).join('\n');

test('fields of the Desk grow with their text', ENGINES, async ({ page, server }) => {
  const { token } = await signIn(page, server.url, 'agent');
  const { rows } = await call<{ rows: DeskRow[] }>('GET', `${server.url}/api/desk/queue?view=needs_me`, token);
  await page.goto(`/desk?client=${rows[0]?.id}`);
  const message = page.getByRole('textbox', { name: /^(Message to|What you told)/ });
  const wishes = page.getByRole('textbox', { name: 'Wishes' });
  for (const field of [message, wishes]) {
    await expect(field).toBeVisible();
    const before = await field.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight);
    await field.fill(LINES);
    const { height, hides } = await field.evaluate((area: HTMLElement) => ({
      height: area.offsetHeight,
      hides: area.scrollHeight - area.clientHeight,
    }));
    expect(height).toBeGreaterThan(before);
    expect(hides).toBeLessThanOrEqual(1);
    await field.fill('');
    await expect.poll(() => field.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight)).toBe(before);
  }
});

test('the Enter that ends a word of an input method sends nothing', ENGINES, async ({ page, server }) => {
  const { token } = await signIn(page, server.url, 'user');
  const { user: agent } = await openSession(server.url, 'agent');
  const talks = await call<Conversation[]>('GET', `${server.url}/api/conversations`, token);
  const talk = talks.find(({ participant, status }) => participant.id === agent.id && status === 'active');
  await page.goto(`/conversations/${talk?.id}`);
  const chat = new Chat(page);
  await chat.input.fill('我想看房');
  // Safari has ended the word by then: only the key's code is left.
  await chat.input.evaluate((area) => {
    area.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
    );
  });
  await expect(chat.input).toHaveValue('我想看房');
  await chat.input.press('Enter');
  await expect(chat.saying('我想看房')).toBeVisible();
});

test('a day is read whole in a field of a phone', ENGINES, async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, server.url, 'admin');
  await page.goto('/admin-dashboard?tab=users');
  const from = page.getByLabel('Joined from');
  await from.fill('2026-01-15');
  expect((await from.boundingBox())?.width).toBeGreaterThanOrEqual(158);
  await expect(page.getByLabel('Joined to')).toHaveAttribute('min', '2026-01-15');
});
