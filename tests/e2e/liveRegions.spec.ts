import { type Browser, expect as expectNow, type Page } from '@playwright/test';
import type { Conversation } from '../../shared/contracts/conversations.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { Listener, type Utterance } from './support/listener.ts';
import { freshListing } from './support/people.ts';

/** How often it was said, once all that is said by one act has been. */
async function timesSaid(listener: Listener, page: Page, words: RegExp): Promise<Utterance[]> {
  await expectNow
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
  await page.getByRole('button', { name: /^Show costs/ }).click();
  expect((await timesSaid(listener, page, /found$/)).length).toBe(1);
});

test('a failure is said at once and assertively, and a note once and politely', async ({
  page,
  server,
  consoleErrors,
}) => {
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

test('saved settings are said once and politely', async ({ page, server }) => {
  const listener = await Listener.on(page);
  await signIn(page, server.url, 'user');
  await page.goto('/settings');
  await page.getByRole('button', { name: /^Save/ }).click();
  const said = await timesSaid(listener, page, /Settings saved successfully!/);
  expect(said.map(({ urgency }) => urgency)).toEqual(['polite']);
});

async function chatBetween(browser: Browser, url: string) {
  const listing = await freshListing(url, 5);
  const { token } = await openSession(url, 'user');
  const conversation = await call<Conversation>('POST', `${url}/api/conversations`, token, {
    agentId: listing.agent?.id,
    subject: 'Heard once',
    initialMessage: 'Good morning',
    property_id: listing.id,
  });
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const listener = await Listener.on(page);
  await signIn(page, url, 'user');
  await page.goto(`/conversations/${conversation.id}`);
  await expect(page.getByRole('log').getByText('Good morning')).toBeVisible();
  await page.waitForLoadState('networkidle');
  return { page, listener, conversation };
}

test('a message that arrives is said once, with who wrote it', async ({ browser, server }) => {
  const { page, listener, conversation } = await chatBetween(browser, server.url);
  const agent = await openSession(server.url, 'agent');
  await call('POST', `${server.url}/api/conversations/${conversation.id}/messages`, agent.token, {
    content: 'The lobby has a new door.',
  });
  const said = await timesSaid(listener, page, /The lobby has a new door\./);
  expect(said.map(({ urgency }) => urgency)).toEqual(['polite']);

  // The line, lost and back.
  await page.context().setOffline(true);
  const lost = await timesSaid(listener, page, /offline|connection/i);
  expect(lost.length).toBe(1);
  await page.context().setOffline(false);
  await page.context().close();
});
