import type { Page } from '@playwright/test';
import { openSession, signInWith } from './support/accounts.ts';
import { expect, expectNoSidewaysScroll, test } from './support/fixtures.ts';

/** What people set in their system or browser, and what must be left of each screen then (WCAG 1.3.4, 1.4.4, 1.4.10–12, 2.3.3). */
const screens = {
  guest: ['/', '/properties', '/agents', '/locations/makati', '/about', '/accessibility'],
  user: ['/dashboard', '/settings', '/favorites'],
  agent: ['/agent-dashboard', '/desk', '/desk/calendar'],
  admin: ['/admin-dashboard', '/admin-dashboard?tab=users'],
} as const;
type Caller = keyof typeof screens;
const callers = Object.keys(screens) as Caller[];

async function enterAs(page: Page, baseUrl: string, caller: Caller): Promise<void> {
  if (caller !== 'guest') await signInWith(page, await openSession(baseUrl, caller));
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Buttons, links and headings whose words stick out of a box that cuts them off. */
const cutWords = (page: Page) =>
  page.evaluate(() => {
    const cuts = (value: string) => value === 'hidden' || value === 'clip';
    return [...document.querySelectorAll<HTMLElement>('button, a, label, [role="tab"], h1, h2, h3')]
      .filter((part) => {
        const { overflowX, overflowY, textOverflow, display, webkitLineClamp } = getComputedStyle(part);
        // Long names end with an ellipsis on purpose.
        if (display === 'inline' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
        if (part.closest('.visuallyHidden') || !part.checkVisibility() || part.clientWidth < 2) return false;
        if (!part.textContent?.trim()) return false;
        const isCutAside = cuts(overflowX) && part.scrollWidth > part.clientWidth + 1;
        return isCutAside || (cuts(overflowY) && part.scrollHeight > part.clientHeight + 1);
      })
      .map((part) => `${part.tagName} ${part.textContent?.trim().slice(0, 60)}`);
  });

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

for (const caller of callers) {
  test.describe(`the screens of a ${caller}`, () => {
    test.slow();

    /*
     * The root's own size is doubled, as 'text only' does: a browser's zoom would change the width that the layout asks for
     * too, and is the next test. Whatever is measured in pixels would stay small and is found here.
     */
    test('hold text of twice the size', async ({ page, server }) => {
      await page.setViewportSize({ width: 1280, height: 1024 });
      await page.addInitScript(() => {
        const grow = () => document.documentElement.style.setProperty('font-size', '200%');
        if (document.documentElement) grow();
        document.addEventListener('DOMContentLoaded', grow);
      });
      await enterAs(page, server.url, caller);
      for (const path of screens[caller])
        await test.step(path, async () => {
          await open(page, path);
          await expectNoSidewaysScroll(page);
          expect(await cutWords(page)).toEqual([]);
          const small = await page.evaluate(() => {
            const found = new Set<string>();
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
              const part = node.parentElement;
              if (!part || !node.textContent?.trim() || part.closest('svg, script, style')) continue;
              // Twice the smallest size that is used.
              if (part.checkVisibility() && Number.parseFloat(getComputedStyle(part).fontSize) < 20)
                found.add(`${part.tagName} ${node.textContent.trim().slice(0, 40)}`);
            }
            return [...found];
          });
          expect(small, 'text that did not grow').toEqual([]);
        });
    });

    test('fit a window of 320 × 256', async ({ page, server }) => {
      await page.setViewportSize({ width: 320, height: 256 });
      await enterAs(page, server.url, caller);
      for (const path of screens[caller])
        await test.step(path, async () => {
          await open(page, path);
          await expectNoSidewaysScroll(page);
          await page.mouse.wheel(0, 600);
          expect(await shareOfBars(page), 'what bars take of the window').toBeLessThan(0.4);
        });
    });

    test('hold text that is set apart', async ({ page, server }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await enterAs(page, server.url, caller);
      for (const path of screens[caller])
        await test.step(path, async () => {
          await open(page, path);
          await page.evaluate(() => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(
              '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important} p{margin-bottom:2em!important}',
            );
            document.adoptedStyleSheets.push(sheet);
          });
          await expectNoSidewaysScroll(page);
          expect(await cutWords(page)).toEqual([]);
        });
    });

    test('keep still for those who ask for it', async ({ page, server }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await enterAs(page, server.url, caller);
      for (const path of screens[caller])
        await test.step(path, async () => {
          await open(page, path);
          const moving = await page.evaluate(() => {
            const seconds = (text: string) =>
              Math.max(...text.split(',').map((part) => Number.parseFloat(part)));
            return [...document.querySelectorAll('*')].flatMap((part) => {
              const { animationName, animationDuration, transitionDuration, scrollBehavior } =
                getComputedStyle(part);
              const lasts = animationName !== 'none' && seconds(animationDuration) > 0.01;
              const isSlow = seconds(transitionDuration) > 0.01;
              return lasts || isSlow || scrollBehavior === 'smooth' ? [part.outerHTML.slice(0, 120)] : [];
            });
          });
          expect(moving).toEqual([]);
        });
    });
  });
}

test('with forced colors what is chosen, a switch and the focus can be told', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enterAs(page, server.url, 'user');
  await open(page, '/settings?tab=preferences');
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
    await open(page, '/about');
    const [muted, text] = await page.evaluate(() => {
      const muted = document.querySelector('main .text-muted') ?? document.body;
      return [getComputedStyle(muted).color, getComputedStyle(document.body).color];
    });
    expect(muted).toBe(text);
  }
});

test('a dialog in a window of 320 × 256 reaches all its buttons', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await open(page, '/about');
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
  await open(page, '/about');
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
  for (const path of screens.guest) {
    await open(page, path);
    const links = await page
      .getByRole('contentinfo')
      .getByRole('link')
      .evaluateAll((all) =>
        all
          .map((link) => link.getAttribute('href') ?? '')
          .filter((href) => /^(?:mailto|tel):|\/accessibility$/.test(href)),
      );
    orders.add(links.join(' '));
  }
  expect([...orders]).toEqual([expect.stringMatching(/^mailto:\S+ tel:\S+ \/accessibility$/)]);
});
