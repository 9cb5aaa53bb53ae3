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

async function logInOverApi(url: string, email: string): Promise<Response> {
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
}

async function deleteAccount(page: Page): Promise<void> {
  await page.goto('/settings?tab=privacy');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByLabel('Your Password', { exact: true }).pressSequentially('not-it-at-all');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This password is incorrect');
  await expectAccessible(page);
  await dialog.getByLabel('Your Password', { exact: true }).fill('');
  await dialog.getByLabel('Your Password', { exact: true }).pressSequentially(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  const said = /^Your account will be deleted on .+\. Log in before then to keep it\.$/;
  await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
}

test('a person takes their data along and deletes the account: a login undoes it, an admin may hurry', {
  tag: '@journey',
}, async ({ page: admin, browser, server }) => {
  const { page, email } = await newcomer(browser, server.url);
  await page.goto('/settings?tab=privacy');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('silong-my-data.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8')).account[0].email).toBe(email);

  await deleteAccount(page);
  await page.context().close();
  const { data } = await (await logInOverApi(server.url, email)).json();
  const again = await openBrowser(browser, server.url, data);
  await again.goto('/settings?tab=privacy');
  await expect(again.getByRole('button', { name: 'Delete account' })).toBeVisible();
  await deleteAccount(again);
  await again.context().close();

  await signIn(admin, server.url, 'admin');
  await admin.goto('/admin-dashboard?tab=privacy');
  const request = admin.getByRole('listitem').filter({ hasText: email });
  await expect(request).toContainText('Deletes itself on');
  await expectAccessible(admin);
  await request.getByRole('button', { name: 'Refuse' }).click();
  const refusal = admin.getByRole('dialog');
  await refusal.getByRole('button', { name: 'Refuse' }).click();
  await expect(refusal).toContainText('Please give a reason. The person will see it.');
  await refusal.getByRole('button', { name: 'Cancel' }).click();
  await request.getByRole('button', { name: 'Erase Account' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Erase Account' }).click();
  await expect(request).toHaveCount(0);
  expect((await logInOverApi(server.url, email)).status).toBe(401);
});
