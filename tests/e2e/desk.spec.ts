import type { DeskRow } from '../../shared/contracts/desk.ts';
import { Desk } from './pages/desk.ts';
import { signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

async function ask(url: string, token: string, method: 'GET' | 'PUT' = 'GET', body?: object) {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()).data;
}

async function writeInquiry(baseUrl: string, agentId: number, name: string): Promise<void> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@visitor.example`;
  const answer = await fetch(`${baseUrl}/api/agents/${agentId}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, message: `This is ${name}. Is it still there?` }),
  });
  expect(answer.status).toBe(201);
}

/** As the agent's queue has them on the server. */
async function rowsOn(baseUrl: string, token: string, view = 'needs_me'): Promise<DeskRow[]> {
  const { rows } = await ask(`${baseUrl}/api/desk/queue?view=${view}`, token);
  return rows;
}

test('the queue is worked through with the keys alone', { tag: ['@journey', '@engines'] }, async ({
  page,
  server,
}) => {
  const { token } = await signIn(page, server.url, 'agent');
  const [first, second, third] = await rowsOn(server.url, token);
  if (!first || !second || !third) throw new Error('The demo agent has too few clients');
  const desk = new Desk(page);
  await desk.open();
  const waiting = await desk.count('Needs me');
  await expect(desk.rail.getByRole('link', { name: `Inbox, ${waiting} need you` })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(desk.selected).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Choose a client' })).toBeVisible();

  await page.keyboard.press('j');
  await expect(desk.selected).toContainText(first.name);
  await expect(desk.heading()).toHaveText(first.name);
  await expect(page).toHaveURL(new RegExp(`client=${first.id}`));
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(desk.heading()).toHaveText(first.name);

  await page.keyboard.press('Enter');
  await expect(desk.conversation).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(desk.queue.getByRole('listbox')).toBeFocused();

  // Done moves on; undo brings the client back.
  await page.keyboard.press('e');
  await expect(desk.heading()).toHaveText(second.name);
  await expect(desk.row(first.name)).toHaveCount(0);
  await expect.poll(() => desk.count('Needs me')).toBe(waiting - 1);
  await expect(desk.rail.getByRole('link', { name: `Inbox, ${waiting - 1} need you` })).toBeVisible();
  await expect.poll(async () => (await rowsOn(server.url, token)).map(({ id }) => id)).not.toContain(first.id);
  await page.keyboard.press('u');
  await expect(page.getByText(`Undone: ${first.name} is done`)).toBeVisible();
  await expect(desk.row(first.name)).toHaveCount(1);
  await expect.poll(() => desk.count('Needs me')).toBe(waiting);
  await expect(desk.rows.first()).toContainText(first.name);

  // Put off until tomorrow, and found among the snoozed.
  await page.keyboard.press('z');
  const snooze = page.getByRole('dialog', { name: `Snooze ${second.name}` });
  await expect(snooze.getByRole('button', { name: /Tomorrow/ })).toBeVisible();
  await page.keyboard.press('2');
  await expect(snooze).toBeHidden();
  await expect(desk.heading()).toHaveText(third.name);
  await expect(page.getByText(`${second.name} comes back: Tomorrow`)).toBeVisible();
  await desk.view('Snoozed').click();
  await expect(desk.row(second.name)).toContainText('Tomorrow');
  await page.keyboard.press('u');
  await expect(desk.row(second.name)).toHaveCount(0);

  // The search finds everybody, done or not.
  await page.keyboard.press('/');
  await expect(desk.queue.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(first.name);
  await expect(desk.rows).toHaveText([new RegExp(first.name)]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(desk.heading()).toHaveText(first.name);
  // Enter opens the first match, also before the search has answered.
  await page.keyboard.press('/');
  await page.keyboard.type(third.name);
  await page.keyboard.press('Enter');
  await expect(desk.heading()).toHaveText(third.name);
  await expect(desk.queue.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type(first.name);
  await page.keyboard.press('Enter');
  await expect(desk.heading()).toHaveText(first.name);

  // All keys are in the list of shortcuts, and in the palette.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByRole('heading', { name: 'Desk' })).toBeVisible();
  await expect(keys.getByText('Next client')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search Silong' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('snoo');
  const actions = page.getByRole('group', { name: 'Actions' });
  await expect(actions.getByRole('option')).toHaveText(/Snooze/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `Snooze ${first.name}` })).toBeVisible();
});

test('opening the Desk reads nothing; a conversation that is looked at is read', async ({ page, server }) => {
  const { token } = await signIn(page, server.url, 'agent');
  const unread = async () => (await rowsOn(server.url, token, 'all')).filter((row) => row.unread > 0);
  const before = await unread();
  const [target] = before;
  if (!target) throw new Error('The demo agent has no unread message');
  const desk = new Desk(page);
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/read')) reads.push(request.url());
  });
  await desk.open();
  await page.waitForLoadState('networkidle');
  expect(reads).toEqual([]);
  expect((await unread()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));

  await page.goto(`/desk?client=${target.id}`);
  await expect(desk.heading()).toHaveText(target.name);
  await expect.poll(async () => (await unread()).map(({ id }) => id)).not.toContain(target.id);
  expect(reads).toEqual([`${server.url}/api/desk/clients/${target.id}/read`]);
});

test('nothing moves below the pointer; what came waits above until it is asked for', {
  tag: '@journey',
}, async ({ page, server }) => {
  const { user } = await signIn(page, server.url, 'agent');
  const desk = new Desk(page);
  await desk.open();
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  const waiting = await desk.count('Needs me');
  // Without their words: the age of a message changes by itself.
  const shown = () => desk.rows.evaluateAll((rows) => rows.map(({ id }) => id));
  const before = await shown();
  await desk.rows.nth(2).hover();
  await writeInquiry(server.url, user.id, 'Nora Villegas');
  await expect(desk.queue.getByRole('button', { name: '1 new, show' })).toBeVisible();
  // The count is true at once, also in the rail.
  await expect.poll(() => desk.count('Needs me')).toBe(waiting + 1);
  expect(await shown()).toEqual(before);
  await expect(desk.row('Nora Villegas')).toHaveCount(0);
  await desk.queue.getByRole('button', { name: '1 new, show' }).click();
  await desk.queue.getByRole('listbox').press('End');
  await expect(desk.selected).toContainText('Nora Villegas');
  await expect(desk.heading()).toHaveText('Nora Villegas');

  // Away from the queue it follows by itself.
  await desk.conversation.hover();
  await desk.conversation.focus();
  await writeInquiry(server.url, user.id, 'Omar Reyes');
  await expect.poll(() => desk.count('Needs me')).toBe(waiting + 2);
  await expect(desk.queue.getByRole('button', { name: /new, show/ })).toBeHidden();
  // The count may come before the row, which waits as soon as the list has the focus.
  await expect(desk.rows.first()).toHaveAttribute('aria-setsize', String(waiting + 2));
  await desk.queue.getByRole('listbox').press('End');
  await expect(desk.selected).toContainText('Omar Reyes');
});

test('what another window changes is told when a change of one’s own is refused', async ({
  page,
  server,
  consoleErrors,
}) => {
  const { token } = await signIn(page, server.url, 'agent');
  const desk = new Desk(page);
  await desk.open();
  const chosen = (await rowsOn(server.url, token))[1];
  if (!chosen) throw new Error('The demo agent has too few clients');
  const { id, name } = chosen;
  await desk.rows.nth(1).click();
  await expect(desk.heading()).toHaveText(name);
  // The response to the change is held back, so that this window does not have it.
  await page.route('**/api/desk/queue?*ids=*', (route) => route.abort());
  await page.route(`**/api/desk/clients/${id}`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await page.route('**/api/desk/queue?view=needs_me*', (route) => route.abort());
  await ask(`${server.url}/api/desk/clients/${id}`, token, 'PUT', { stage: 'offer' });
  await page.keyboard.press('e');
  await expect(page.getByText(/Something about this client has changed/)).toBeVisible();
  // The client is shown again.
  await expect(desk.selected).toContainText(name);
  await page.unrouteAll();
  const rows = await rowsOn(server.url, token);
  expect(rows.map((row) => row.id)).toContain(id);
  // The refusal, and the answers that were held back.
  expect(consoleErrors.splice(0).some((line) => line.includes('409'))).toBe(true);
});

test('on a phone the list, the conversation and the client follow each other, and Back leads back', {
  tag: '@journey',
}, async ({ page, server }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, server.url, 'agent');
  const desk = new Desk(page);
  await desk.open();
  await expect(desk.conversation).toHaveCount(0);
  const row = desk.rows.nth(1);
  expect((await row.boundingBox())?.height).toBe(56);
  await row.click();
  await expect(desk.conversation).toBeVisible();
  await expect(desk.queue).toHaveCount(0);
  await expect(desk.rail).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await desk.conversation.getByRole('button', { name: 'Show the client' }).click();
  const sheet = page.getByRole('region', { name: 'Client', exact: true });
  await expect(sheet.getByRole('heading', { name: 'Stage' })).toBeVisible();
  await expectAccessible(page);
  // Behind it nothing moves: there was no scroll bar to leave room for.
  expect((await page.locator('#content').boundingBox())?.width).toBe(390);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toHaveCount(0);
  await page.evaluate(() => window.history.back());
  await expect(desk.rows.first()).toBeVisible();

  // A snooze without a keyboard.
  await desk.rows.nth(1).click();
  const name = (await desk.heading().textContent()) ?? '';
  await desk.conversation.getByRole('button', { name: 'Snooze' }).click();
  await page
    .getByRole('dialog', { name: `Snooze ${name}` })
    .getByRole('button', { name: /Next week/ })
    .click();
  await expect(desk.rows.first()).toBeVisible();
  await expect(desk.row(name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(desk.row(name)).toHaveCount(1);

  await desk.rail.getByRole('link', { name: 'Calendar' }).click();
  await expect(page).toHaveURL(/\/desk\/calendar$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeAttached();
});

test('at each width the panes have room and names', async ({ page, server }) => {
  test.slow();
  await signIn(page, server.url, 'agent');
  const desk = new Desk(page);
  for (const width of [320, 640, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await desk.open();
    await expectNoSidewaysScroll(page);
    const box = await desk.rows.first().boundingBox();
    // Today 340 px of header and tabs are above two inquiries.
    expect(box?.y).toBeLessThan(width < 640 ? 180 : 110);
    const list = await desk.queue.getByRole('listbox').boundingBox();
    expect((list?.height ?? 0) / 56).toBeGreaterThan(width < 640 ? 10 : 13);
    if (width < 640) continue;
    await desk.rows.first().click();
    await expect(desk.heading()).toBeVisible();
    await expectNoSidewaysScroll(page);
    // The widths at which the first pane stands beside the queue, and the last one.
    if (width === 640 || width === 1920) await expectAccessible(page);
    const client = page.getByRole('region', { name: 'Client', exact: true });
    const today = page.getByRole('region', { name: 'Today' });
    await expect(client).toHaveCount(width >= 1100 ? 1 : 0);
    await expect(today).toHaveCount(width >= 1920 ? 1 : 0);
    expect((await desk.conversation.boundingBox())?.width).toBeGreaterThan(300);
  }
});

test('the panes’ widths are moved with the keyboard and remembered', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, server.url, 'agent');
  const desk = new Desk(page);
  await desk.open();
  const line = page.getByRole('separator', { name: 'Width of the queue' });
  const before = Number(await line.getAttribute('aria-valuenow'));
  await line.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(line).toHaveAttribute('aria-valuenow', String(before + 32));
  await page.reload();
  await expect(line).toHaveAttribute('aria-valuenow', String(before + 32));
  const box = await desk.queue.boundingBox();
  expect(Math.abs((box?.width ?? 0) - before - 32)).toBeLessThanOrEqual(2);
  await line.dblclick();
  await expect(line).toHaveAttribute('aria-valuenow', String(before));
});

test('the Desk is an app of its own, reached from the dashboard, by link and by key, for agents alone', async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  const desk = new Desk(page);
  await page.goto('/agent-dashboard');
  await page.getByRole('link', { name: 'Open the Desk' }).click();
  await expect(desk.rows.first()).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Account menu of/ })).toBeVisible();
  // Panes scroll, the window does not.
  await page.mouse.wheel(0, 2_000);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  for (const [name, address] of [
    ['Calendar', /\/desk\/calendar$/],
    ['Listings', /\/desk\/listings$/],
    ['Clients', /\/desk\/clients$/],
    ['Insights', /\/desk\/insights$/],
  ] as const) {
    await desk.rail.getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    await expect(desk.rail.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(desk.rail.locator('[aria-current="page"]')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1, name })).toBeAttached();
    await page.waitForLoadState('networkidle');
    if (name === 'Clients') await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/desk$/);
  await page.goto('/desk/nowhere');
  await expect(page).toHaveURL(/\/desk$/);
});

test('who is no agent is led away from the Desk', async ({ page, server }) => {
  await signIn(page, server.url, 'user');
  await page.goto('/desk');
  await expect(page).toHaveURL(/\/dashboard$/);
});
