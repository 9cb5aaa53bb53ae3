import { openAdminDashboard } from './pages/adminDashboard.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { register, registerApplicant, signInStatus } from './support/newcomers.ts';

test('chosen accounts are suspended together and put back, by mouse and keyboard', {
  tag: '@journey',
}, async ({ page, server }) => {
  for (const name of ['Bulka Uno', 'Bulka Dos', 'Bulka Tres']) await register(server.url, name);
  const dashboard = await openAdminDashboard(page, server.url, '?tab=users&search=bulka&sort=name&order=asc');
  await expect(dashboard.rows).toHaveCount(3);
  const boxOf = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  await boxOf('Bulka Dos').click();
  await boxOf('Bulka Uno').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await boxOf('Bulka Tres').press('Space');
  await expect(bar.getByRole('status')).toHaveText('2 selected');
  await expectAccessible(page);

  await bar.getByRole('button', { name: 'Suspend' }).click();
  const asking = dashboard.dialog('Suspend users');
  await expect(asking).toContainText('Suspend 2 accounts?');
  await asking.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('2 accounts are now suspended')).toBeVisible();
  const email = 'bulka.uno@newcomer.example';
  expect(await signInStatus(server.url, email, 'newcomer-1')).toBe(403);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 accounts were restored')).toBeVisible();
  expect(await signInStatus(server.url, email, 'newcomer-1')).toBe(200);

  // Other filters, and nothing is chosen.
  await page.getByRole('columnheader').getByRole('checkbox', { name: 'Select page' }).click();
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await dashboard.search('bulka tres');
  await expect(bar.getByRole('status')).toHaveText('Select rows to change several at once.');
});

test('a search is kept under a name and opened with one click', async ({ page, server }) => {
  const dashboard = await openAdminDashboard(page, server.url, '?tab=users&role=agent&status=suspended');
  await page.getByRole('button', { name: 'Save View' }).click();
  const saving = dashboard.dialog('Save View');
  await saving.getByLabel('Name').fill('Suspended agents');
  await saving.getByRole('button', { name: 'Save View' }).click();
  const view = page.getByRole('button', { name: 'Suspended agents', exact: true });
  await expect(view).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(view).toHaveAttribute('aria-pressed', 'false');
  await view.click();
  await expect(page).toHaveURL(/role=agent.*status=suspended/);
  await page.getByRole('button', { name: 'Delete the view Suspended agents' }).click();
  await expect(view).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(view).toBeVisible();
});

test('a long list has larger pages, is opened at a page and jumps to a letter', async ({ page, server }) => {
  for (const name of ['Zz Una', 'Zz Duha', 'Zz Tulo']) await register(server.url, name);
  const dashboard = await openAdminDashboard(page, server.url, '?tab=users&sort=name&order=asc');
  await expect(dashboard.rows).toHaveCount(10);
  await page.getByRole('button', { name: 'Names from Z' }).click();
  // The page on which they begin: the others may be on the next.
  await expect(dashboard.row('Zz Duha')).toBeVisible();
  await page.getByLabel('Go to page').fill('2');
  await page.getByLabel('Go to page').press('Enter');
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await page.getByLabel('Rows per page').selectOption('50');
  await expect(page.getByText(/^Showing 1 to 50 of \d+ results$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Showing 1 to 50 of \d+ results$/)).toBeVisible();
});

test('before an approval stands what was not checked, and the menu counts who waits', async ({ page, server }) => {
  await registerApplicant(server.url, 'Checka Lista');
  const dashboard = await openAdminDashboard(page, server.url, '?tab=agents');
  const link = dashboard.sections.getByRole('link', { name: 'Agents' });
  await expect(link).toContainText('waiting for approval');
  const before = Number((await link.innerText()).match(/\d+/)?.[0]);
  // Counted while the page is open.
  await registerApplicant(server.url, 'Checka Segunda');
  await expect(link).toContainText(String(before + 1));

  await dashboard.applicant('Checka Lista').getByRole('button', { name: 'View' }).click();
  const details = dashboard.dialog('Agent Details');
  const line = (name: string) => details.getByRole('listitem').filter({ hasText: name });
  await expect(line('Email address')).toContainText('Not checked');
  await expect(line('License in the PRC register')).toContainText(
    'No one has checked the number in the PRC register',
  );
  await expect(line('Account age')).toContainText('Review this');
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Approve' }).click();
  const approval = dashboard.dialog('Approve agent');
  await expect(approval).toContainText('Not checked:');
  await expect(approval.getByRole('listitem').filter({ hasText: 'Two-step login' })).toBeVisible();
  await approval.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Checka Lista is now an agent')).toBeVisible();
});
