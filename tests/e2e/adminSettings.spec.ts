import { startSmtp } from '../support/smtp.ts';
import { openAdminDashboard } from './pages/adminDashboard.ts';
import { DEMO_PASSWORD, signIn } from './support/accounts.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { startServerProcess } from './support/serverProcess.ts';

test('system settings are saved one category at a time and are in force at once', {
  tag: '@journey',
}, async ({ page, consoleErrors }) => {
  const smtp = await startSmtp();
  const server = await startServerProcess();
  try {
    const dashboard = await openAdminDashboard(page, server.url, '?tab=settings');
    await page.getByLabel('Site Name').fill('');
    await dashboard.save('Application').click();
    await expect(page.getByText('Site name is required')).toBeVisible();
    await page.getByLabel('Site Name').fill('Bahay');
    // Looking at another tab keeps unsaved changes; leaving the page asks about them.
    await dashboard.openSettings('Security');
    await dashboard.sections.getByRole('link', { name: 'Users' }).click();
    const leaving = dashboard.dialog('Leave without saving?');
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await dashboard.openSettings('Application');
    await expect(page.getByLabel('Site Name')).toHaveValue('Bahay');
    await dashboard.save('Application').click();
    await expect(dashboard.said('Settings updated successfully!')).toBeVisible();
    await expect(page).toHaveTitle(/Bahay/);
    await page.getByLabel('Maintenance Mode').check();
    await dashboard.save('Application').click();
    const warning = dashboard.dialog('Turn on maintenance mode?');
    await warning.getByRole('button', { name: 'Turn On' }).click();
    await expect(warning).toBeHidden();
    // The dialog is gone before the answer has come.
    await expect.poll(async () => (await fetch(`${server.url}/api/properties`)).status).toBe(503);
    await page.getByLabel('Maintenance Mode').uncheck();
    await dashboard.save('Application').click();
    await expect.poll(async () => (await fetch(`${server.url}/api/properties`)).status).toBe(200);

    await dashboard.openSettings('Security');
    await page.getByLabel('Session Timeout (hours)').fill('soon');
    await page.getByLabel('Max Login Attempts').fill('0');
    await dashboard.save('Security').click();
    await expect(page.getByText('Session timeout must be a whole number')).toBeVisible();
    await expect(page.getByText('Max login attempts must be from 1 to 1,000')).toBeVisible();
    await page.getByLabel('Session Timeout (hours)').fill('48');
    await page.getByLabel('Max Login Attempts').fill('7');
    await dashboard.save('Security').click();
    await expect(dashboard.save('Security')).toBeDisabled();

    await dashboard.openSettings('Notifications');
    await expect(page.getByText('No SMS provider configured')).toBeVisible();
    await page.getByLabel('New Properties').uncheck();
    await dashboard.save('Notifications').click();
    await expect(dashboard.save('Notifications')).toBeDisabled();

    await dashboard.openSettings('Email Service');
    await page.getByRole('button', { name: 'Send Test Email' }).click();
    const testing = dashboard.dialog('Send Test Email');
    await testing.getByLabel('Enter test email address:').fill('nowhere');
    await testing.getByRole('button', { name: 'Send' }).click();
    await expect(testing.getByText('Invalid email format')).toBeVisible();
    await testing.getByLabel('Enter test email address:').fill('owner@newcomer.example');
    await testing.getByRole('button', { name: 'Send' }).click();
    await expect(testing.getByRole('alert').first()).not.toBeEmpty();
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('502')]);
    await testing.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('SMTP Enabled').check();
    await page.getByLabel('SMTP Host').fill('127.0.0.1');
    await page.getByLabel('SMTP Port').fill(String(smtp.port));
    await page.getByLabel('SMTP User').fill('silong');
    await page.getByLabel('SMTP Password', { exact: true }).fill('mail-secret');
    await dashboard.save('Email Service').click();
    await expect(page.getByText('A password is saved')).toBeVisible();
    await page.getByRole('button', { name: 'Send Test Email' }).click();
    await testing.getByLabel('Enter test email address:').fill('owner@newcomer.example');
    await testing.getByRole('button', { name: 'Send' }).click();
    await expect(dashboard.said('Test email sent successfully!')).toBeVisible();
    expect((await smtp.waitFor(1))[0]?.to).toEqual(['owner@newcomer.example']);
    expect(smtp.logins.at(-1)).toEqual({ username: 'silong', password: 'mail-secret' });
    await page.reload();
    await expect(page.getByText('A password is saved')).toBeVisible();
    await expect(page.locator('input[autocomplete="new-password"]')).toHaveCount(0);
  } finally {
    // Requests still on their way would be refused, and the console would say so.
    await page.goto('about:blank');
    await server.stop();
    await smtp.close();
  }
});

test('a backup is made, verified, restored as a test, downloaded and deleted', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  // Three processes work on it, one after the other.
  test.setTimeout(240_000);
  const dashboard = await openAdminDashboard(page, server.url, '?tab=settings&section=backup');
  await page.getByLabel('Backup Frequency').selectOption('weekly');
  await page.getByLabel('Backups to Keep').fill('5');
  await dashboard.save('Backup & Recovery').click();
  await expect(dashboard.said('Settings updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Create Backup' }).click();
  await expect(page.getByRole('progressbar', { name: 'Creating the backup' })).toBeVisible();
  await expect(dashboard.said('Backup created successfully!')).toBeVisible({ timeout: 40_000 });
  const row = dashboard.rows.first();
  await expect(row).toContainText('Manual');
  await row.getByRole('button', { name: /^Verify/ }).click();
  await expect(row.getByRole('status')).not.toBeEmpty();
  await expect(row.getByRole('status')).not.toContainText('Reading the backup', { timeout: 30_000 });
  await expect(page.getByText('No backup has been test-restored yet.')).toBeVisible();
  await row.getByRole('button', { name: /^Restore .* as a test/ }).click();
  await expect(page.getByText(/^Restore proven on /)).toBeVisible({ timeout: 120_000 });
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Download/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^silong-.*\.tar\.gz$/);
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Delete/ }).click();
  const deleting = dashboard.dialog('Delete backup');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible();
});

test('a backup is made and downloaded once the admin has confirmed who they are', async ({
  page,
  consoleErrors,
}) => {
  const strict = await startServerProcess({ STEP_UP_AFTER_LOGIN_MINUTES: '0' });
  try {
    await signIn(page, strict.url, 'admin');
    await page.goto(`${strict.url}/admin-dashboard?tab=settings&section=backup`);
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    const create = page.getByRole('button', { name: 'Create Backup' });
    await create.click();
    await expect(dialog).toBeVisible();
    await expectAccessible(page, 'dialog:modal');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Please confirm your identity to continue')).toBeVisible();

    await create.click();
    await dialog.getByRole('button', { name: 'Email me a link to set one' }).click();
    await expect(dialog.getByText('a link to set a new password')).toBeVisible();
    await dialog.getByLabel('Your Password', { exact: true }).fill('not-it-at-all');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('This password is incorrect');
    await dialog.getByLabel('Your Password', { exact: true }).fill(DEMO_PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog).toBeHidden();
    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: /^Download/ })
      .first()
      .click();
    expect((await download).suggestedFilename()).toMatch(/^silong-.*\.tar\.gz$/);
    expect(consoleErrors.splice(0).every((line) => line.includes('403'))).toBe(true);
  } finally {
    await strict.stop();
  }
});
