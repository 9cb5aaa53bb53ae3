import { type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserArguments, findBrowser } from '../support/browser.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

interface Manifest {
  icons: { src: string; sizes: string; purpose: string }[];
  shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[];
  share_target: { action: string; method: string; params: Record<string, string> };
}

/** The manifest as the browser reads it. */
async function readManifest(page: Page): Promise<{ manifest: Manifest; errors: unknown[] }> {
  const cdp = await page.context().newCDPSession(page);
  const { errors, data = '{}' } = await cdp.send('Page.getAppManifest');
  return { manifest: JSON.parse(data), errors };
}

test('the site can be installed under its own name, with icons and shortcuts, from the footer', async ({ page, server }) => {
  const { token } = await openSession(server.url, 'admin');
  const rename = (siteName: string) =>
    call('PUT', `${server.url}/api/admin/settings`, token, {
      category: 'application',
      settings: { siteName },
    });
  await rename('Bahay');
  await page.goto('/');
  const { manifest, errors } = await readManifest(page);
  expect(errors).toEqual([]);
  expect(manifest).toMatchObject({ id: '/', name: 'Bahay', display: 'standalone', start_url: '/', scope: '/' });
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Search', 'Saved Searches', 'Messages']);
  expect(manifest.icons.map(({ purpose }) => purpose).sort()).toEqual(['any', 'any', 'maskable']);
  for (const { src, sizes } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
    const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status(), url).toBe(200);
  // An iPhone reads these instead of the manifest.
  await expect(page.locator('meta[name="apple-mobile-web-app-title"]')).toHaveAttribute('content', 'Bahay');
  const touchIcon = page.locator('link[rel="apple-touch-icon"]');
  const drawn = await (await page.request.get(String(await touchIcon.getAttribute('href')))).body();
  // A transparent corner would be black there.
  expect(await sharp(drawn).metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false });
  const worker = await page.request.get('/service-worker.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
  expect(worker.headers()['content-security-policy']).toContain("manifest-src 'self'");
  await rename('Silong');

  // A browser that offers it installs the site from the footer.
  const install = page.getByRole('contentinfo').getByRole('button', { name: /^Install / });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(install).toBeHidden();
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.title = 'asked';
        return { outcome: 'accepted' };
      },
    });
    window.dispatchEvent(offer);
  });
  await install.click();
  await expect(page).toHaveTitle('asked');
  await expect(install).toBeHidden();
});

test('the mark of the maskable icon stands within the circle that every system leaves of it', async ({ page }) => {
  await page.goto('/');
  const { manifest } = await readManifest(page);
  const { src } = manifest.icons.find(({ purpose }) => purpose === 'maskable') ?? { src: '' };
  const icon = sharp(await (await page.request.get(src)).body());
  const { data, info } = await icon.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, channels } = info;
  const at = (x: number, y: number) => [
    ...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3),
  ];
  const ground = at(0, 0);
  for (let turn = 0; turn < 360; turn += 5) {
    const angle = (turn / 180) * Math.PI;
    const [x = 0, y = 0] = [Math.cos(angle), Math.sin(angle)].map((part) =>
      Math.round(width / 2 + part * width * 0.42),
    );
    const difference = Math.max(...at(x, y).map((value, channel) => Math.abs(value - (ground[channel] ?? 0))));
    expect(difference, `at ${turn} degrees`).toBeLessThan(8);
  }
});

test.describe('in a browser with a profile', () => {
  let context: BrowserContext;

  test.beforeEach(async ({ server }) => {
    // A window of tests is a private one, which installs nothing; and the headless shell has no apps.
    const executablePath = findBrowser('whole');
    context = await chromium.launchPersistentContext('', {
      args: browserArguments,
      baseURL: server.url,
      ...(executablePath ? { executablePath } : {}),
    });
  });
  test.afterEach(() => context.close());

  for (const path of ['/', '/fil', '/properties', '/desk'])
    test(`nothing speaks against installing ${path}`, async () => {
      const page = await context.newPage();
      await page.goto(path);
      const cdp = await context.newCDPSession(page);
      await expect
        .poll(async () => (await cdp.send('Page.getInstallabilityErrors')).installabilityErrors, {
          timeout: 20_000,
        })
        .toEqual([]);
      expect((await cdp.send('Page.getAppId')).appId).toBe(new URL('/', page.url()).href);
    });
});

test('what another app shares opens the listing of its link, or a search', async ({ page, server }) => {
  await page.goto('/');
  const { manifest } = await readManifest(page);
  const { action, method, params } = manifest.share_target;
  expect([method, params]).toEqual(['GET', { title: 'title', text: 'text', url: 'url' }]);
  const share = (shared: Record<string, string>) => page.goto(`${action}?${new URLSearchParams(shared)}`);
  const { properties } = await call<{ properties: { id: number; title: string }[] }>(
    'GET',
    `${server.url}/api/properties?limit=1`,
    '',
  );
  const [listing] = properties;
  if (!listing) throw new Error('The demo has no listings.');
  await share({ title: listing.title, text: `Look: ${server.url}/properties/${listing.id}` });
  await expect(page.getByRole('heading', { level: 1, name: listing.title })).toBeVisible();
  await share({ text: 'condo in Pasig' });
  await expect(page).toHaveURL(/\/properties\?search=condo\+in\+Pasig$/);
});

test.describe('with its worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('what was shared is answered without a line', async ({ page, context, consoleErrors }) => {
    await page.goto('/properties');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await context.setOffline(true);
    await page.goto('/share?text=condo');
    await expect(page).toHaveURL(/\/properties\?search=condo$/);
    await context.setOffline(false);
    consoleErrors.length = 0;
  });
});

test('the icon of the installed site has the count of the bell', async ({ page, server }) => {
  await page.addInitScript(() => {
    const shown: number[] = [];
    Object.assign(window, { shown });
    navigator.setAppBadge = async (count = 0) => void shown.push(count);
  });
  await signIn(page, server.url, 'agent');
  await page.goto('/');
  await expect(page).toHaveTitle(/^\(\d+\)/);
  const [, unread] = /^\((\d+)\)/.exec(await page.title()) ?? [];
  const shown = () => page.evaluate(() => (window as unknown as { shown: number[] }).shown.at(-1));
  await expect.poll(shown).toBe(Number(unread));
});
