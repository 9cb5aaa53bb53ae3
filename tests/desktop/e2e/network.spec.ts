import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { DesktopConsole, realElectron } from './support/desktopConsole.ts';
import { shareConsoles, sharedConsole } from './support/sharedConsole.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

/** A proxy for plain http that requires this name and password. */
async function startProxy() {
  const wanted = `Basic ${Buffer.from('ana:mangoes').toString('base64')}`;
  let passed = 0;
  const proxy: Server = createServer((asked: IncomingMessage, answer) => {
    if (asked.headers['proxy-authorization'] !== wanted) {
      answer.writeHead(407, { 'proxy-authenticate': 'Basic realm="Reyes Realty"' }).end('<h1>407</h1>');
      return;
    }
    passed += 1;
    const { 'proxy-authorization': _credentials, ...headers } = asked.headers;
    const onward = forward(String(asked.url), { method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    onward.on('error', () => answer.writeHead(502).end());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    passed: () => passed,
    stop: () => new Promise((resolve) => proxy.close(resolve)),
  };
}

const test = base.extend<{ office: Awaited<ReturnType<typeof startProxy>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  office: async ({}, use) => {
    const proxy = await startProxy();
    await use(proxy);
    await proxy.stop();
  },
});
/** A console without a server, for all tests that only answer its questions. */
const alone = base.extend<{ desktop: DesktopConsole }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  desktop: async ({}, use) => {
    const desktop = await sharedConsole('alone', async () => {
      const started = await DesktopConsole.launch();
      await expect(started.page.getByLabel('Server address')).toBeVisible({ timeout: 25_000 });
      return started;
    });
    await use(desktop);
    expect(await countWindows(desktop)).toBe(1);
  },
});
shareConsoles();
test.skip(Boolean(realElectron), 'What a network asks cannot be emitted there.');
test.setTimeout(120_000);

/** The question window, once it is open. */
async function questionOf(desktop: DesktopConsole, name: RegExp): Promise<Page> {
  let found: Page | undefined;
  const find = async () => {
    // The window of the question before may just close.
    for (const page of desktop.app.windows())
      if (
        page !== desktop.page &&
        (await page
          .getByRole('heading', { name })
          .isVisible()
          .catch(() => false))
      )
        found = page;
    return found !== undefined;
  };
  await expect.poll(find, { timeout: 25_000 }).toBe(true);
  return found as Page;
}
const countWindows = (desktop: DesktopConsole) =>
  desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test('a proxy’s password is asked for until it is right, and kept under the keyring', async ({
  office: proxy,
  server,
}) => {
  const env = { STANDIN_PROXY: proxy.address };
  let desktop = await DesktopConsole.launch({ env });
  const { userData } = desktop;
  try {
    await desktop.page.getByLabel('Server address').fill(server.url);
    await desktop.page.getByRole('button', { name: 'Connect' }).click();
    const first = await questionOf(desktop, /The proxy .* asks for a password/);
    await expectAccessible(first);
    await expect(first.getByText('calls itself “Reyes Realty”')).toBeVisible();
    await first.getByLabel('Name').fill('ana');
    await first.getByLabel('Password', { exact: true }).fill('papayas');
    await first.getByLabel('Remember on this computer').check();
    await first.getByRole('button', { name: 'Connect' }).click();
    await expect.poll(() => first.isClosed()).toBe(true);

    const again = await questionOf(desktop, /The proxy .* asks for a password/);
    await expect(again.getByRole('alert')).toContainText('refused this name and password');
    await again.getByLabel('Name').fill('ana');
    await again.getByLabel('Password', { exact: true }).fill('mangoes');
    await again.getByLabel('Remember on this computer').check();
    await again.getByRole('button', { name: 'Connect' }).click();
    await expect(desktop.page.getByRole('button', { name: 'Console settings' })).toBeVisible();
    expect(proxy.passed()).toBeGreaterThan(0);
    await expect.poll(() => countWindows(desktop)).toBe(1);
    await desktop.quit();
    for (const file of filesIn(path.join(userData, 'proxy')))
      expect(readFileSync(file).toString('latin1')).not.toContain('mangoes');

    // The next start needs no question.
    const before = proxy.passed();
    desktop = await DesktopConsole.launch({ userData, env });
    await expect(desktop.page.getByRole('button', { name: 'Console settings' })).toBeVisible();
    await expect.poll(() => proxy.passed()).toBeGreaterThan(before);
    expect(await countWindows(desktop)).toBe(1);
  } finally {
    await desktop.end();
  }
});

test('a proxy that is given no password is named, and asks no more until its owner wants', async ({
  office: proxy,
  server,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-proxy-'));
  const file = path.join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify({ serverUrl: server.url, disableRememberMe: true }));
  const desktop = await DesktopConsole.launch({
    env: { STANDIN_PROXY: proxy.address, SILONG_POLICY_FILE: file },
  });
  try {
    const asked = await questionOf(desktop, /asks for a password/);
    // The policy against remembered sign-ins applies here too.
    await expect(asked.getByLabel('Remember on this computer')).toHaveCount(0);
    // The page closes while the key is still pressed.
    await asked.keyboard.press('Escape').catch(() => undefined);
    await expect.poll(() => asked.isClosed()).toBe(true);
    const named = desktop.status.getByRole('button', { name: `${proxy.address} asks for a password` });
    await expect(named).toBeVisible();
    expect(await desktop.page.evaluate(async () => (await fetch('/api/site')).status)).toBe(504);
    expect(await countWindows(desktop)).toBe(1);

    await named.click();
    const again = await questionOf(desktop, /asks for a password/);
    await again.getByLabel('Name').fill('ana');
    await again.getByLabel('Password', { exact: true }).fill('mangoes');
    await again.keyboard.press('Enter').catch(() => undefined);
    await expect.poll(() => proxy.passed()).toBeGreaterThan(0);
    await expect(named).toHaveCount(0);
  } finally {
    await desktop.end();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Emits a network event in the main process. @returns the answer of the console. */
const emit = (
  desktop: DesktopConsole,
  name: 'login' | 'select-client-certificate' | 'certificate-error',
  args: unknown[],
) =>
  desktop.app.evaluate(
    ({ app }, { event, rest }) => {
      const given: unknown[][] = [];
      const state = { isPrevented: false, given };
      Object.assign(globalThis, { emitted: state });
      const details = {
        preventDefault() {
          state.isPrevented = true;
        },
      };
      app.emit(event as 'login', details as never, ...(rest as [never, never, never]), ((...answer: unknown[]) =>
        given.push(answer)) as never);
    },
    { event: name, rest: args },
  );
const emitted = (desktop: DesktopConsole) =>
  desktop.app.evaluate(
    () => (globalThis as unknown as { emitted: { isPrevented: boolean; given: unknown[][] } }).emitted,
  );

alone('a page’s own connection asks for the proxy’s password too', async ({ desktop }) => {
  const proxy = { isProxy: true, scheme: 'ntlm', host: 'proxy.office', port: 8080, realm: '' };
  await emit(desktop, 'login', [{}, { url: 'https://homes.example/', firstAuthAttempt: true }, proxy]);
  const asked = await questionOf(desktop, /proxy\.office:8080/);
  await expect(asked.getByText('unencrypted')).toHaveCount(0);
  await asked.getByLabel('Name').fill('OFFICE\\ana');
  await asked.getByLabel('Password', { exact: true }).fill('mangoes');
  await asked.getByRole('button', { name: 'Connect' }).click();
  await expect.poll(() => emitted(desktop)).toEqual({ isPrevented: true, given: [['OFFICE\\ana', 'mangoes']] });
  await expect.poll(() => countWindows(desktop)).toBe(1);
});

alone('a server that asks for a second password is given none, and that is said', async ({ desktop }) => {
  const asking = { isProxy: false, scheme: 'basic', host: 'homes.example', port: 443, realm: 'Homes' };
  await emit(desktop, 'login', [null, { url: 'https://homes.example/', firstAuthAttempt: true }, asking]);
  const said = await questionOf(desktop, /The server requires a second password/);
  await expect(said.getByText('homes.example asks for a user name and password')).toBeVisible();
  expect(await emitted(desktop)).toEqual({ isPrevented: true, given: [[]] });
  await said.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => countWindows(desktop)).toBe(1);
  // Hosts of a page's pictures get no question window.
  await emit(desktop, 'login', [
    {},
    { url: 'https://tiles.example/', firstAuthAttempt: true },
    { ...asking, host: 'tiles.example' },
  ]);
  expect(await emitted(desktop)).toEqual({ isPrevented: true, given: [[]] });
  expect(await countWindows(desktop)).toBe(1);
});

for (const [fault, words, host] of [
  ['net::ERR_CERT_DATE_INVALID', 'The certificate of homes1.example has expired', 'homes1.example'],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'belongs to another name', 'homes2.example'],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'does not trust whoever signed the certificate', 'homes3.example'],
  ['net::ERR_CERT_REVOKED', 'is not valid (ERR_CERT_REVOKED)', 'homes4.example'],
] as const)
  alone(`a bad certificate is never trusted, and said in words: ${fault}`, async ({ desktop }) => {
    const given = () => emit(desktop, 'certificate-error', [{}, `https://${host}/`, fault, {}]);
    await given();
    const said = await questionOf(desktop, /Silong cannot connect securely/);
    await expect(said.getByText(words)).toBeVisible();
    expect(await emitted(desktop)).toEqual({ isPrevented: true, given: [[false]] });
    await said.keyboard.press('Enter').catch(() => undefined);
    await expect.poll(() => countWindows(desktop)).toBe(1);
    // Once for each server, as its page repeats the call every few seconds.
    await given();
    expect(await emitted(desktop)).toEqual({ isPrevented: true, given: [[false]] });
    expect(await countWindows(desktop)).toBe(1);
  });

alone('a client certificate is chosen from a list, or none is shown', async ({ desktop }) => {
  const certificates = ['Ana Reyes', 'Front Desk'].map((subjectName) => ({
    subjectName,
    issuerName: 'Reyes Realty CA',
    validExpiry: Date.parse('2027-05-04T00:00:00Z') / 1_000,
  }));
  const ask = () => emit(desktop, 'select-client-certificate', [{}, 'https://homes.example/', certificates]);
  await ask();
  const asked = await questionOf(desktop, /homes\.example asks who this computer is/);
  await expectAccessible(asked);
  await expect(asked.getByRole('radio')).toHaveCount(2);
  await expect(asked.getByText('From Reyes Realty CA, valid until')).toHaveCount(2);
  await asked.getByLabel('Front Desk').check();
  await asked.getByRole('button', { name: 'Show This Certificate' }).click();
  await expect.poll(() => emitted(desktop)).toEqual({ isPrevented: true, given: [[certificates[1]]] });
  await expect.poll(() => countWindows(desktop)).toBe(1);

  await ask();
  const again = await questionOf(desktop, /asks who this computer is/);
  await again.getByRole('button', { name: 'Show None' }).click();
  await expect.poll(async () => (await emitted(desktop)).given.length).toBe(1);
  expect((await emitted(desktop)).given[0]?.[0] ?? null).toBeNull();
  await expect.poll(() => countWindows(desktop)).toBe(1);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}
