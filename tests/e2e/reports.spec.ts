import type { Locator, Page } from '@playwright/test';
import type { Notification } from '../../shared/contracts/notifications.ts';
import type { Property } from '../../shared/contracts/properties.ts';
import { openAdminDashboard } from './pages/adminDashboard.ts';
import { openSession } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs, register } from './support/newcomers.ts';
import { freshListing, openBrowser } from './support/people.ts';

const reportButton = (page: Page) => page.getByRole('button', { name: 'Report this listing' });

async function newestNotice(baseUrl: string, token: string): Promise<string> {
  const { data } = await callAs<Notification[]>(baseUrl, token, 'GET', '/api/notifications');
  return data[0] ? `${data[0].title}: ${data[0].message}` : '';
}

/** A report by a newly registered user. @returns their token. */
async function reportAs(
  baseUrl: string,
  name: string,
  { id }: Property,
  body: { reason: string; details?: string },
): Promise<string> {
  const { token } = await register(baseUrl, name);
  const { status } = await callAs(baseUrl, token, 'POST', `/api/properties/${id}/reports`, body);
  expect(status).toBe(201);
  return token;
}

const reportsOf = (page: Page, { title }: Property): Locator =>
  page.getByRole('list', { name: 'Reports' }).getByRole('listitem').filter({ hasText: title });

test('a listing is reported once, and an admin who finds it in order says so', async ({
  page: admin,
  browser,
  server,
}) => {
  const listing = await freshListing(server.url, 3);
  const page = await openBrowser(browser, server.url, 'user');
  await page.goto(`/properties/${listing.id}`);
  await reportButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Report This Listing' });
  await dialog.getByRole('button', { name: 'Send Report' }).click();
  await expect(dialog.getByText('Please choose a reason')).toBeVisible();
  await expect(dialog.getByRole('radiogroup', { name: 'What is wrong with it?' })).toBeFocused();
  await dialog.getByRole('radio', { name: 'Something else', exact: true }).check();
  await dialog.getByRole('button', { name: 'Send Report' }).click();
  await expect(dialog.getByText('Please tell us what is wrong')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Details' }).fill('The building is not there.');
  await expect(dialog.getByText('26 of 1,000 characters')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send Report' }).click();
  await expect(dialog.getByText('Report Sent')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const reported = page.getByRole('button', { name: 'Reported', exact: true });
  await expect(reported).toBeFocused();
  await page.reload();
  await expect(reported).toBeDisabled();
  const { token } = await openSession(server.url, 'user');
  const again = { reason: 'scam' };
  expect((await callAs(server.url, token, 'POST', `/api/properties/${listing.id}/reports`, again)).status).toBe(
    409,
  );

  const dashboard = await openAdminDashboard(admin, server.url);
  await dashboard.sections.getByRole('link', { name: /^Trust Desk \d+ waiting for a decision/ }).click();
  await expect(admin.getByRole('tab', { name: /^Reports/ })).toHaveAttribute('aria-selected', 'true');
  const report = reportsOf(admin, listing);
  await expect(report).toContainText('Something else');
  await expect(report).toContainText('The building is not there.');
  await expect(report).toContainText('user@silong.example');
  await expect(report.getByRole('link', { name: listing.title })).toHaveAttribute(
    'href',
    `/properties/${listing.id}`,
  );
  await expectAccessible(admin);
  await report.getByRole('button', { name: 'Dismiss' }).click();
  await dashboard.dialog('Dismiss report').getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(report).toHaveCount(0);
  await admin.getByLabel('Status', { exact: true }).selectOption('dismissed');
  await expect(report).toContainText(/Dismissed by .+ on /);
  await expect
    .poll(() => newestNotice(server.url, token))
    .toContain(`Your Report Was Checked: We reviewed ${listing.title}`);
  expect((await fetch(`${server.url}/api/properties/${listing.id}`)).status).toBe(200);
  await page.context().close();
});

test('a listing whose report is accepted is gone, and everyone concerned learns why', {
  tag: '@journey',
}, async ({ page: admin, browser, server }) => {
  const listing = await freshListing(server.url, 3);
  const first = await reportAs(server.url, 'Nadia Ong', listing, {
    reason: 'scam',
    details: 'They want a deposit before anybody has seen it.',
  });
  const second = await reportAs(server.url, 'Teo Lim', listing, { reason: 'misleading_pictures' });
  const dashboard = await openAdminDashboard(admin, server.url, '?tab=trust&desk=reports');
  const reports = reportsOf(admin, listing);
  await expect(reports).toHaveCount(2);
  await expect(reports.first()).toContainText('It looks like a scam');
  await expect(reports.first()).toContainText('2 open reports of this listing');
  await admin.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(admin);
  await admin.setViewportSize({ width: 1280, height: 800 });

  const visitor = await openBrowser(browser, server.url);
  await visitor.goto(`/properties?search=${encodeURIComponent(`#${listing.id}`)}`);
  const listed = visitor.getByRole('link', { name: listing.title });
  await expect(listed.first()).toBeVisible();

  await reports.first().getByRole('button', { name: 'Accept' }).click();
  const dialog = dashboard.dialog('Accept report');
  await expect(dialog).toContainText('This closes its 2 open reports.');
  await dialog.getByRole('button', { name: 'Take Down' }).click();
  await expect(dialog.getByText('Please tell the agent why')).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByLabel(/^Reason/).fill('We could not reach the owner.');
  await dialog.getByRole('button', { name: 'Take Down' }).click();
  await expect(reports).toHaveCount(0);

  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: / found$/ })).toBeVisible();
  await expect(listed).toHaveCount(0);
  await visitor.context().close();
  const agent = await openSession(server.url, 'agent');
  await expect
    .poll(() => newestNotice(server.url, agent.token))
    .toBe(`Listing Taken Down: ${listing.title} was taken down: We could not reach the owner.`);
  for (const token of [first, second])
    await expect
      .poll(() => newestNotice(server.url, token))
      .toContain(`Thank You for Your Report: You were right about ${listing.title}`);
});

test('an agent cannot report their own listing', async ({ browser, server }) => {
  const listing = await freshListing(server.url, 2);
  const page = await openBrowser(browser, server.url, 'agent');
  await page.goto(`/properties/${listing.id}`);
  await expect(page.getByRole('button', { name: 'Share Property' })).toBeVisible();
  await expect(reportButton(page)).toHaveCount(0);
  await page.context().close();
});
