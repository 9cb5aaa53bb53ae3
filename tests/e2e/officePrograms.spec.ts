import type { Session } from '../../shared/contracts/auth.ts';
import { call, openSession, signInWith } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const PASSWORD = 'office-agent-1';

async function newAgent(baseUrl: string, name: string): Promise<Session> {
  const admin = await openSession(baseUrl, 'admin');
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@programs.example`;
  const draft = { name, email, password: PASSWORD, role: 'agent' };
  await call('POST', `${baseUrl}/api/admin/users`, admin.token, draft);
  return call('POST', `${baseUrl}/api/auth/login`, '', { email, password: PASSWORD });
}

test('who manages an office sets its programs up: a token, a webhook for everybody, the feeds', async ({
  page,
  server,
}) => {
  test.slow();
  const manager = await newAgent(server.url, 'Petra Programs');
  await call('POST', `${server.url}/api/office`, manager.token, { name: 'Programs Realty' });
  await signInWith(page, manager);
  await page.goto('/settings?tab=api');

  await page.getByRole('button', { name: 'New API Token' }).click();
  const form = page.getByRole('dialog', { name: 'New API token' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Office website');
  await form.getByRole('switch', { name: 'See all listings of the office you manage' }).click();
  await form.getByRole('button', { name: 'Make Token' }).click();
  const made = page.getByRole('dialog', { name: 'Copy your API token now' });
  const token = (await made.locator('code').textContent()) ?? '';
  await made.getByRole('button', { name: 'I Have Copied It' }).click();
  const feed = await fetch(`${server.url}/api/feeds/office/listings.json`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([feed.status, await feed.json()]).toEqual([200, []]);

  await page.getByRole('button', { name: 'Add a Webhook' }).click();
  const hook = page.getByRole('dialog', { name: 'Add a webhook' });
  await hook.getByRole('textbox', { name: 'Address' }).fill('https://crm.example/office');
  await hook.getByRole('radio', { name: /Everyone in Programs Realty/ }).check();
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await hook.getByRole('button', { name: 'Add Webhook' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('region', { name: 'Webhooks' })).toContainText('For everyone in your office');

  const feeds = page.getByRole('region', { name: 'Listing feeds' });
  const ofOffice = feeds.getByRole('list', { name: 'All listings of Programs Realty' });
  await expect(ofOffice).toContainText(`${server.url}/api/feeds/office/listings.xml`);
  await feeds.scrollIntoViewIfNeeded();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  }
});

test('an agent of no office is offered nothing of one', async ({ page, server }) => {
  await signInWith(page, await newAgent(server.url, 'Solo Programs'));
  await page.goto('/settings?tab=api');
  await expect(page.getByRole('list', { name: 'Your listings' })).toContainText('/api/feeds/listings.csv');
  await expect(page.getByRole('list', { name: /All listings of/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a Webhook' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a webhook' }).getByRole('radio')).toHaveCount(0);
});
