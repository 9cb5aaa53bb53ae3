import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { Chat } from './pages/chat.ts';
import { PropertyForm } from './pages/propertyForm.ts';
import { signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { Listener, type Utterance } from './support/listener.ts';
import { freshListing, openBrowser } from './support/people.ts';

/** Number of announcements of the words, once all announcements of one act are made. */
async function timesSaid(listener: Listener, page: Page, words: RegExp): Promise<Utterance[]> {
  await expect
    .poll(async () => (await listener.said()).some(({ text }) => words.test(text)), { timeout: 10_000 })
    .toBe(true);
  await page.waitForTimeout(500);
  return (await listener.said()).filter(({ text }) => words.test(text));
}

test('the number of results is said once for each search, not for each key', { tag: '@journey' }, async ({
  page,
}) => {
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

test('in a chat the other’s typing and message are said once each, and nothing that one wrote oneself', async ({
  page,
  browser,
  server,
}) => {
  const listing = await freshListing(server.url);
  const listener = await Listener.on(page);
  await signIn(page, server.url, 'user');
  await page.goto(`/properties/${listing.id}`);
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  const own = new Chat(page);
  await own.say('Are pets allowed?');
  await expect(own.saying('Are pets allowed?')).toHaveCount(1);
  const agent = await openBrowser(browser, server.url, 'agent');
  const others = new Chat(agent);
  await agent.goto('/');
  await others.openNewest();
  await others.input.pressSequentially('Yes');
  const typing = await timesSaid(listener, page, /is typing/);
  expect(typing.map(({ urgency }) => urgency)).toEqual(['polite']);
  await others.say('Yes, small ones.');
  const message = await timesSaid(listener, page, /Yes, small ones\./);
  expect(message.map(({ urgency }) => urgency)).toEqual(['polite']);
  expect((await listener.said()).filter(({ text }) => text.includes('Are pets allowed?'))).toEqual([]);
  await agent.context().close();
});

test('that the connection is lost, and that it is back, is said once each', async ({
  page,
  server,
  consoleErrors,
}) => {
  const listener = await Listener.on(page);
  await signIn(page, server.url, 'user');
  await page.goto('/dashboard?tab=messages');
  await page.getByRole('tabpanel').getByRole('listitem').first().getByRole('button').first().click();
  await expect(page.getByRole('log')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  const lost = await timesSaid(listener, page, /^You are offline/);
  expect(lost.map(({ urgency }) => urgency)).toEqual(['polite']);
  await page.context().setOffline(false);
  const back = await timesSaid(listener, page, /connected again/);
  expect(back.map(({ urgency }) => urgency)).toEqual(['polite']);
  // The browser itself reports the requests that failed meanwhile.
  consoleErrors.length = 0;
});

test('an upload is said while it lasts, and once when it has ended', async ({ page, server }) => {
  const listener = await Listener.on(page);
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  await page.route('**/api/uploads**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  const picture = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#7c9a6e' },
  })
    .jpeg()
    .toBuffer();
  await form.dialog
    .getByLabel('Choose images')
    .setInputFiles(['front.jpg', 'back.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: picture })));
  const ended = await timesSaid(listener, page, /All images are uploaded/);
  expect(ended.map(({ urgency }) => urgency)).toEqual(['polite']);
  const under = (await listener.said()).filter(({ text }) => /^Uploading/.test(text));
  expect(under[0]?.text).toBe('Uploading 2 images...');
  expect(under.length).toBeLessThanOrEqual(2);
});
