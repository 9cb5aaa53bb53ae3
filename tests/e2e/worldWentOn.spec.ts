import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Session } from '../../shared/contracts/auth.ts';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import type { Viewing } from '../../shared/contracts/viewings.ts';
import { addDays, manilaDay, startOfManilaDay } from '../../shared/manilaDays.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { call, openNewSession, openSession, signIn, signInWith } from './support/accounts.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { type MovedServer, startMovedServer } from './support/movedServer.ts';
import { register } from './support/newcomers.ts';
import { openBrowser } from './support/people.ts';
import { startServerProcess } from './support/serverProcess.ts';

const MINUTE_MS = 60_000;
const MANY = 60;
/** All that a page may ask for at once. */
const MOST_REQUESTS = 15;

const logOf = (page: Page) => page.getByRole('region', { name: 'Conversation' }).getByRole('log');
const toastsOf = (page: Page) => page.locator('.toast');

/** A client of the demo agent who writes in the chat. */
async function newClient(baseUrl: string, name: string) {
  const agent = await openSession(baseUrl, 'agent');
  const session = await register(baseUrl, name);
  const { conversation } = await call<{ conversation: { id: number } }>(
    'POST',
    `${baseUrl}/api/conversations`,
    session.token,
    { agentId: agent.user.id, subject: `About ${name}`, initialMessage: `${name} says hello` },
  );
  const path = `${baseUrl}/api/conversations/${conversation.id}/messages`;
  const rowPath = `${baseUrl}/api/desk/queue?view=all&search=${encodeURIComponent(name)}`;
  const { rows } = await call<{ rows: DeskRow[] }>('GET', rowPath, agent.token);
  const [row] = rows;
  if (!row) throw new Error(`Nobody is found by ${name}`);
  return {
    session,
    row,
    write: (content: string) => call('POST', path, session.token, { content, client_id: randomUUID() }),
    messages: () => call<{ content: string }[]>('GET', `${path}?limit=100&peek=1`, session.token),
  };
}

async function openClient(page: Page, row: DeskRow): Promise<Locator> {
  await page.goto(`/desk?client=${row.id}`);
  await expect(logOf(page)).toBeVisible();
  return page.getByRole('textbox', { name: `Message to ${row.name}` });
}

/** The live connections of a page; `cut` lets nothing more pass through those that are open, and says nothing. */
async function passSockets(page: Page): Promise<{ cut(): void }> {
  let open: { isCut: boolean }[] = [];
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const line = { isCut: false };
    open.push(line);
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!line.isCut) server.send(message);
    });
    server.onMessage((message) => {
      if (!line.isCut) socket.send(message);
    });
  });
  return {
    cut() {
      for (const line of open) line.isCut = true;
      open = [];
    },
  };
}

/** The calls that the page makes from now on. */
function countCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** The most toasts that stood on the page at once, from now on. */
async function countToasts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { mostToasts: number };
    counted.mostToasts = 0;
    new MutationObserver(() => {
      counted.mostToasts = Math.max(counted.mostToasts, document.querySelectorAll('.toast').length);
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { mostToasts: number }).mostToasts);
}

test('after an hour of sleep with sixty messages the Desk is right at once, in one small burst', {
  tag: '@journey',
}, async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const { row, write } = await newClient(server.url, 'Hilaria Puno');
  const sockets = await passSockets(page);
  await page.clock.install();
  await openClient(page, row);
  await page.waitForLoadState('networkidle');
  sockets.cut();
  for (let number = 1; number <= MANY; number++) await write(`News ${number}`);
  await expect(logOf(page).getByText('News 1', { exact: true })).toHaveCount(0);

  const calls = countCalls(page);
  const mostToasts = await countToasts(page);
  await page.clock.fastForward(60 * MINUTE_MS);
  await expect(logOf(page).getByText(`News ${MANY}`, { exact: true })).toBeVisible({ timeout: 6_000 });
  await page.waitForLoadState('networkidle');
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(await mostToasts()).toBeLessThanOrEqual(1);
});

test('a connection that died without a word is asked when the machine wakes, and made anew', async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  const { row, write } = await newClient(server.url, 'Ines Katigbak');
  const sockets = await passSockets(page);
  await openClient(page, row);
  await page.waitForLoadState('networkidle');
  sockets.cut();
  await write('Are you there?');
  const calls = countCalls(page);
  // As browsers say it when a network is back.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(logOf(page).getByText('Are you there?')).toBeVisible({ timeout: 8_000 });
  await page.waitForLoadState('networkidle');
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
});

test('the Desk and lists say within five seconds that they are not connected, and that they are again', async ({
  browser,
  consoleErrors,
}) => {
  const server = await startServerProcess();
  try {
    const page = await openBrowser(browser, server.url, 'agent');
    const lost = page.getByText(/^(Connecting…|You are offline\.)/);
    for (const path of ['/desk', '/agent-dashboard?tab=viewings']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await server.pause();
      await expect(lost).toBeVisible({ timeout: 5_000 });
      if (path === '/desk') await expectAccessible(page);
      await server.resume();
      await expect(lost).toBeHidden({ timeout: 20_000 });
    }
    await page.context().close();
  } finally {
    await server.stop();
  }
  consoleErrors.length = 0;
});

test('messages that come while an answer is written are one toast, and lie on nothing that is used', async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  const open = await newClient(server.url, 'Juana Magsaysay');
  const other = await newClient(server.url, 'Kidlat Ocampo');
  const box = await openClient(page, open.row);
  await box.fill('I am writing ');
  for (let number = 1; number <= 5; number++) {
    await other.write(`Word ${number}`);
    await open.write(`Line ${number}`);
    for (let look = 0; look < 4; look++) {
      const isCovered = await box.evaluate((field) => {
        const { x, y, width, height } = field.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[popover]') !== null;
      });
      expect(isCovered).toBe(false);
      await page.waitForTimeout(250);
    }
  }
  // None for the client that is open.
  await expect(toastsOf(page)).toHaveCount(1);
  await expect(toastsOf(page)).toContainText('5 new messages from Kidlat Ocampo');
  await box.pressSequentially('on.');
  await expect(box).toHaveValue('I am writing on.');
});

test('of several tabs one alone tells what came', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const { write } = await newClient(server.url, 'Lualhati Reyes');
  await page.goto('/favorites');
  const second = await page.context().newPage();
  await second.goto('/favorites');
  await Promise.all([page, second].map((tab) => tab.waitForLoadState('networkidle')));
  await second.mouse.click(5, 300);
  await write('Which tab?');
  await expect(toastsOf(second)).toHaveCount(1);
  await expect(toastsOf(page)).toHaveCount(0);
  await page.mouse.click(5, 300);
  await write('And now?');
  await expect(toastsOf(page)).toHaveCount(1);
});

test('a change of a list that is heard on another screen is shown when the list is opened', async ({
  page,
  server,
}) => {
  const { token } = await signIn(page, server.url, 'user');
  await page.goto('/lists');
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Homes' }).first().click();
  await call('POST', `${server.url}/api/lists`, token, { name: 'Heard elsewhere' });
  await page.getByRole('link', { name: 'Lists' }).first().click();
  await expect(page.getByText('Heard elsewhere').first()).toBeVisible();
});

test('a clock two hours ahead brings back no snoozed client', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const { row } = await newClient(server.url, 'Mayumi Santos');
  await page.clock.install({ time: Date.now() + 120 * MINUTE_MS });
  await page.goto('/desk');
  const rows = page.getByRole('region', { name: 'Queue' }).getByRole('option');
  await expect(rows.filter({ hasText: row.name })).toBeVisible();
  const { token } = await openSession(server.url, 'agent');
  const snoozed_until = new Date(Date.now() + 60 * MINUTE_MS).toISOString();
  await call('PUT', `${server.url}/api/desk/clients/${row.id}`, token, { snoozed_until });
  await expect(rows.filter({ hasText: row.name })).toHaveCount(0);
  // It does not come back by itself.
  await page.clock.fastForward(2 * MINUTE_MS);
  await page.waitForLoadState('networkidle');
  await expect(rows.filter({ hasText: row.name })).toHaveCount(0);
});

/** As a server that was brought up to date answers. */
const bringUpToDate = (page: Page) =>
  page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-site-version': 'newer' } });
  });

test('a tab without a service worker says that there is a new version before anything fails to open', async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  const sockets = await passSockets(page);
  await page.goto('/desk');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('A new version is ready.')).toBeHidden();
  await bringUpToDate(page);
  sockets.cut();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('A new version is ready.')).toBeVisible();
});

test('files of the version before are there for a day', async ({ request, server }) => {
  const page = await (await request.get(`${server.url}/`)).text();
  const file = /\/assets\/index-[^"]+\.js/.exec(page)?.[0];
  expect(file).toBeDefined();
  const answer = await request.get(server.url + file);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['x-site-version']).toMatch(/^[0-9a-f]{16}$/);
  expect(page).toContain(`<meta name="site-version" content="${answer.headers()['x-site-version']}"`);
});

/** A viewing on the day after the server's, confirmed. */
async function confirmViewing(server: MovedServer, { token }: Session): Promise<Viewing> {
  const agent = await openNewSession(server.url, 'agent');
  const listings = await call<{ id: number; status: string }[]>(
    'GET',
    `${server.url}/api/agents/${agent.user.id}/properties`,
    token,
  );
  const listing = listings.findLast(({ status }) => status === 'available');
  const day = addDays(manilaDay(new Date(server.now())), 1);
  const starts_at = new Date(startOfManilaDay(day).getTime() + 15 * 60 * MINUTE_MS).toISOString();
  const viewing = await call<Viewing>('POST', `${server.url}/api/viewings`, token, {
    property_id: listing?.id,
    starts_at,
  });
  return call<Viewing>('PUT', `${server.url}/api/viewings/${viewing.id}`, agent.token, {
    status: 'confirmed',
    starts_at,
  });
}

test('from 23:58 to 00:05: the day turns, an answer is half written, a session ends, an hour is slept through, a version comes', {
  tag: '@journey',
}, async ({ browser, consoleErrors }) => {
  test.setTimeout(180_000);
  const tomorrow = startOfManilaDay(addDays(manilaDay(new Date()), 1)).getTime();
  const server = await startMovedServer(tomorrow - 2 * MINUTE_MS);
  try {
    const { row, session, write, messages } = await newClient(server.url, 'Narcisa Lim');
    await confirmViewing(server, session);
    const page = await openBrowser(browser, server.url, undefined, { viewport: { width: 1_920, height: 900 } });
    const agent = await openNewSession(server.url, 'agent');
    await signInWith(page, agent);
    const sockets = await passSockets(page);
    await page.clock.install({ time: server.now() });
    const box = await openClient(page, row);
    const agenda = page.getByRole('region', { name: 'Today' });
    const today = page.getByRole('region', { name: 'Queue' }).getByRole('button', { name: /^Today/ });
    await expect(agenda.getByText('Narcisa Lim')).toHaveCount(0);
    await expect(today).toHaveAccessibleName(/\(0\)$|^Today$/);

    // Midnight, with words in the box.
    await box.fill('The balcony is ');
    server.moveOn(4 * MINUTE_MS);
    await page.clock.fastForward(4 * MINUTE_MS);
    await expect(agenda.getByText('Narcisa Lim')).toBeVisible();
    await expect(today).toHaveAccessibleName(/\(1\)$/);
    await expect(box).toHaveValue('The balcony is ');

    // The session ends elsewhere; the words are there after signing in again.
    await call('POST', `${server.url}/api/auth/logout`, agent.token);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.getByRole('button', { name: 'Login', exact: true }).first().click();
    await new LoginDialog(page).logIn('agent@silong.example');
    await expect(box).toHaveValue('The balcony is ');

    // An hour of sleep, and sixty messages.
    await page.waitForLoadState('networkidle');
    sockets.cut();
    for (let number = 1; number <= MANY; number++) await write(`News ${number}`);
    const calls = countCalls(page);
    const mostToasts = await countToasts(page);
    server.moveOn(60 * MINUTE_MS);
    await page.clock.fastForward(60 * MINUTE_MS);
    await expect(logOf(page).getByText(`News ${MANY}`, { exact: true })).toBeVisible({ timeout: 6_000 });
    await page.waitForLoadState('networkidle');
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(await mostToasts()).toBeLessThanOrEqual(1);
    await expect(box).toHaveValue('The balcony is ');

    // A new version, and the answer goes out once.
    await bringUpToDate(page);
    await write('Still there?');
    await expect(page.getByText('A new version is ready.')).toBeVisible();
    await box.pressSequentially('covered.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Sending to Narcisa Lim')).toBeVisible();
    await page.clock.fastForward(5_100);
    const answers = async () =>
      (await messages()).filter(({ content }) => content === 'The balcony is covered.').length;
    await expect.poll(answers).toBe(1);
    await page.context().close();
  } finally {
    await server.stop();
  }
  consoleErrors.length = 0;
});
