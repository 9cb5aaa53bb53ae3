import type { Page } from '@playwright/test';
import { openSession, signInWith } from './accounts.ts';
import { expect } from './fixtures.ts';
import { Screen } from './screens.ts';

/** The screens that are checked under settings of the system or browser (WCAG 1.4.4, 1.4.10 to 1.4.12, 2.3.3). */
export const screens = {
  guest: ['/', '/properties', '/agents', '/locations/makati', '/about', '/accessibility'],
  user: ['/dashboard', '/settings', '/favorites'],
  agent: ['/agent-dashboard', '/desk', '/desk/calendar'],
  admin: ['/admin-dashboard', '/admin-dashboard?tab=users'],
} as const;
type Caller = keyof typeof screens;
export const callers = Object.keys(screens) as Caller[];

export async function enterAs(page: Page, baseUrl: string, caller: Caller): Promise<void> {
  if (caller !== 'guest') await signInWith(page, await openSession(baseUrl, caller));
}

/** Loads the page, or, on the screen of an earlier call, goes there without a load. */
export async function openScreen(page: Page, path: string, screen = new Screen(page)): Promise<void> {
  await screen.open(path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Buttons, links and headings whose words stick out of a box that cuts them off. */
export const cutWords = (page: Page) =>
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
