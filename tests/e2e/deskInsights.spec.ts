import type { z } from 'zod';
import type { insightsCalls } from '../../shared/contracts/insights.ts';
import { call, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';

type Insights = z.infer<typeof insightsCalls.list.answer>;

test('advice leads to where it is settled, and is dismissed and taken back', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  const { token } = await signIn(page, server.url, 'agent');
  const read = () => call<Insights>('GET', `${server.url}/api/desk/insights`, token);
  const { advice } = await read();
  const first = advice.find(({ kind }) => kind === 'client_waiting');
  const listing = advice.find(({ kind }) => kind === 'listing_stale');
  if (first?.kind !== 'client_waiting' || listing?.kind !== 'listing_stale')
    throw new Error('The demo agent has nobody who waits, or nothing stale');
  await page.goto('/desk/insights');
  const list = page.getByRole('region', { name: 'What to Do First' });
  const cards = list.getByRole('listitem');
  await expect(cards).toHaveCount(advice.length);
  await expectAccessible(page);

  // By the keyboard; the focus moves to the next suggestion.
  const title = `${first.client.name} is waiting for you`;
  await expect(cards.first()).toContainText(title);
  await list.getByRole('button', { name: `Dismiss for 30 days: ${title}` }).press('Enter');
  await expect(list.getByRole('heading', { name: title })).toHaveCount(0);
  await expect(cards.first().getByRole('button')).toBeFocused();
  await expect.poll(async () => (await read()).advice.some(({ key }) => key === first.key)).toBe(false);
  await page.keyboard.press('u');
  await expect(cards.first()).toContainText(title);
  await expect.poll(async () => (await read()).advice.some(({ key }) => key === first.key)).toBe(true);

  await cards.filter({ hasText: title }).getByRole('link', { name: 'Open the Conversation' }).click();
  await expect(page).toHaveURL(new RegExp(`/desk\\?client=${first.client.id}$`));
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText(first.client.name);

  await page.goBack();
  const stale = cards.filter({ hasText: 'Is it still available, at this price?' });
  const other = advice.findLast(({ kind }) => kind === 'listing_stale');
  if (other?.kind !== 'listing_stale' || other.key === listing.key)
    throw new Error('The demo agent has too few listings that nobody stood by for long.');
  const confirm = `Confirm that ${other.listing.title} is still available`;
  await list.getByRole('button', { name: confirm }).press('Enter');
  await expect(list.getByRole('button', { name: confirm })).toHaveCount(0);
  await expect.poll(async () => (await read()).advice.some(({ key }) => key === other.key)).toBe(false);

  await stale
    .filter({ hasText: listing.listing.title })
    .first()
    .getByRole('link', { name: 'Edit the Listing' })
    .click();
  // A list of fifty rows is drawn before it and the map within it: on a busy machine that takes long.
  await expect(page.getByRole('dialog', { name: 'Edit Property' }).getByLabel('Title')).toHaveValue(
    listing.listing.title,
    { timeout: 45_000 },
  );
});

test('the figures say what they count, and of which days', async ({ page, server }) => {
  const { token } = await signIn(page, server.url, 'agent');
  await page.goto('/desk/insights');
  const figures = page.getByRole('region', { name: 'Your Figures' });
  await expect(figures).toContainText('Messages per Conversation');
  await expect(figures).toContainText('Listings Sold');
  await expect(figures).toContainText('Listings Rented');
  await expect(figures).not.toContainText('Response Rate');
  await figures.getByLabel('Period').selectOption('All time');
  await expect(page).toHaveURL(/range=all$/);
  const { viewings } = await call<z.infer<typeof insightsCalls.figures.answer>>(
    'GET',
    `${server.url}/api/desk/figures`,
    token,
  );
  const count = viewings.held + viewings.no_show + viewings.without_outcome;
  await expect(figures).toContainText(`Of ${count} viewings, ${viewings.without_outcome} without`);
  await figures.getByRole('button', { name: 'Show numbers' }).click();
  await expect(figures.getByRole('row')).toHaveCount(31);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('the dashboard counts who needs the agent as the Desk does', async ({ page, server }) => {
  const { token, user } = await signIn(page, server.url, 'agent');
  const needsMe = async () =>
    (await call<{ counts: { needs_me: number } }>('GET', `${server.url}/api/desk`, token)).counts.needs_me;
  await page.goto('/agent-dashboard');
  const tab = page.getByRole('tab', { name: 'Messages' });
  const before = await needsMe();
  await expect(tab).toHaveText(`Messages${before} clients need you`);
  await expect(page.getByRole('link', { name: `${before} clients need you` })).toBeVisible();
  await leaveInquiry(server.url, user.id, {
    name: 'Una Cuenta',
    email: 'una@cuenta.example',
    message: 'One more',
    property_interest: 'condo',
  });
  await expect(tab).toHaveText(`Messages${before + 1} clients need you`);
  expect(await needsMe()).toBe(before + 1);
  await page.getByRole('link', { name: `${before + 1} clients need you` }).click();
  await expect(page.getByRole('link', { name: `Inbox, ${before + 1} need you` })).toBeVisible();
});
