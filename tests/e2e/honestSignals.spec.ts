import type { Notification } from '../../shared/contracts/notifications.ts';
import type { Review } from '../../shared/contracts/reviews.ts';
import type { SignalList } from '../../shared/contracts/signals.ts';
import { openAdminDashboard } from './pages/adminDashboard.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs, register, registerApplicant } from './support/newcomers.ts';

/** A review of the demo agent by a newly registered user. */
async function reviewDemoAgent(baseUrl: string, name: string, comment: string) {
  const { user: agent } = await openSession(baseUrl, 'agent');
  const { token } = await register(baseUrl, name);
  const { status } = await callAs<Review>(baseUrl, token, 'POST', `/api/agents/${agent.id}/reviews`, {
    rating: 2,
    comment,
  });
  expect(status).toBe(201);
  return { token, agent };
}

async function noticesOf(baseUrl: string, token: string): Promise<string[]> {
  const { data } = await callAs<Notification[]>(baseUrl, token, 'GET', '/api/notifications');
  return data.map(({ message }) => message);
}

test('an agent answers a review, changes the answer and takes it away', async ({ page, server }) => {
  const { token, agent } = await reviewDemoAgent(server.url, 'Lito Ramos', 'The keys came a week late.');
  await signIn(page, server.url, 'agent');
  await page.goto(`${server.url}/agents/${agent.id}?tab=reviews`);
  const review = page.getByRole('listitem').filter({ hasText: 'The keys came a week late.' });
  await review.getByRole('button', { name: 'Answer the review by Lito Ramos' }).click();
  const form = review.getByRole('form', { name: 'Answer to the review by Lito Ramos' });
  await expect(form.getByRole('textbox', { name: 'Your Answer' })).toBeFocused();
  await form.getByRole('button', { name: 'Save Answer' }).click();
  await expect(form.getByText('Please write an answer')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('textbox').fill('I am sorry, Lito. The developer was late.');
  await form.getByRole('button', { name: 'Save Answer' }).click();
  const answer = review.getByRole('region', { name: 'Answer to the review by Lito Ramos' });
  await expect(answer).toContainText(`Answer from ${agent.name}`);
  await expect(answer).toContainText('I am sorry, Lito. The developer was late.');
  await expect.poll(() => noticesOf(server.url, token)).toContain(`${agent.name} answered your review.`);

  await review.getByRole('button', { name: 'Edit your answer to Lito Ramos' }).click();
  await form.getByRole('textbox').fill('I am sorry, Lito.');
  await form.getByRole('button', { name: 'Save Answer' }).click();
  await expect(answer).not.toContainText('developer');
  await expect(review.getByRole('button', { name: 'Edit your answer to Lito Ramos' })).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await review.getByRole('button', { name: 'Edit your answer to Lito Ramos' }).click();
  await form.getByRole('button', { name: 'Remove Answer' }).click();
  await page.getByRole('dialog', { name: 'Remove your answer?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(answer).toHaveCount(0);
  await expect(review).toBeVisible();
});

test('an admin finds a review and deletes it with a reason', { tag: '@journey' }, async ({ page, server }) => {
  const words = 'Call my neighbour at the blue gate about it.';
  const { token } = await reviewDemoAgent(server.url, 'Nonoy Castro', words);
  const dashboard = await openAdminDashboard(page, server.url, '?tab=trust&desk=reviews');
  await dashboard.search('blue gate');
  const row = dashboard.rows.filter({ hasText: words });
  await expect(row).toContainText('Nonoy Castro');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.getByRole('button', { name: /^Delete review of / }).click();
  const dialog = dashboard.dialog('Delete review');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByRole('textbox').fill('It points to a private person.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await expect
    .poll(async () => (await noticesOf(server.url, token)).join('\n'))
    .toContain('It points to a private person.');
});

test('a signal tells why, and is dismissed with a note', async ({ page, server }) => {
  const { token, user } = await registerApplicant(server.url, 'Dodong Uy');
  const admin = await openSession(server.url, 'admin');
  await callAs(server.url, admin.token, 'PUT', `/api/admin/agents/${user.id}/approve`);
  const csv = [
    'title,description,price,address,city,province,area_sqm',
    ...Array.from({ length: 21 }, (_, at) => `Lot ${at},Near the road.,900000,1 Rizal Street,Baguio,Benguet,60`),
  ].join('\r\n');
  const imported = await callAs(server.url, token, 'POST', '/api/properties/my/import', {
    ...{ csv, mode: 'all', drafts: false },
  });
  expect(imported.status).toBe(200);
  await expect
    .poll(async () => {
      const { data } = await callAs<SignalList>(server.url, admin.token, 'GET', '/api/admin/signals?status=open');
      return data.signals.some(({ account }) => account?.id === user.id);
    })
    .toBe(true);
  const dashboard = await openAdminDashboard(page, server.url);
  await dashboard.sections.getByRole('link', { name: /^Trust Desk \d+ waiting for a decision/ }).click();
  await page.getByRole('tab', { name: /^Signals/ }).click();
  const signal = page
    .getByRole('list', { name: 'Signals' })
    .getByRole('listitem')
    .filter({ hasText: 'Dodong Uy' });
  await expect(signal).toContainText('Posted 21 listings within a day. The account was less than an hour old.');
  await expect(signal.getByRole('link', { name: /^Account of Dodong Uy/ })).toHaveAttribute(
    'href',
    '/admin-dashboard?tab=users&search=dodong.uy%40newcomer.example',
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signal.getByRole('button', { name: 'Dismiss signal about Dodong Uy' }).click();
  const dialog = dashboard.dialog('Dismiss signal');
  await dialog.getByRole('textbox').fill('A developer’s own office.');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(signal).toHaveCount(0);
  await page.getByLabel('Status', { exact: true }).selectOption('dismissed');
  await expect(signal).toContainText('Note: A developer’s own office.');
  await expect(signal).toContainText(/Dismissed by .+ on /);
});
