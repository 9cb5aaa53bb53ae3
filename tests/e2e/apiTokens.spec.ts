import { signIn, signInWith } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs, register } from './support/newcomers.ts';

test('an agent makes an API token, copies it, sees its use, and revokes it', { tag: '@journey' }, async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-write']);
  await signIn(page, server.url, 'agent');
  await page.goto('/settings?tab=api');
  const card = page.getByRole('region', { name: 'API access' });
  await expect(card).toContainText('You have no API tokens yet.');
  await card.getByRole('button', { name: 'New API Token' }).click();

  const form = page.getByRole('dialog', { name: 'New API token' });
  await form.getByRole('button', { name: 'Make Token' }).click();
  await expect(form).toContainText('Please give the token a name');
  await form.getByRole('textbox', { name: 'Name' }).fill('Office website');
  await form.getByRole('button', { name: 'Make Token' }).click();
  await expect(form.getByRole('alert')).toContainText('Choose at least one thing that the token may do');
  await form.getByRole('switch', { name: 'See your viewings and who comes to them' }).click();
  await form.getByLabel('Valid for').selectOption('Until you revoke it');
  await expectAccessible(page);
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
  await form.getByRole('button', { name: 'Make Token' }).click();

  const made = page.getByRole('dialog', { name: 'Copy your API token now' });
  const token = (await made.locator('code').textContent()) ?? '';
  expect(token).toMatch(/^silong_pat_\w{49}$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await made.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  await made.getByRole('button', { name: 'I Have Copied It' }).click();

  const row = card.getByRole('listitem').filter({ hasText: 'Office website' });
  await expect(row).toContainText('Never expires');
  await expect(row).toContainText('Not used yet');
  expect((await callAs(server.url, token, 'GET', '/api/viewings')).status).toBe(200);
  await page.reload();
  await expect(row).toContainText('Last used: ');
  await row.getByText('Can do 1 thing').click();
  await expect(row).toContainText('See your viewings and who comes to them');
  await card.scrollIntoViewIfNeeded();
  await page.setViewportSize({ width: 390, height: 844 });
  await card.scrollIntoViewIfNeeded();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await card.scrollIntoViewIfNeeded();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Revoke Office website' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this API token?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(card).toContainText('You have no API tokens yet.');
  expect((await callAs(server.url, token, 'GET', '/api/viewings')).status).toBe(401);
});

test('somebody who is no agent is not offered API tokens', async ({ page, server }) => {
  await signInWith(page, await register(server.url, 'Paolo Plain'));
  await page.goto('/settings?tab=api');
  await expect(page.getByRole('tab', { name: 'Preferences' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'API' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'API access' })).toHaveCount(0);
});
