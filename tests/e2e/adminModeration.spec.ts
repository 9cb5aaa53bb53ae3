import type { AdminUser } from '#shared/contracts/users.ts';
import { openAdminDashboard } from './pages/adminDashboard.ts';
import { openSession } from './support/accounts.ts';
import { downloadText } from './support/downloads.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { callAs, register } from './support/newcomers.ts';
import { freshListing } from './support/people.ts';

test('a listing is taken off with a reason and put back', { tag: '@journey' }, async ({ page, server }) => {
  const listing = await freshListing(server.url, 3);
  const isPublic = async () => (await fetch(`${server.url}/api/properties/${listing.id}`)).status === 200;
  const dashboard = await openAdminDashboard(page, server.url, '?tab=properties');
  await expect(dashboard.rows).toHaveCount(20);
  await dashboard.search(`#${listing.id}`);
  const row = dashboard.row(listing.title);
  await expect(row).toContainText(`₱${new Intl.NumberFormat('en-PH').format(Math.round(listing.price))}`);
  await expect(row).toContainText(listing.location.city);

  await row.getByLabel(`Status of ${listing.title}`).selectOption('rejected');
  const reason = dashboard.dialog('Reject listing');
  await reason.getByRole('button', { name: 'Reject' }).click();
  await expect(reason.getByText('Please tell the agent why')).toBeVisible();
  await expectAccessible(page);
  await reason.getByLabel(/^Reason/).fill('The photos show another building.');
  await reason.getByRole('button', { name: 'Reject' }).click();
  await expect(row.getByText('Rejected', { exact: true }).first()).toBeVisible();
  await expect.poll(isPublic).toBe(false);

  await row.getByRole('button', { name: 'View details' }).click();
  const details = dashboard.dialog('Property Details');
  await expect(details).toContainText('The agent was told: The photos show another building.');
  await expect(details).toContainText('sqm');
  expect(await details.getByRole('listitem').count()).toBeLessThanOrEqual(8);
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Active', exact: true }).click();
  await expect(details.getByRole('button', { name: 'Active', exact: true })).toBeDisabled();
  await expect.poll(isPublic).toBe(true);

  await details.getByRole('button', { name: 'Edit' }).click();
  const form = dashboard.dialog('Edit Property');
  await expect(form.getByLabel('Title')).toHaveValue(listing.title);
  await form.getByLabel('Title').fill(`${listing.title}, seen`);
  await form.getByRole('button', { name: 'Update Property' }).click();
  await expect(form).toBeHidden();
  await expect(dashboard.row(`${listing.title}, seen`)).toBeVisible();
  const { text } = await downloadText(page, 'Export CSV');
  expect(text).toContain(`${listing.title}, seen`);

  await page.getByRole('button', { name: `Delete ${listing.title}, seen` }).click();
  const deleting = dashboard.dialog('Delete property');
  await expect(deleting).toContainText(`Delete property ${listing.title}, seen? This cannot be undone.`);
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(dashboard.row(`${listing.title}, seen`)).toHaveCount(0);
  expect(await isPublic()).toBe(false);
  await dashboard.search('nobody sells this');
  await expect(page.getByRole('heading', { name: 'No properties found' })).toBeVisible();
});

test('a private conversation is read only with a reason, which the audit log keeps', {
  tag: '@journey',
}, async ({ page, server }) => {
  const dashboard = await openAdminDashboard(page, server.url, '?tab=messages');
  for (const label of [
    'Total Conversations',
    'Total Messages',
    'Active (7 days)',
    'Unread Messages',
    'Recent (24h)',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: label })).toHaveText(/\d$/);
  const first = dashboard.rows.first();
  await first.getByRole('button', { name: /^View Details/ }).click();
  const why = dashboard.dialog('Private conversation');
  await why.getByRole('button', { name: 'Read Conversation' }).click();
  await expect(why.getByText('Please say why you need to read this conversation')).toBeVisible();
  await why
    .getByLabel('Why do you need to read this conversation? The audit log records your reason.')
    .fill('The client complained about rude words.');
  await why.getByRole('button', { name: 'Read Conversation' }).click();
  const details = dashboard.dialog('Conversation Details');
  await expect(details.getByRole('region', { name: 'Messages' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Suspended' }).click();
  await expect(details.getByRole('button', { name: 'Suspended' })).toBeDisabled();
  await details.getByRole('button', { name: 'Active', exact: true }).click();
  await expect(details.getByRole('button', { name: 'Suspended' })).toBeEnabled();

  await details.getByRole('link', { name: 'View in Audit Log' }).click();
  await expect(page).toHaveURL(/tab=audit/);
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible();
  await expect(page.getByText('The client complained about rude words.')).toBeVisible();
  await expect(dashboard.rows).toHaveCount(3);
  await expect(dashboard.rows.first()).toContainText('127.0.0.1');

  await dashboard.open('Messages');
  await page.getByLabel('Status', { exact: true }).selectOption('closed');
  await dashboard.search('nobody writes so');
  await expect(page.getByRole('heading', { name: 'No conversations found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(dashboard.rows.first()).toBeVisible();
});

test('the audit log is filtered and exported', { tag: '@journey' }, async ({ page, server }) => {
  const { user } = await register(server.url, 'Oscar Lagman');
  const { token } = await openSession(server.url, 'admin');
  await callAs<AdminUser>(server.url, token, 'PUT', `/api/admin/users/${user.id}/status`, {
    status: 'suspended',
  });
  const dashboard = await openAdminDashboard(page, server.url, `?tab=audit&entity_type=user&entity_id=${user.id}`);
  await expect(dashboard.rows).toHaveCount(1);
  await expect(dashboard.rows.first()).toContainText('active');
  await expect(dashboard.rows.first()).toContainText('suspended');
  await page.getByRole('button', { name: `Remove Only User #${user.id}` }).click();
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-02');
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(dashboard.rows.first()).toBeVisible();
  const { text } = await downloadText(page, 'Export CSV');
  expect(text).toContain('suspended');
});

test('an admin sees what waits in the background, and has it tried again', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  // No mail server is named here: the mail waits.
  await fetch(`${server.url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'user@silong.example' }),
  });
  const dashboard = await openAdminDashboard(page, server.url, '?tab=jobs');
  const mail = dashboard.row('Email').first();
  await expect(mail).toContainText('Waiting');
  await expectAccessible(page);
  await mail.getByRole('button', { name: /^Try Again: Email #\d+$/ }).click();
  await expect(page.getByText('Trying again')).toBeVisible();
  await page.getByLabel('Filter by status').selectOption('failed');
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible();
});
