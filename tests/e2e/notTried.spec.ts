import path from 'node:path';
import type { Page, Route, WebSocketRoute } from '@playwright/test';
import sharp from 'sharp';
import sqlite3 from 'sqlite3';
import type { Session } from '../../shared/contracts/auth.ts';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { MyProperties } from './pages/myProperties.ts';
import { PropertyForm } from './pages/propertyForm.ts';
import { call, DEMO_PASSWORD, openSession, signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';
import { openBrowser } from './support/people.ts';
import { startServerProcess } from './support/serverProcess.ts';

/** A page that stays open meets a restart, another version, sleep, a journey, refusals, a month. */

test.use({ viewport: { width: 1440, height: 900 } });

test.afterEach(({ server }) => server.resume());

/** A person without an account writes to the agent. */
async function newInquirer(baseUrl: string, name: string): Promise<DeskRow> {
  const { user, token } = await openSession(baseUrl, 'agent');
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@silong.example`;
  await leaveInquiry(baseUrl, user.id, { name, email, message: `${name} asks about parking` });
  const search = `view=all&search=${encodeURIComponent(email)}`;
  const { rows } = await call<{ rows: DeskRow[] }>('GET', `${baseUrl}/api/desk/queue?${search}`, token);
  if (!rows[0]) throw new Error(`Nobody is found by ${email}`);
  return rows[0];
}

const threadOf = (page: Page) => page.getByRole('region', { name: 'Conversation' });

async function openClient(page: Page, baseUrl: string, row: DeskRow) {
  await page.goto(`${baseUrl}/desk?view=all&client=${row.id}`);
  await expect(threadOf(page).getByRole('heading', { name: row.name })).toBeVisible();
  await expect(threadOf(page).getByRole('log')).toBeVisible();
  return threadOf(page).getByRole('textbox', { name: `Message to ${row.name}` });
}

/** Drops the complaints about a server that is gone, or about a part that failed. */
const forgive = (consoleErrors: string[]) => consoleErrors.splice(0);

test('an import whose answer is lost in a restart adds its rows once, also after a reload', async ({
  page,
  server,
  consoleErrors,
}) => {
  const { token } = await signIn(page, server.url, 'agent');
  const titles = async () => {
    const list = `${server.url}/api/properties/my/list?limit=100&search=restarted`;
    const { properties } = await call<{ properties: { title: string }[] }>('GET', list, token);
    return properties.map(({ title }) => title);
  };
  let isLost = false;
  await page.route('**/api/properties/my/import', async (route: Route) => {
    if (isLost || route.request().postDataJSON().dry_run) return route.continue();
    isLost = true;
    // The server has them, and is gone before it can say so.
    await route.fetch();
    await server.pause();
    await route.abort('connectionreset');
  });
  const mine = new MyProperties(page);
  const rows = [
    'title,description,price,type,address,city,province,area_sqm',
    'Restarted Loft,Bright.,12500000,condo,12 Rizal St,Makati,Metro Manila,54',
  ].join('\n');
  await mine.open();
  await mine.chooseFile(rows);
  await mine.dialog.getByRole('button', { name: 'Import All (1)' }).click();
  await expect(mine.dialog.getByText('Network error. Please try again.')).toBeVisible();

  await server.resume();
  expect(await titles()).toEqual(['Restarted Loft']);
  await page.reload();
  await mine.chooseFile(rows);
  await mine.dialog.getByRole('button', { name: 'Import All (1)' }).click();
  await expect(mine.dialog.getByRole('heading', { name: '1 property imported' })).toBeVisible();
  expect(await titles()).toEqual(['Restarted Loft']);
  forgive(consoleErrors);
});

test('pictures and files that are chosen during a restart are sent once it is over', async ({
  page,
  server,
  consoleErrors,
}) => {
  const row = await newInquirer(server.url, 'Restituta Dizon');
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#448844' } })
    .jpeg()
    .toBuffer();
  const file = { name: 'garden.jpg', mimeType: 'image/jpeg', buffer: photo };
  await server.pause();
  await form.dialog.getByLabel('Choose images').setInputFiles(file);
  await expect(form.dialog.getByText('1 image waiting for the connection')).toBeVisible({ timeout: 30_000 });
  await server.resume();
  await expect(form.dialog.getByRole('progressbar')).toHaveCount(0, { timeout: 40_000 });
  await expect(form.images).toHaveCount(1);

  const box = await openClient(page, server.url, row);
  await expect(box).toBeVisible();
  await server.pause();
  const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') };
  await threadOf(page).getByLabel('Attach images or PDF files').last().setInputFiles(plan);
  const attached = threadOf(page).getByRole('list', { name: 'Attached files' });
  await expect(attached.getByRole('alert')).toHaveText('Network error. Please try again.');
  await server.resume();
  await attached.getByRole('button', { name: 'Upload plan.pdf again' }).click();
  await expect(attached.getByRole('alert')).toHaveCount(0);
  await expect(attached.getByRole('listitem')).toHaveCount(1);
  forgive(consoleErrors);
});

/** The answer as another version of the server may give it. @param change of each object in it */
async function changeAnswers(page: Page, pattern: string, change: (entry: Record<string, unknown>) => void) {
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const part of Object.values(value)) walk(part);
    if (!Array.isArray(value)) change(value as Record<string, unknown>);
  };
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    walk(json.data);
    await route.fulfill({ response, json });
  });
}

const lists = [
  { path: '/properties', api: '**/api/properties?**', fields: ['location', 'details', 'images', 'features'] },
  { path: '/desk', api: '**/api/desk/queue?**', fields: ['last', 'agent', 'name', 'property'] },
  { path: '/desk', api: '**/api/desk?**', fields: ['agenda', 'counts'] },
  { path: '/dashboard', api: '**/api/conversations**', fields: ['participant', 'last_message'] },
  { path: '/agent-dashboard?tab=viewings', api: '**/api/viewings**', fields: ['user', 'property', 'starts_at'] },
  { path: '/agents', api: '**/api/agents?**', fields: ['specialties', 'name', 'rating'] },
];

for (const { path: at, api, fields } of lists)
  test(`answers to ${at} with a field more or less (${api}) leave no white page`, async ({
    page,
    server,
    consoleErrors,
  }) => {
    await signIn(page, server.url, 'agent');
    for (const field of [null, ...fields]) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await changeAnswers(page, api, (entry) => {
        if (field === null) Object.assign(entry, { added_later: { label: 'New' } });
        else delete entry[field];
      });
      await page.goto(at);
      await page.waitForLoadState('networkidle');
      const words = await page.locator('body').innerText();
      expect(words.trim().length, `${at} without ${field}`).toBeGreaterThan(100);
      // The way to the other pages stays.
      await expect(page.locator('header a[href], nav a[href]').filter({ visible: true }).first()).toBeVisible();
      if (field === null) expect(words).not.toContain('could not be shown');
    }
    forgive(consoleErrors);
  });

test('an entry that a newer version of the page left in the outbox stays, and other answers go out', async ({
  page,
  server,
}) => {
  const row = await newInquirer(server.url, 'Nonita Version');
  const { user, token } = await signIn(page, server.url, 'agent');
  const box = await openClient(page, server.url, row);
  const newer = { id: 'from-a-newer-page', userId: user.id, format: 99, kind: 'deskReply', label: 'Answer' };
  const outbox = (entry: object | null) =>
    page.evaluate(
      ([id, text]) =>
        new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open('silong-outbox');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const entries = opening.result.transaction('entries', 'readwrite').objectStore('entries');
            if (text) entries.put(text, [id, 'from-a-newer-page']);
            const all = entries.getAll();
            all.onsuccess = () => resolve(all.result.map(String));
          };
        }),
      [user.id, entry && JSON.stringify(entry)] as const,
    );
  await expect.poll(() => outbox(null).catch(() => null)).toEqual([]);
  await outbox(newer);
  await page.reload();
  await expect(box).toBeVisible();
  await box.fill('From the older page.');
  await box.press('Control+Enter');
  const answers = async () =>
    JSON.stringify(await call('GET', `${server.url}/api/desk/clients/${row.id}/timeline`, token));
  await expect.poll(answers, { timeout: 20_000 }).toContain('From the older page.');
  await expect.poll(() => outbox(null)).toEqual([JSON.stringify(newer)]);
});

test('a page that comes back from the back/forward cache shows what came meanwhile', async ({ page, server }) => {
  const links: { isDead: boolean; socket: WebSocketRoute }[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const link = { isDead: false, socket };
    links.push(link);
    const upstream = socket.connectToServer();
    socket.onMessage((message) => upstream.send(message));
    upstream.onMessage((message) => {
      if (!link.isDead) socket.send(message);
    });
  });
  await signIn(page, server.url, 'agent');
  await page.goto('/desk?view=all');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect.poll(() => links.length).toBeGreaterThan(0);
  const before = links.length;
  // While it lay in the cache its connection was lost, without a word.
  for (const link of links) link.isDead = true;
  const row = await newInquirer(server.url, 'Bafcadia Luna');
  await page.waitForTimeout(1_000);
  await expect(page.getByRole('option').filter({ hasText: row.name })).toHaveCount(0);
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page.getByRole('option').filter({ hasText: row.name })).toBeVisible({ timeout: 6_000 });
  await expect.poll(() => links.length, 'a new connection').toBeGreaterThan(before);
});

test.describe('on a journey', () => {
  // Playwright's own override would stand in the way of the test's.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  test.use({ timezoneId: [async ({}, use) => use(undefined), { scope: 'test' }] });

  test('days stay Manila’s while the clock of the computer moves to another zone', async ({ page, server }) => {
    await page.setViewportSize({ width: 2_000, height: 1_000 });
    await signIn(page, server.url, 'agent');
    const devtools = await page.context().newCDPSession(page);
    const move = (timezoneId: string) => devtools.send('Emulation.setTimezoneOverride', { timezoneId });
    const day = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Manila', dateStyle: 'long' });
    const seen = async () => {
      await expect(page.getByRole('main')).toContainText(day.format(new Date()));
      await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Calendar' }).click();
      await expect(page.getByRole('heading', { name: 'Calendar' })).toBeAttached();
      await page.waitForLoadState('networkidle');
      const calendar = await page.locator('#content').innerText();
      await page
        .getByRole('navigation', { name: 'Desk' })
        .getByRole('link', { name: /^Inbox/ })
        .click();
      return calendar;
    };
    await move('Asia/Manila');
    // No minute passes between two looks.
    await page.clock.setFixedTime(new Date());
    await page.goto('/desk');
    const inManila = await seen();
    for (const zone of ['America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Niue']) {
      await move(zone);
      expect(await seen(), zone).toBe(inManila);
    }
  });
});

test.describe('refused', () => {
  test('the clipboard: the link is copied another way, or the page says that it was not', async ({
    page,
    server,
  }) => {
    await page.addInitScript(() => {
      const refuse = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } });
      Object.defineProperty(navigator, 'share', { value: undefined });
      document.addEventListener('copy', () => {
        Object.assign(window, {
          copied: document.querySelector<HTMLTextAreaElement>('textarea[readonly]')?.value,
        });
      });
    });
    await signIn(page, server.url, 'user');
    await page.goto('/properties');
    await page.getByRole('list', { name: 'Properties' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Share Property' }).click();
    await expect(page.getByText('Property link copied to clipboard')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { copied?: string }).copied)).toMatch(
      /\/properties\/\d+$/,
    );
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    await page.getByRole('button', { name: 'Share Property' }).click();
    await expect(page.getByText('Unable to copy link')).toBeVisible();
  });

  test('printing: the page says where it can be printed', async ({ page, server }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'print', { value: undefined }));
    await signIn(page, server.url, 'user');
    const { properties } = await call<{ properties: { id: number }[] }>(
      'GET',
      `${server.url}/api/properties?limit=2`,
      '',
    );
    await page.addInitScript(
      (ids) => localStorage.setItem('silong_compare', JSON.stringify(ids)),
      [...properties.map(({ id }) => id)],
    );
    await page.goto('/compare');
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.getByText(/^This browser cannot print\./)).toBeVisible();
  });

  test('notifications: the page says so, and how they are allowed', async ({ page, server }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
      Notification.requestPermission = async () => 'denied';
    });
    await signIn(page, server.url, 'user');
    await page.goto('/settings?tab=notifications');
    await expect(page.getByText(/^Notifications are blocked\.|does not support notifications/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn On' })).toHaveCount(0);
  });
});

/** Sets all sessions back, as if nobody had been there for so long. The server does not run. */
function ageSessions(dataDir: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000).toISOString().replace('T', ' ').replace('Z', ' +00:00');
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(path.join(dataDir, 'silong.sqlite'));
    database.run('UPDATE sessions SET last_used_at = ?', [at], (error: Error | null) => {
      database.close();
      if (error) reject(error);
      else resolve();
    });
  });
}

test('a remembered session goes on for thirty days; at its end nothing that was written is lost', async ({
  browser,
}) => {
  const own = await startServerProcess();
  try {
    const row = await newInquirer(own.url, 'Mensualita Reyes');
    const login = { email: 'agent@silong.example', password: DEMO_PASSWORD, rememberMe: true };
    const session = await call<Session>('POST', `${own.url}/api/auth/login`, '', login);
    const page = await openBrowser(browser, own.url, undefined, { viewport: { width: 1440, height: 900 } });
    await page.goto(`${own.url}/terms`);
    await page.evaluate(
      ([token, user]) => {
        localStorage.setItem('silong_token', token);
        localStorage.setItem('silong_user', user);
      },
      [session.token, JSON.stringify(session.user)] as const,
    );
    const box = await openClient(page, own.url, row);
    await box.fill('Half of an answer');

    const sleep = async (days: number) => {
      await own.pause();
      await ageSessions(own.dataDir, days);
      await own.resume();
    };
    await sleep(29);
    await page.reload();
    await expect(box).toHaveValue('Half of an answer');

    await sleep(31);
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Calendar' }).click();
    await expect(page.getByText('Access Denied')).toBeVisible();
    await page.getByRole('button', { name: 'Login', exact: true }).first().click();
    await new LoginDialog(page).remember();
    await new LoginDialog(page).logIn('agent@silong.example');
    const again = await openClient(page, own.url, row);
    await expect(again).toHaveValue('Half of an answer');
    await page.context().close();
  } finally {
    await own.stop();
  }
});
