import sharp from 'sharp';
import { signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

test('an unknown path leads home, and is no page for search engines', async ({ page, consoleErrors }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveURL(/\/$/);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('404')]);
});

test('a listing that is gone says so and leads back', async ({ page, server, consoleErrors }) => {
  await signIn(page, server.url, 'user');
  await page.goto('/properties/999999');
  await expect(page.getByRole('heading', { name: 'Property Not Found' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // The browser itself reports each 404, and nothing else is wrong.
  for (const error of consoleErrors.splice(0)) expect(error).toContain('404');
  await page.getByRole('button', { name: 'Back to Properties' }).click();
  await expect(page).toHaveURL(/\/properties$/);
});

test('the icons of the home screen are pictures of their size', async ({ page, request }) => {
  await page.goto('/about');
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href');
  const { icons } = await (await request.get(String(manifest))).json();
  const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  for (const { src, size } of [
    ...icons.map((icon: { src: string; sizes: string }) => ({
      ...icon,
      size: Number.parseInt(icon.sizes, 10),
    })),
    { src: touchIcon, size: 180 },
  ]) {
    const answer = await request.get(String(src));
    expect(answer.headers()['content-type']).toBe('image/png');
    expect(await sharp(await answer.body()).metadata()).toMatchObject({ width: size, height: size });
  }
  // The one that browsers ask for untold: its picture begins after the list of one entry.
  const icon = await request.get('/favicon.ico');
  expect(icon.status()).toBe(200);
  const bytes = await icon.body();
  const drawn = await sharp(bytes.subarray(bytes.readUInt32LE(18))).metadata();
  expect(drawn).toMatchObject({ format: 'png', width: 48 });
});
