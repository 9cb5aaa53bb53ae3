import { openAdminDashboard } from './pages/adminDashboard.ts';
import { openNewSession } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs, registerApplicant } from './support/newcomers.ts';

test('applications are looked at, approved and rejected, and the counters follow', {
  tag: '@journey',
}, async ({ page, server }) => {
  await registerApplicant(server.url, 'Nena Abad');
  await registerApplicant(server.url, 'Berto Salas');
  const dashboard = await openAdminDashboard(page, server.url);
  await expect(page.getByText('Welcome back,')).toBeVisible();
  for (const label of ['Total Users', 'Total Agents', 'Total Properties', 'Active Users', 'Total Messages'])
    expect(await dashboard.counter(label), label).toBeGreaterThan(0);
  const waiting = await dashboard.counter('Pending Agents');
  const agents = await dashboard.counter('Total Agents');

  const nena = dashboard.applicant('Nena Abad');
  await expect(nena).toContainText('nena.abad@newcomer.example');
  await expect(nena).toContainText('+63 917 555 0177');
  await expect(nena).toContainText('Registered');
  await nena.getByRole('button', { name: 'View' }).click();
  const details = dashboard.dialog('Agent Details');
  for (const words of ['Condominiums', '4 years', 'Taguig', 'I know every building in BGC.', 'PRC-0044556'])
    await expect(details.getByText(words)).toBeVisible();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Approve' }).click();
  const approval = dashboard.dialog('Approve agent');
  await expect(approval).toContainText('Approve agent Nena Abad?');
  await approval.getByRole('button', { name: 'Approve' }).click();
  await expect(nena).toHaveCount(0);
  await expect.poll(() => dashboard.counter('Pending Agents')).toBe(waiting - 1);
  await expect.poll(() => dashboard.counter('Total Agents')).toBe(agents + 1);

  await dashboard.open('Agents');
  await expect(page).toHaveURL(/tab=agents/);
  const berto = dashboard.applicant('Berto Salas');
  await berto.getByRole('button', { name: 'Reject' }).click();
  const rejection = dashboard.dialog('Reject agent');
  await expect(rejection).toContainText('This cannot be undone.');
  await rejection.getByLabel('Reason').fill('The licence number does not exist.');
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await expect(berto).toHaveCount(0);
});

test('without applications the list says so', async ({ page, server }) => {
  await page.route('**/api/admin/pending-agents', (route) => route.fulfill({ json: { success: true, data: [] } }));
  await openAdminDashboard(page, server.url, '?tab=agents');
  await expect(page.getByRole('heading', { name: 'No pending approvals' })).toBeVisible();
  await expect(page.getByText('All agents have been reviewed.')).toBeVisible();
});

const failures = [
  ['users', '**/api/admin/users?**', 'Failed to load users'],
  ['agents', '**/api/admin/pending-agents', 'Failed to load pending agents'],
  ['overview', '**/api/admin/stats', 'Failed to load dashboard statistics'],
  ['properties', '**/api/admin/properties?**', 'Failed to load properties'],
  ['messages', '**/api/admin/conversations?**', 'Failed to load conversations'],
  ['settings', '**/api/admin/settings', 'Failed to load system settings'],
] as const;

test('what cannot be loaded is told in a red banner and can be asked for again', async ({
  page,
  server,
  consoleErrors,
}) => {
  await openAdminDashboard(page, server.url);
  for (const [tab, address, sentence] of failures) {
    await page.route(address, (route) => route.abort());
    await page.goto(`${server.url}/admin-dashboard?tab=${tab}`);
    const banner = page.getByRole('alert').filter({ hasText: sentence });
    await expect(banner).toBeVisible();
    await page.unroute(address);
    await banner.getByRole('button', { name: 'Try Again' }).click();
    await expect(banner).toHaveCount(0);
  }
  expect(consoleErrors.splice(0).every((line) => line.includes('ERR_FAILED'))).toBe(true);
});

const addresses = [
  '?tab=overview',
  '?tab=users',
  '?tab=agents',
  '?tab=properties',
  '?tab=messages',
  '?tab=settings&section=email',
  '?tab=settings&section=backup',
  '?tab=audit',
];

test('every section fits a phone and a desktop', async ({ page, server }) => {
  // Each of many pages is loaded.
  test.slow();
  await openAdminDashboard(page, server.url);
  for (const address of addresses) {
    await page.goto(`${server.url}/admin-dashboard${address}`);
    await page.waitForLoadState('networkidle');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => expectNoSidewaysScroll(page), address).toPass({ timeout: 5_000 });
    }
  }
});

test('the welcome line names the admin, and Logout ends the session', async ({ page, server }) => {
  const { user, token } = await openNewSession(server.url, 'admin');
  await openAdminDashboard(page, server.url);
  await expect(page.getByText(`Welcome back, ${user.name}`)).toBeVisible();
  // A call on its way would be refused once the session is over, and the console would say so.
  await page.waitForLoadState('networkidle');
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard', level: 1 })).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  // Another session of the same admin goes on.
  expect((await callAs(server.url, token, 'GET', '/api/admin/stats')).status).toBe(200);
});
