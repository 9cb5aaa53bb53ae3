import type { Page } from '@playwright/test';
import type { LicenseList } from '../../shared/contracts/licenses.ts';
import { addDays, manilaDay } from '../../shared/manilaDays.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs } from './support/newcomers.ts';
import { openBrowser } from './support/people.ts';

const DESK = '/admin-dashboard?tab=trust&desk=licenses';
const WIDTHS = [390, 768, 1440];

const spellDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(day));
const today = () => manilaDay(new Date());
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function listLicenses(baseUrl: string, query = ''): Promise<LicenseList['licenses']> {
  const { token } = await openSession(baseUrl, 'admin');
  const { data } = await callAs<LicenseList>(baseUrl, token, 'GET', `/api/admin/licenses?limit=100${query}`);
  return data.licenses;
}

test('an admin checks a license, and everybody can see it', { tag: '@journey' }, async ({
  page: admin,
  browser,
  server,
}) => {
  const [unchecked] = await listLicenses(server.url, '&state=unchecked');
  if (!unchecked) throw new Error('every license is checked');
  const { agent } = unchecked;
  const visitor = await openBrowser(browser, server.url, 'user');
  await visitor.goto(`/agents/${agent.id}`);
  await expect(visitor.getByRole('heading', { level: 1, name: agent.name })).toBeVisible();
  await expect(visitor.getByText('License checked')).toHaveCount(0);
  await visitor.goto(`/agents/${agent.id}?tab=contact`);
  await expect(visitor.getByRole('heading', { name: 'Office Hours' })).toBeVisible();
  await expect(visitor.getByText('An administrator reviewed')).toBeVisible();

  await signIn(admin, server.url, 'admin');
  await admin.goto(DESK);
  await expect(rowOf(admin, agent.name)).toContainText('Not checked');
  for (const width of WIDTHS) {
    await admin.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(admin);
  }
  await expectAccessible(admin);
  await admin.getByRole('combobox', { name: 'State' }).selectOption('unchecked');
  await expect(admin).toHaveURL(/state=unchecked/);
  await admin.getByRole('searchbox', { name: 'Search agents' }).fill(agent.email);
  await expect(admin.getByRole('row')).toHaveCount(2);
  await admin.getByRole('button', { name: `Check license of ${agent.name}` }).click();

  const dialog = admin.getByRole('dialog', { name: 'Check License' });
  await expect(dialog.getByLabel('License number')).toHaveValue(unchecked.license_number ?? '');
  await expect(dialog.getByRole('link', { name: 'Open the register' })).toHaveAttribute(
    'href',
    'https://verification.prc.gov.ph',
  );
  await dialog.getByRole('button', { name: 'Save Check' }).click();
  await expect(dialog).toContainText('Enter the last valid day shown in the register');
  await dialog.getByLabel('Valid until').fill(addDays(today(), -1));
  await expect(dialog).toContainText('We warn the agent and unlist them a week later');
  await expectAccessible(admin);
  const lastDay = addDays(today(), 700);
  await dialog.getByLabel('Valid until').fill(lastDay);
  await dialog.getByLabel('Note').fill('Seen in the register');
  await dialog.getByRole('button', { name: 'Save Check' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText('No licenses found')).toBeVisible();
  await admin.getByRole('combobox', { name: 'State' }).selectOption('valid');
  const row = rowOf(admin, agent.name);
  await expect(row).toContainText('Valid');
  await expect(row).toContainText('Seen in the register');

  await visitor.goto(`/agents/${agent.id}`);
  await expect(visitor.getByText(`License checked on ${spellDay(today())}`)).toBeVisible();
  await expect(visitor.getByText(`valid until ${spellDay(lastDay)}`)).toBeVisible();
  await expectAccessible(visitor);
  await visitor.goto(`/agents/${agent.id}?tab=contact`);
  await expect(visitor.getByText('with the Professional Regulation Commission')).toBeVisible();
  await visitor.goto('/agents');
  const card = visitor.getByRole('article').filter({ hasText: agent.name });
  await expect(card.getByText('License checked')).toBeVisible();
  await visitor.context().close();

  await admin.goto('/admin-dashboard?tab=audit');
  await expect(admin.getByRole('row').nth(1)).toContainText('License: check');
});

test('an agent is told that the license ends, and another number has to be checked again', async ({
  page: admin,
  browser,
  server,
}) => {
  const { token } = await openSession(server.url, 'admin');
  const agentId = (await openSession(server.url, 'agent')).user.id;
  const before = (await listLicenses(server.url)).find(({ agent }) => agent.id === agentId);
  if (!before) throw new Error('the demo agent has no license');
  const check = (license_number: string | null, expires_on: string | null) =>
    callAs(server.url, token, 'PUT', `/api/admin/licenses/${agentId}`, { license_number, expires_on });
  const lastDay = addDays(today(), 10);
  await check(before.license_number, lastDay);
  const agent = await openBrowser(browser, server.url, 'agent');
  await agent.goto('/agent-dashboard');
  const notice = agent.getByText(`Your license expires on ${spellDay(lastDay)}`);
  await expect(notice).toBeVisible();
  await expectAccessible(agent);
  for (const width of WIDTHS) {
    await agent.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(agent);
  }
  await agent.getByRole('link', { name: 'Open your profile' }).click();
  await expect(notice).toBeVisible();
  await agent.getByRole('button', { name: 'Edit Profile' }).click();
  await agent.getByLabel('License number').fill('PRC-DEMO-RENEWED');
  await agent.getByRole('button', { name: 'Save Changes' }).click();
  await expect(agent.getByText('Not checked yet')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await agent.context().close();

  await signIn(admin, server.url, 'admin');
  await admin.goto(`${DESK}&state=unchecked`);
  await expect(rowOf(admin, 'PRC-DEMO-RENEWED')).toContainText(before.agent.name);
  await check(before.license_number, before.expires_on);
});
