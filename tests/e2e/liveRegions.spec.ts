import type { Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { Listener, type Utterance } from './support/listener.ts';

/** How often it was said, once all that is said by one act has been. */
async function timesSaid(listener: Listener, page: Page, words: RegExp): Promise<Utterance[]> {
  await expect
    .poll(async () => (await listener.said()).some(({ text }) => words.test(text)), { timeout: 10_000 })
    .toBe(true);
  await page.waitForTimeout(500);
  return (await listener.said()).filter(({ text }) => words.test(text));
}

test('the number of results is said once for each search, not for each key', async ({ page }) => {
  const listener = await Listener.on(page);
  await page.goto('/properties');
  await page.waitForLoadState('networkidle');
  await page.getByRole('combobox', { name: 'Search properties' }).pressSequentially('condo makati', {
    delay: 40,
  });
  await expect(page).toHaveURL(/search=condo\+makati/);
  const said = await timesSaid(listener, page, /propert(y|ies) found$/);
  expect(said.map(({ urgency }) => urgency)).toEqual(['polite']);
});

test('a failure is said once and assertively', async ({ page, server, consoleErrors }) => {
  const listener = await Listener.on(page);
  await signIn(page, server.url, 'user');
  await page.goto('/properties');
  await page.waitForLoadState('networkidle');
  const card = page.getByRole('list', { name: 'Properties' }).getByRole('article').first();
  await page.route('**/api/favorites**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await card.getByRole('button', { name: /to favorites$/ }).click();
  const failed = await timesSaid(listener, page, /favorite/i);
  expect(failed.map(({ urgency }) => urgency)).toEqual(['assertive']);
  consoleErrors.length = 0;
});
