import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { openBrowser } from './support/people.ts';

const PASSWORD = 'forget-me-soon';

async function newcomer(browser: Browser, url: string): Promise<{ page: Page; email: string }> {
  const email = `leaving-${Date.now()}@silong.example`;
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Lea Ving', email, password: PASSWORD }),
  });
  const { data } = await answer.json();
  return { page: await openBrowser(browser, url, data), email };
}

test('a person takes their data along, asks to be forgotten, and an admin does it', {
  tag: '@journey',
}, async ({ page: admin, browser, server }) => {
  const { page, email } = await newcomer(browser, server.url);
  await page.goto('/settings?tab=privacy');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('silong-my-data.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8')).account[0].email).toBe(email);

  await page.getByRole('button', { name: 'Ask for Erasure' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for Erasure' });
  await dialog.getByLabel('Your Password', { exact: true }).fill('not-it-at-all');
  await dialog.getByRole('button', { name: 'Ask for Erasure' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This password is incorrect');
  await expectAccessible(page);
  await dialog.getByLabel('Your Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Reason (optional)').fill('I found a home');
  await dialog.getByRole('button', { name: 'Ask for Erasure' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw Request' })).toBeVisible();

  await signIn(admin, server.url, 'admin');
  await admin.goto('/admin-dashboard?tab=privacy');
  const request = admin.getByRole('listitem').filter({ hasText: email });
  await expect(request).toContainText('I found a home');
  await expectAccessible(admin);
  await request.getByRole('button', { name: 'Refuse' }).click();
  const refusal = admin.getByRole('dialog');
  await refusal.getByRole('button', { name: 'Refuse' }).click();
  await expect(refusal).toContainText('Please give a reason. The person will see it.');
  await refusal.getByRole('button', { name: 'Cancel' }).click();
  await request.getByRole('button', { name: 'Erase Account' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Erase Account' }).click();
  await expect(request).toHaveCount(0);

  // The account is signed out, and its credentials no longer work.
  await page.goto('/settings');
  await expect(
    page
      .getByText('Access Denied')
      .or(page.getByRole('button', { name: 'Login' }))
      .first(),
  ).toBeVisible();
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(login.status).toBe(401);
  await page.context().close();
});
