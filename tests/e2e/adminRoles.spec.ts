import type { Page } from '@playwright/test';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { Session } from '#shared/contracts/auth.ts';
import { openAdminDashboard } from './pages/adminDashboard.ts';
import { openSession, signInWith } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs } from './support/newcomers.ts';
import { openBrowser } from './support/people.ts';

const PASSWORD = 'quiet-harbour-9';

/** An administrator of a role, made and signed in over the API. */
async function makeAdmin(baseUrl: string, adminRole: AdminRole, name: string): Promise<Session> {
  const { token } = await openSession(baseUrl, 'admin');
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@staff.example`;
  const account = { name, email, password: PASSWORD, role: 'admin', admin_role: adminRole };
  expect((await callAs(baseUrl, token, 'POST', '/api/admin/users', account)).status).toBe(201);
  return (await callAs<Session>(baseUrl, '', 'POST', '/api/auth/login', { email, password: PASSWORD })).data;
}

const sections = (page: Page) => page.getByRole('navigation', { name: 'Admin sections' }).getByRole('link');

async function openAs(page: Page, session: Session, search = ''): Promise<void> {
  await signInWith(page, session);
  await page.goto(`/admin-dashboard${search}`);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

/** Other tests leave listings that wait, and accounts with a request for erasure. */
const properties = /^Properties(\d+ waiting for approval)?$/;
const privacy = /^Privacy(\d+ waiting for a decision)?$/;

const menus: Record<Exclude<AdminRole, 'owner'>, RegExp[]> = {
  moderator: [/^Overview$/, /^Agents/, properties, /^Buildings$/, /^Messages$/, /^Trust Desk/],
  support: [/^Overview$/, /^Users$/, privacy],
  auditor: [/^Overview$/, /^Users$/, /^Agents/, properties, /^Buildings$/, /^Trust Desk/, privacy, /^Audit Log$/],
};

for (const role of ['moderator', 'support', 'auditor'] as const)
  test(`${role}: the menu shows what belongs to the role, and an address leads nowhere else`, async ({
    page,
    server,
  }) => {
    await openAs(page, await makeAdmin(server.url, role, `Menu ${role}`));
    await expect(sections(page)).toHaveText(menus[role]);
    await expect(page.getByRole('list', { name: 'Figures' })).toContainText('Total Properties');
    await expectAccessible(page);
    await page.goto('/admin-dashboard?tab=settings');
    await expect(page.getByRole('heading', { name: 'Your role does not include this page' })).toBeVisible();
    await expect(page.getByText(/^Only an owner can do this\. Ask an owner/)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    // Every link of the menu is answered: a refused call would show in the console.
    for (const link of await sections(page).all()) {
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
  });

test('support closes an account, but not an administrator’s, and edits none', async ({ page, server }) => {
  await openAs(page, await makeAdmin(server.url, 'support', 'Sam Support'), '?tab=users&search=silong.example');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(page.getByRole('button', { name: 'Add User' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await page.getByLabel('Role', { exact: true }).selectOption('user');
  // The list before it stands until the filtered one is there.
  await expect(page.getByRole('cell', { name: 'Agent', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^View details of/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Edit|Delete|Change password of) / })).toHaveCount(0);
  const select = page.getByLabel(/^Status of /).first();
  const name = (await select.getAttribute('aria-label'))?.replace('Status of ', '') ?? '';
  await select.selectOption('inactive');
  await expect(row(name).getByText('Inactive', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(name).getByText('Active', { exact: true }).first()).toBeVisible();
  await page.getByLabel('Role', { exact: true }).selectOption('admin');
  await expect(row('Luis Arguelles')).toContainText('Owner');
  await expect(page.getByLabel('Status of Luis Arguelles')).toHaveCount(0);
});

test('an auditor finds nothing to press', async ({ page, server }) => {
  await openAs(page, await makeAdmin(server.url, 'auditor', 'Ada Auditor'), '?tab=properties');
  await expect(page.getByRole('button', { name: /^View details of/ }).first()).toBeVisible();
  await expect(page.getByLabel(/^Status of /)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0);
  await page.goto('/admin-dashboard?tab=agents');
  await expect(page.getByRole('button', { name: /^View / }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Approve|Reject) / })).toHaveCount(0);
  await page.goto('/admin-dashboard?tab=users');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  await expect(page.getByLabel(/^Status of /)).toHaveCount(0);
});

test('an owner gives roles, explained beside each, and the other’s open window follows', {
  tag: '@journey',
}, async ({ page, browser, server }) => {
  const session = await makeAdmin(server.url, 'moderator', 'Mina Moderator');
  const other = await openBrowser(browser, server.url, session);
  await other.goto('/admin-dashboard');
  await expect(sections(other)).toHaveText(menus.moderator);

  const dashboard = await openAdminDashboard(page, server.url, '?tab=users&search=mina.moderator');
  const row = dashboard.row('Mina Moderator');
  await expect(row).toContainText('Moderator');
  await row.getByRole('button', { name: 'Edit' }).click();
  const editing = dashboard.dialog('Edit User');
  const roles = editing.getByRole('radiogroup', { name: 'What this administrator can do' });
  await expect(roles.getByRole('radio')).toHaveCount(4);
  await expect(roles.getByRole('radio', { name: /^Moderator/ })).toBeChecked();
  await expect(roles).toContainText('Cannot change anything.');
  await expectAccessible(page);
  await roles.getByRole('radio', { name: /^Support/ }).check();
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row).toContainText('Support');
  await expect(sections(other)).toHaveText(menus.support);

  // Other roles have no such choice: it comes and goes with the role.
  await row.getByRole('button', { name: 'Edit' }).click();
  await editing.getByLabel('Role', { exact: true }).selectOption('user');
  await expect(roles).toHaveCount(0);
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row).not.toContainText('Support');
  await expect(other.getByRole('navigation', { name: 'Admin sections' })).toHaveCount(0);
  await other.context().close();
});
