import type { Page } from '@playwright/test';
import type { Viewing } from '../../shared/contracts/viewings.ts';
import { AgentDashboard } from './pages/agentDashboard.ts';
import { Chat } from './pages/chat.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { freshListing } from './support/people.ts';

const DAY_MS = 24 * 3_600_000;
const MANILA_MS = 8 * 3_600_000;

async function send(method: 'POST' | 'PUT', url: string, body: object, token?: string) {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(method === 'POST' ? 201 : 200);
  return (await answer.json()).data;
}

const post = (url: string, body: object, token?: string) => send('POST', url, body, token);
const put = (url: string, body: object, token: string) => send('PUT', url, body, token);

/** Two in the afternoon in Manila, weeks ahead: no viewing of the demo data is there. */
function afternoon(daysAhead: number): { startsAt: string; day: string } {
  const day = new Date(Date.now() + MANILA_MS + daysAhead * DAY_MS).toISOString().slice(0, 10);
  return { startsAt: `${day}T06:00:00.000Z`, day };
}

async function askForViewing(baseUrl: string, skip: number, startsAt: string): Promise<Viewing> {
  const { id } = await freshListing(baseUrl, skip);
  const { token } = await openSession(baseUrl, 'user');
  return post(`${baseUrl}/api/viewings`, { property_id: id, starts_at: startsAt }, token);
}

const clientsOf = (page: Page) => page.getByRole('list', { name: 'Clients', exact: true });

test('an inquiry without an account and a chat of the same address stand together', async ({ page, server }) => {
  const agent = await openSession(server.url, 'agent');
  const { user, token } = await openSession(server.url, 'user');
  await post(`${server.url}/api/agents/${agent.user.id}/contact`, {
    name: 'Somebody at work',
    email: ` ${user.email.toUpperCase()} `,
    message: 'Written without signing in',
  });
  const subject = 'About the balcony';
  await post(
    `${server.url}/api/conversations`,
    { agentId: agent.user.id, subject, initialMessage: 'Written in the chat' },
    token,
  );
  await signIn(page, server.url, 'agent');
  await page.goto('/agent-dashboard?tab=messages');
  await expect(page.getByRole('heading', { name: 'Client Messages', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recent Conversations' })).toBeVisible();
  await page.getByRole('button', { name: 'Clients', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search clients' }).fill(user.email);
  const rows = clientsOf(page).getByRole('button');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Needs an answer');
  await rows.click();
  const panel = page.getByRole('region', { name: user.name });
  await expect(panel.getByText('Written without signing in')).toBeVisible();
  await expect(panel.getByText('Written in the chat')).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('article', { name: subject }).getByRole('button', { name: 'Open Chat' }).click();
  await expect(new Chat(page).saying('Written in the chat')).toHaveCount(1);
  await page.keyboard.press('Escape');
  const inquiry = new AgentDashboard(page).message('Somebody at work');
  await inquiry.getByRole('button', { name: 'Close' }).click();
  await expect(inquiry.getByText('Closed', { exact: true })).toBeVisible();
});

test('a saved reply is kept, found and inserted where the cursor stands', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  const { user } = await signIn(page, server.url, 'agent');
  await post(`${server.url}/api/agents/${user.id}/contact`, {
    name: 'Elena Ramos',
    email: 'elena@visitor.example',
    message: 'What do I need to bring?',
  });
  const dashboard = new AgentDashboard(page);
  await page.goto('/agent-dashboard?tab=messages');
  await dashboard.message('Elena Ramos').getByRole('button', { name: 'Reply' }).click();
  const dialog = dashboard.replyDialog('Elena Ramos');
  await dialog.getByLabel('Your Reply').fill('Good day! See you.');
  await dialog.getByRole('button', { name: 'Saved Replies' }).click();
  await dialog.getByRole('button', { name: 'Manage Saved Replies' }).click();

  const manager = page.getByRole('dialog', { name: 'Saved Replies', exact: true });
  await manager.getByRole('button', { name: 'Add Saved Reply' }).click();
  await manager.getByLabel('Title').fill('What to bring');
  await manager.getByLabel('Text').fill('{name}, please bring an ID for {property}. {agent}');
  await expectAccessible(page);
  await manager.getByRole('button', { name: 'Save Reply' }).click();
  await expect(manager.getByRole('heading', { name: 'What to bring' })).toBeVisible();
  await manager.getByRole('button', { name: 'Close' }).click();

  const box = dialog.getByLabel('Your Reply');
  await box.focus();
  // After 'Good day!'.
  for (const key of ['Home', ...Array(9).fill('ArrowRight')]) await box.press(key);
  if (await dialog.getByRole('combobox').isHidden())
    await dialog.getByRole('button', { name: 'Saved Replies' }).click();
  await dialog.getByRole('combobox', { name: 'Search saved replies' }).fill('bring');
  await expect(dialog.getByRole('option', { name: /What to bring/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(
    `Good day! Elena Ramos, please bring an ID for the property. ${user.name} See you.`,
  );
  await expect(box).toBeFocused();

  await dialog.getByRole('button', { name: 'Saved Replies' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('combobox')).toBeHidden();
});

test('the chat offers saved replies to agents', async ({ page, server }) => {
  const agent = await signIn(page, server.url, 'agent');
  const { token, user } = await openSession(server.url, 'user');
  for (const [title, text] of [
    ['A first one', 'Unused'],
    ['Hello', 'Hello {name}!'],
  ])
    await post(`${server.url}/api/agents/saved-replies`, { title, text }, agent.token);
  const subject = `Parking ${Date.now()}`;
  await post(
    `${server.url}/api/conversations`,
    { agentId: agent.user.id, subject, initialMessage: 'Is there parking?' },
    token,
  );
  await page.goto('/agent-dashboard?tab=messages');
  await page.getByRole('button', { name: new RegExp(subject) }).click();
  await page.getByRole('button', { name: 'Saved replies' }).click();
  await expect(page.getByRole('option').first()).toContainText('A first one');
  await page.getByRole('option', { name: /Hello/ }).click();
  await expect(page.getByRole('textbox', { name: `Message to ${user.name}` })).toHaveValue(`Hello ${user.name}!`);
  // The last used reply comes first.
  await page.getByRole('button', { name: 'Saved replies' }).click();
  await expect(page.getByRole('option').first()).toContainText('Hello');
});

test('the calendar confirms one viewing and refuses another at the same hour', async ({
  page,
  server,
  consoleErrors,
}) => {
  const { startsAt, day } = afternoon(51);
  const first = await askForViewing(server.url, 0, startsAt);
  const second = await askForViewing(server.url, 1, startsAt);
  await signIn(page, server.url, 'agent');
  await page.goto(`/agent-dashboard?tab=viewings&view=week&day=${day}`);
  const block = (viewing: Viewing) => page.getByRole('button', { name: new RegExp(viewing.property.title) });
  await expect(block(first)).toBeVisible();
  await expectAccessible(page);
  await block(first).click();
  const dialog = page.getByRole('dialog', { name: `Viewing with ${first.user.name}` });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add to Calendar' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await expect(block(second)).toHaveAccessibleName(/clashes with a confirmed viewing/i);
  await block(second).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'another viewing' })).toHaveText(
    'The agent has another viewing at this time',
  );
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();

  // The keyboard goes on, back and to today.
  await block(second).focus();
  const title = page.getByRole('heading', { level: 2, name: / – / });
  const shown = await title.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(title).not.toHaveText(shown ?? '');
  await page.getByRole('button', { name: 'Previous week' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(title).toHaveText(shown ?? '');
  await page.keyboard.press('t');
  await expect(page).not.toHaveURL(/day=/);
});

test('the calendar is led by the keyboard, and shows declined viewings when asked', async ({ page, server }) => {
  const { startsAt, day } = afternoon(53);
  const declined = await askForViewing(server.url, 3, startsAt);
  const agent = await signIn(page, server.url, 'agent');
  await put(`${server.url}/api/viewings/${declined.id}`, { status: 'declined' }, agent.token);
  const open = await askForViewing(server.url, 4, startsAt);
  await page.goto(`/agent-dashboard?tab=viewings&view=week&day=${day}`);
  const block = (viewing: Viewing) => page.getByRole('button', { name: new RegExp(viewing.property.title) });
  await expect(block(open)).toBeVisible();
  await expect(block(declined)).toBeHidden();

  await page.getByRole('checkbox', { name: 'Show Declined' }).click();
  await expect(block(declined)).toHaveAccessibleName(/Declined/);
  await expectAccessible(page);
  // The choice is in the address, so that it outlives a reload.
  await page.reload();
  await expect(block(declined)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Show Declined' }).click();
  await expect(block(declined)).toBeHidden();

  const title = page.getByRole('heading', { level: 2, name: / – / });
  const shown = await title.textContent();
  await block(open).focus();
  // The block that had the keyboard is gone after the first step; the second and the way back still work.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft']) {
    const before = (await title.textContent()) ?? '';
    await page.keyboard.press(key);
    await expect(title).not.toHaveText(before);
  }
  await expect(title).toHaveText(shown ?? '');

  await page.keyboard.press('d');
  await expect(page).toHaveURL(new RegExp(`view=day.*day=${day}|day=${day}.*view=day`));
  await expect(page.getByRole('button', { name: 'Next day' })).toBeVisible();
  await page.keyboard.press('w');
  await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible();
});

for (const width of [1440, 390])
  test(`clients and calendar fit and are accessible at ${width} pixels`, async ({ page, server }) => {
    await signIn(page, server.url, 'agent');
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/agent-dashboard?tab=messages&view=clients');
    await clientsOf(page).getByRole('button').first().click();
    await expect(page.getByRole('list', { name: /^Between you and/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    if (width === 390) {
      await page.getByRole('button', { name: 'Back to clients' }).click();
      await expect(clientsOf(page)).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto('/agent-dashboard?tab=viewings&view=week');
    await expect(page.getByRole('region', { name: 'Calendar' })).toBeVisible();
    await expect(page.getByRole('button', { name: width === 390 ? 'Next day' : 'Next week' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
