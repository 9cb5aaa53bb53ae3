import type { Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

/** The browser's refusals by the page's policy, as 'directive what', since the page was opened. */
async function watchViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.exposeFunction('tellViolation', (violation: string) => found.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { tellViolation } = window as unknown as { tellViolation(text: string): void };
      tellViolation(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  return found;
}

const screens = {
  visitor: ['/', '/properties?view=map', '/agents', '/locations/makati'],
  user: ['/properties/290', '/dashboard', '/profile', '/settings'],
  agent: ['', '?tab=properties', '?tab=messages', '?tab=analytics'].map((tab) => `/agent-dashboard${tab}`),
  admin: ['', '?tab=users', '?tab=properties', '?tab=trust', '?tab=settings'].map(
    (tab) => `/admin-dashboard${tab}`,
  ),
};

for (const [who, paths] of Object.entries(screens))
  test(`the screens of a ${who} keep to the policy of the page`, async ({ page, server }) => {
    const violations = await watchViolations(page);
    if (who !== 'visitor') await signIn(page, server.url, who as 'user' | 'agent' | 'admin');
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(violations, path).toEqual([]);
    }
  });

test('the login dialog keeps to it, too', async ({ page }) => {
  const violations = await watchViolations(page);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  expect(violations).toEqual([]);
});

test('what antd draws has its style, and a style without the nonce has none', async ({
  page,
  server,
  consoleErrors,
}) => {
  const violations = await watchViolations(page);
  await signIn(page, server.url, 'agent');
  await page.goto('/agent-dashboard?tab=properties');
  await page.getByRole('button', { name: 'Add New Property' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Property' });
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveCSS('border-top-style', 'solid');
  expect(violations).toEqual([]);

  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { opacity: 0.5 }';
    document.head.append(style);
    document.body.insertAdjacentHTML('beforeend', '<img src="https://elsewhere.example/a.png" alt="">');
  });
  await expect
    .poll(() => violations.map((violation) => violation.split(' ')[0]))
    .toEqual(['style-src-elem', 'img-src']);
  await expect(page.locator('body')).toHaveCSS('opacity', '1');
  // The browser says so there, too.
  expect(consoleErrors.splice(0)).toHaveLength(2);
});
