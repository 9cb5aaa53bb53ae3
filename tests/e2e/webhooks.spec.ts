import { signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

test('an agent adds a webhook, sees its secret once, tests it, reads the log and switches it off', {
  tag: '@journey',
}, async ({ page, server, consoleErrors }) => {
  await signIn(page, server.url, 'agent');
  await page.goto('/settings?tab=api');
  const section = page.getByRole('region', { name: 'Webhooks' });
  await expect(section.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await section.getByRole('button', { name: 'Add a Webhook' }).click();

  const form = page.getByRole('dialog', { name: 'Add a webhook' });
  const address = form.getByRole('textbox', { name: 'Address' });
  await form.getByRole('button', { name: 'Add Webhook' }).click();
  await expect(form.getByText('Enter the address of your system. It begins with https://')).toBeVisible();
  await address.fill('https://192.168.1.4/silong');
  await form.getByRole('button', { name: 'Add Webhook' }).click();
  await expect(form.getByText('This address does not lead to a public site').first()).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')]);
  await expectAccessible(page);
  await address.fill('https://crm.example/silong');
  await form.getByRole('checkbox', { name: /Listing changed/ }).uncheck();
  await form.getByRole('button', { name: 'Add Webhook' }).click();

  const secret = page.getByRole('dialog', { name: 'Your signing secret' });
  await expect(secret.getByText(/^whsec_[\w-]{43}$/)).toBeVisible();
  await expectAccessible(page);
  await secret.getByRole('button', { name: 'Done' }).click();
  const row = section.getByRole('listitem');
  await expect(row.getByText('https://crm.example/silong')).toBeVisible();
  await expect(row.getByText('On', { exact: true })).toBeVisible();
  await expect(page.getByText(/whsec_/)).toBeHidden();

  await row.getByRole('button', { name: 'Log and Test: crm.example' }).click();
  const log = page.getByRole('dialog', { name: 'Webhook log' });
  await expect(log.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible();
  await log.getByRole('button', { name: 'Send a Test' }).click();
  const delivery = log.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect(delivery.getByText('The receiver could not be reached')).toBeVisible({ timeout: 20_000 });
  await expect(delivery.getByText('Next attempt', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await log.getByRole('button', { name: 'Close' }).click();

  await expect(row.getByText('Failing', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await row.getByRole('button', { name: 'Turn off crm.example' }).click();
  await expect(row.getByText('Off', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'New secret for crm.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a New Secret' }).click();
  await expect(page.getByRole('dialog', { name: 'Your signing secret' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await row.getByRole('button', { name: 'Delete crm.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(section.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
});
