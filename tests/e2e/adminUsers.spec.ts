import { openAdminDashboard } from './pages/adminDashboard.ts';
import { downloadText } from './support/downloads.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { register, signInStatus } from './support/newcomers.ts';

test('users are found, filtered and paged, and the address keeps it all', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  await register(server.url, 'Quirina Quijano');
  const dashboard = await openAdminDashboard(page, server.url, '?tab=users');
  await expect(dashboard.rows).toHaveCount(10);
  await expect(page.getByText(/^Showing 1 to 10 of \d+ results$/)).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  // A filter leads back to the first page.
  await page.getByLabel('Role', { exact: true }).selectOption('agent');
  await expect(page).toHaveURL(/role=agent/);
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();

  await page.getByRole('button', { name: 'User', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'User' })).toHaveAttribute('aria-sort', 'ascending');
  await dashboard.search('quirina');
  await expect(dashboard.rows).toHaveCount(1);
  await expect(dashboard.row('Quirina Quijano')).toBeVisible();
  const { name, text } = await downloadText(page, 'Export CSV');
  expect(name).toMatch(/\.csv$/);
  expect(text).toContain('quirina.quijano@newcomer.example');
  await dashboard.search('nobody is called this');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filter criteria.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(dashboard.rows).toHaveCount(10);
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('an account is added, edited, suspended, given a password and deleted', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  const dashboard = await openAdminDashboard(page, server.url, '?tab=users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const adding = dashboard.dialog('Add User');
  await adding.getByRole('button', { name: 'Add User' }).click();
  for (const problem of ['Name is required', 'Email is required', 'Password is required'])
    await expect(adding.getByText(problem)).toBeVisible();
  await adding.getByLabel('Name').fill('Tala Ocampo');
  await expect(adding.getByText('Name is required')).toHaveCount(0);
  await adding.getByLabel('Email').fill('tala');
  await adding.getByLabel('Password', { exact: true }).fill('short');
  await adding.getByRole('button', { name: 'Add User' }).click();
  for (const problem of [
    'Invalid email format',
    'Password must be at least 6 characters',
    'Passwords do not match',
  ])
    await expect(adding.getByText(problem)).toBeVisible();
  await expectAccessible(page);
  await adding.getByLabel('Email').fill('tala.ocampo@newcomer.example');
  await adding.getByLabel('Password', { exact: true }).fill('first-password');
  await adding.getByLabel('Confirm Password').fill('first-password');
  await adding.getByRole('button', { name: 'Add User' }).click();
  await expect(adding).toBeHidden();

  await dashboard.search('tala.ocampo');
  const row = dashboard.row('Tala Ocampo');
  await row.getByRole('button', { name: 'Edit' }).click();
  const editing = dashboard.dialog('Edit User');
  await editing.getByLabel('Phone').fill('+63 917 555 0144');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row).toContainText('+63 917 555 0144');

  // Suspended from the row, the account is signed out; undone, it can sign in again.
  const email = 'tala.ocampo@newcomer.example';
  expect(await signInStatus(server.url, email, 'first-password')).toBe(200);
  await row.getByLabel('Status of Tala Ocampo').selectOption('suspended');
  await expect(row.getByText('Suspended', { exact: true }).first()).toBeVisible();
  await expect.poll(() => signInStatus(server.url, email, 'first-password')).toBeGreaterThanOrEqual(400);
  await expect(row.getByRole('option', { name: 'Suspended' })).toBeDisabled();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByText('Active', { exact: true }).first()).toBeVisible();

  await row.getByRole('button', { name: 'Change password' }).click();
  const password = dashboard.dialog('Change Password');
  await expect(password).toContainText('The user will need to log in again with the new password.');
  await password.getByRole('button', { name: 'Change Password' }).click();
  await expect(password.getByText('New password is required')).toBeVisible();
  await expect(password.getByText('Please confirm the password')).toBeVisible();
  await password.getByLabel('New Password').fill('second-password');
  await password.getByLabel('Confirm Password').fill('second-passwort');
  await password.getByRole('button', { name: 'Change Password' }).click();
  await expect(password.getByText('Passwords do not match')).toBeVisible();
  await password.getByLabel('Confirm Password').fill('second-password');
  await password.getByRole('button', { name: 'Change Password' }).click();
  await expect(password).toBeHidden();
  expect(await signInStatus(server.url, email, 'second-password')).toBe(200);

  await row.getByRole('button', { name: 'View details' }).click();
  const details = dashboard.dialog('User Details');
  await expect(details).toContainText('User ID');
  await details.getByRole('button', { name: 'Inactive' }).click();
  await expect(details.getByRole('button', { name: 'Inactive' })).toBeDisabled();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Delete' }).click();
  const deleting = dashboard.dialog('Delete user');
  await expect(deleting).toContainText('Delete user Tala Ocampo? This cannot be undone.');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
});

test('an admin’s account cannot be deleted, and a refusal is told in the dialog', async ({
  page,
  server,
  consoleErrors,
}) => {
  await register(server.url, 'Pilar Ledesma');
  const dashboard = await openAdminDashboard(page, server.url, '?tab=users&role=admin');
  await expect(dashboard.rows.first()).toContainText('Admin');
  await expect(page.getByRole('button', { name: 'Edit' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);

  await page.goto(`${server.url}/admin-dashboard?tab=users&search=pilar`);
  await page.getByRole('button', { name: 'Edit Pilar Ledesma' }).click();
  const editing = dashboard.dialog('Edit User');
  await editing.getByLabel('Email').fill('agent@silong.example');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editing.getByText('Email already exists')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
});
