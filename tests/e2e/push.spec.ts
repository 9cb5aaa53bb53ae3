import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { findBrowser, testArguments } from '../support/browser.ts';
import { signIn } from './support/accounts.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

const executablePath = findBrowser('whole');

// The headless shell has no notifications; a whole browser without a window has.
test.use({
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  launchOptions: { args: testArguments, ...(executablePath && { executablePath }) },
});

interface Shown {
  title: string;
  body: string;
  tag: string;
}

const untilControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** The browser's notices of this site. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }): Shown => ({ title, body, tag }));
  });

/**
 * A user who accepts notices has a page open. @returns a function that hands the browser a push as its push
 * service would.
 */
async function openWithPushes(page: Page, origin: string) {
  await signIn(page, origin, 'user');
  await page.goto('/terms');
  await untilControlled(page);
  expect(await page.evaluate(() => Notification.permission)).toBe('granted');
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (data: string) => cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

/** Presses a notice: the browser has no button for it, so the worker gets the event as from the browser. */
async function press(context: BrowserContext, title: string): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('The site has no worker.');
  await worker.evaluate(async (wanted) => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const all = await scope.registration.getNotifications();
    const notification = all.find((each) => each.title === wanted);
    if (!notification) throw new Error('It is not shown.');
    const Click = Reflect.get(self, 'NotificationEvent') as new (type: string, init: object) => Event;
    scope.dispatchEvent(new Click('notificationclick', { notification }));
  }, title);
}

test('a push is shown, the later one of a kind in place of the earlier, and leads to its page', async ({
  page,
  context,
  server,
}) => {
  const push = await openWithPushes(page, server.url);
  const one = { title: 'Viewing Confirmed', message: 'Loft, Sat 9 AM', url: '/dashboard?tab=viewings' };
  await push(JSON.stringify({ ...one, tag: one.url }));
  await expect.poll(() => shown(page)).toEqual([{ title: one.title, body: one.message, tag: one.url }]);
  await push(JSON.stringify({ ...one, message: 'Loft, Sun 9 AM', tag: one.url }));
  await expect.poll(() => shown(page)).toEqual([{ title: one.title, body: 'Loft, Sun 9 AM', tag: one.url }]);
  // Not ours, and not understood: browsers want something to be shown all the same.
  await push('no json');
  await expect.poll(async () => (await shown(page)).length).toBe(2);

  await press(context, one.title);
  await expect(page).toHaveURL(/\/dashboard\?tab=viewings$/);
  await expect.poll(async () => (await shown(page)).map(({ title }) => title)).not.toContain(one.title);
});

test('who has the page in front of them is shown nothing, and no push leads to another site', async ({
  page,
  context,
  server,
}) => {
  const push = await openWithPushes(page, server.url);
  await push(JSON.stringify({ title: 'Read', message: '', url: '/terms', tag: 'read' }));
  await push(JSON.stringify({ title: 'Elsewhere', message: '', url: 'https://evil.example/', tag: 'evil' }));
  await expect.poll(async () => (await shown(page)).map(({ title }) => title)).toEqual(['Elsewhere']);
  await press(context, 'Elsewhere');
  await expect(page).toHaveURL(`${server.url}/`);
});

/** In front of a server: with `isNewer` it has been brought up to date. */
async function startUpgraded(url: string) {
  const upgraded = { isNewer: false, url: '', close: () => {} };
  const proxy = createServer(async ({ url: path = '/', headers, method }, response) => {
    const { authorization = '', accept = '*/*' } = headers;
    const answer = await fetch(url + path, {
      ...(method && { method }),
      headers: { accept, ...(authorization && { authorization }) },
      redirect: 'manual',
    });
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-(encoding|length)|transfer-encoding)$/.test(name),
    );
    let body = Buffer.from(await answer.arrayBuffer());
    if (upgraded.isNewer && path === '/service-worker.js')
      body = Buffer.from(body.toString().replace(/"[0-9a-f]{16}"/, '"0123456789abcdef"'));
    if (upgraded.isNewer && answer.headers.get('content-type')?.startsWith('text/html'))
      body = Buffer.from(body.toString().replace('<head>', '<head><meta name="release" content="newer">'));
    response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  upgraded.url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  upgraded.close = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return upgraded;
}

test('a new version of the site says that it is there, and is put in force when it is asked for', async ({
  page,
  server,
  consoleErrors,
}) => {
  const upgraded = await startUpgraded(server.url);
  try {
    await page.goto(`${upgraded.url}/terms`);
    await untilControlled(page);
    const newer = page.locator('meta[name="release"]');
    const notice = page.getByText('A new version is ready.');
    const pages = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('silong-page-')));
    const before = await pages();
    upgraded.isNewer = true;
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(notice).toBeVisible();
    // The open page does not change by itself.
    await expect(newer).toHaveCount(0);
    await expectAccessible(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/newVersion.png` });
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(newer).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice).toBeHidden();
    await expect.poll(pages).toEqual(['silong-page-0123456789abcdef']);
    expect(before).not.toEqual(await pages());
    // The live connection passes no such proxy.
    consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !text.includes('/socket.io')));
  } finally {
    upgraded.close();
  }
});
