import type { Page } from '@playwright/test';
import { callers, cutWords, enterAs, openScreen, screens } from './support/display.ts';
import { expect, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { Screen } from './support/screens.ts';

/**
 * Display settings of the system, the browser or the zoom, and the parts of each screen that must remain under
 * them.
 */

/** The share of the window's height that bars which stay in sight take, at the middle of its width. */
const shareOfBars = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((part) => {
      const { position, visibility } = getComputedStyle(part);
      if ((position !== 'fixed' && position !== 'sticky') || visibility === 'hidden') return false;
      const box = part.getBoundingClientRect();
      return box.width > innerWidth / 2 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    });
    const height = bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
    return height / innerHeight;
  });

/** The elements that move, or take time to change their look. */
const movingParts = (page: Page) =>
  page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(',').map((part) => Number.parseFloat(part)));
    return [...document.querySelectorAll('*')].flatMap((part) => {
      const { animationName, animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(part);
      const lasts = animationName !== 'none' && seconds(animationDuration) > 0.01;
      const isSlow = seconds(transitionDuration) > 0.01;
      return lasts || isSlow || scrollBehavior === 'smooth' ? [part.outerHTML.slice(0, 120)] : [];
    });
  });

/** With the distances of WCAG 1.4.12, until it is called off. */
async function setTextApart(page: Page, isApart: boolean): Promise<void> {
  await page.evaluate(
    (rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
    },
    isApart
      ? '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important} p{margin-bottom:2em!important}'
      : '',
  );
}

/** The texts smaller than twice the smallest size that is used. */
const smallTexts = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const part = node.parentElement;
      if (!part || !node.textContent?.trim() || part.closest('svg, script, style')) continue;
      if (part.checkVisibility() && Number.parseFloat(getComputedStyle(part).fontSize) < 20)
        found.add(`${part.tagName} ${node.textContent.trim().slice(0, 40)}`);
    }
    return [...found];
  });

// Each screen is opened once: opening takes the time.
for (const caller of callers)
  test(`the screens of a ${caller} keep still for those who ask for it, hold text that is set apart, and fit a window of 320 × 256`, async ({
    page,
    server,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await enterAs(page, server.url, caller);
    const screen = new Screen(page);
    for (const path of screens[caller])
      await test.step(path, async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        await openScreen(page, path, screen);
        expect(await movingParts(page)).toEqual([]);

        await setTextApart(page, true);
        await expectNoSidewaysScroll(page);
        expect(await cutWords(page)).toEqual([]);
        await setTextApart(page, false);

        await page.setViewportSize({ width: 320, height: 256 });
        await expect(async () => expectNoSidewaysScroll(page)).toPass({ timeout: 5_000 });
        await page.mouse.wheel(0, 600);
        expect(await shareOfBars(page), 'what bars take of the window').toBeLessThan(0.4);
      });
  });

/* The browser's own size of text, doubled, as people set it: sizes in rem grow, the widths that the layout asks
   for among them, and sizes in pixels stay small, which is found here. antd reads the size when the page loads. */
for (const caller of callers)
  test(`the screens of a ${caller} hold text of twice the size`, async ({ page, server }) => {
    test.slow();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await page.setViewportSize({ width: 1280, height: 1024 });
    await enterAs(page, server.url, caller);
    const screen = new Screen(page);
    for (const path of screens[caller])
      await test.step(path, async () => {
        await openScreen(page, path, screen);
        await expect(page.locator('html')).toHaveCSS('font-size', '32px');
        await expectNoSidewaysScroll(page);
        expect(await cutWords(page)).toEqual([]);
        expect(await smallTexts(page), 'text that did not grow').toEqual([]);
      });
  });

test('with forced colors what is chosen, a switch and the focus can be told', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enterAs(page, server.url, 'user');
  await openScreen(page, '/settings?tab=preferences');
  const chosen = page.locator('main [aria-selected="true"], main [aria-current="page"]').first();
  await expect(chosen).toHaveCSS('outline-style', 'double');
  const border = await page
    .getByRole('switch')
    .first()
    .evaluate((part) => getComputedStyle(part).borderTopWidth);
  expect(border).toBe('1px');
  await page.keyboard.press('Tab');
  const outline = await page.evaluate(
    () => getComputedStyle(document.activeElement ?? document.body).outlineWidth,
  );
  expect(outline).toBe('4px');
});

test('more contrast is given to those who ask for it, in both color schemes', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await openScreen(page, '/about');
    const [muted, text] = await page.evaluate(() => {
      const muted = document.querySelector('main .text-muted') ?? document.body;
      return [getComputedStyle(muted).color, getComputedStyle(document.body).color];
    });
    expect(muted).toBe(text);
  }
});

test('a dialog in a window of 320 × 256 reaches all its buttons', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await openScreen(page, '/about');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Login' }).click();
  const dialog = page.getByRole('dialog').last();
  await expect(dialog.getByLabel('Email Address')).toBeVisible();
  for (const button of await dialog.getByRole('button').all()) {
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport();
  }
});

test('what is copied can be pasted into the sign-in, and a password manager finds its fields', async ({
  page,
}) => {
  await openScreen(page, '/about');
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email Address')).toHaveAttribute('autocomplete', /username|email/);
  const password = dialog.locator('input[autocomplete="current-password"]');
  await expect(password).toHaveAttribute('type', 'password');
  const isTaken = await password.evaluate((field) =>
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  );
  expect(isTaken, 'nothing keeps the browser from pasting').toBe(true);
});

test('help stands at the same place of every page', async ({ page }) => {
  const orders = new Set<string>();
  const screen = new Screen(page);
  for (const path of screens.guest) {
    await openScreen(page, path, screen);
    const links = await page
      .getByRole('contentinfo')
      .locator('a:not([hreflang])')
      .evaluateAll((all) =>
        all
          .map((link) => link.getAttribute('href') ?? '')
          .filter((href) => /^mailto:|\/accessibility$/.test(href)),
      );
    orders.add(links.join(' '));
  }
  expect([...orders]).toEqual([expect.stringMatching(/^mailto:\S+ \/accessibility$/)]);
});

test('choosing in a field changes the list at most, not the page, and leaves the focus where it is', async ({
  page,
}) => {
  for (const path of ['/', '/properties', '/agents']) {
    await openScreen(page, path);
    for (const field of await page.getByRole('main').locator('select:visible').all()) {
      await field.focus();
      const heading = await page.getByRole('heading', { level: 1 }).textContent();
      await page.keyboard.press('ArrowDown');
      await page.waitForLoadState('networkidle');
      await expect(field, `${path}: the focus stays`).toBeFocused();
      expect(new URL(page.url()).pathname).toBe(path);
      if (path !== '/properties') await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '');
    }
  }
});
