import type { BuildingMatch, BuildingPage } from '../../shared/contracts/buildings.ts';
import { PropertyForm } from './pages/propertyForm.ts';
import { PropertyList } from './pages/propertyList.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

test('a guest reads what is known of a building, and finds what is to be had in it', {
  tag: '@journey',
}, async ({ page, server }) => {
  const { token } = await openSession(server.url, 'admin');
  const get = <Data>(path: string) => call<Data>('GET', server.url + path, token);
  const { buildings } = await get<{ buildings: BuildingMatch[] }>('/api/buildings');
  let told: BuildingPage | undefined;
  for (const { id } of buildings) {
    const found = await get<BuildingPage>(`/api/buildings/${id}`);
    if (found.floor_plans.length > 1 && found.rules.pets) told = found;
    if (told) break;
  }
  if (!told) throw new Error('No demo building has been filled in');
  const { id, name, developer, floor_plans } = told;
  const onOffer = Object.values(told.listings).reduce((sum, count) => sum + count, 0);

  await page.goto(`/buildings/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(developer ?? '')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'House rules' })).toBeVisible();
  // It is headed by pictures of the homes in it.
  const cover = page.locator('main header img').first();
  await expect(cover).toBeInViewport();
  expect((await cover.boundingBox())?.height).toBeGreaterThan(150);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Open floor plan 2 of ${floor_plans.length}` }).click();
  const viewer = page.getByRole('dialog', { name: `Photos of Floor plans of ${name}` });
  await expect(viewer.getByText(`2 / ${floor_plans.length}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  await page.getByRole('link', { name: 'See the units' }).click();
  const list = new PropertyList(page);
  expect(await list.count()).toBe(onOffer);
  await expect(list.chips).toHaveText([name]);
  await page.getByRole('link', { name: `About ${name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/buildings/${id}$`));
  await page.goBack();
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(list.chips).toHaveCount(0);
  await expect.poll(() => list.count()).toBeGreaterThan(onOffer);

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/buildings/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a building of which little is known shows no empty parts', async ({ page, server }) => {
  const { token } = await openSession(server.url, 'admin');
  const made = await call<BuildingPage>('POST', `${server.url}/api/buildings`, token, {
    name: 'Bahay na Payak',
    city: 'Makati',
    coordinates: { lat: 14.5547, lng: 121.0244 },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/buildings/${made.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Bahay na Payak' })).toBeVisible();
  await expect(page.getByText('In this building: nothing available now')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Asking prices here' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'See the units' })).toHaveCount(0);
  const map = page.getByRole('region', { name: 'Where it is' });
  expect((await map.boundingBox())?.width).toBeGreaterThan(1_000);
  await expectAccessible(page);
});

test('a building that is not there says so, with a way on', async ({ page, consoleErrors }) => {
  await page.goto('/buildings/2147483647');
  await expect(page.getByRole('heading', { name: 'Building not found' })).toBeVisible();
  await expectAccessible(page);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('404')]);
});

test('an agent adds a building with a listing, fills in its facts, and an administrator merges it', async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  await form.fill('Loft in a new tower');
  const building = form.dialog.getByLabel(/^Building or project/);
  await building.fill('Bagong Tore');
  await form.submit.click();
  await expect(
    form.dialog.getByText('Choose a building from the list, add it, or leave this empty'),
  ).toBeVisible();
  await form.dialog.getByRole('button', { name: 'Add “Bagong Tore” in Makati' }).click();
  await expect(form.dialog.getByText('The listing appears on this building’s page.')).toBeVisible();
  await expectAccessible(page);
  await form.submit.click();
  await expect(form.dialog).toBeHidden();

  const { token } = await openSession(server.url, 'agent');
  const path = `${server.url}/api/buildings?q=Bagong%20Tore&city=Makati`;
  const { buildings } = await call<{ buildings: BuildingMatch[] }>('GET', path, token);
  const id = buildings[0]?.id;
  const all = await call<{ buildings: BuildingMatch[] }>('GET', `${server.url}/api/buildings`, token);
  const left = all.buildings.find((building) => building.id !== id)?.name;
  if (!left) throw new Error('The demo has no buildings.');
  await page.goto(`/buildings/${id}`);
  await expect(page.getByText('In this building: 1 for sale')).toBeVisible();
  await page.getByRole('button', { name: 'Add missing details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Missing Details' });
  await dialog.getByLabel(/^Floors/).fill('31');
  await dialog.getByLabel('Pets').selectOption('With limits');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('With limits')).toBeVisible();

  await signIn(page, server.url, 'admin');
  await page.goto('/admin-dashboard?tab=buildings&search=Bagong');
  await page.getByRole('button', { name: 'Merge Bagong Tore into another building' }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill(left);
  await page.getByRole('button', { name: `Choose ${left}`, exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText(`Bagong Tore was merged into ${left}`)).toBeVisible();
  // The old address leads to the building that is left.
  await page.goto(`/buildings/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: left })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(`/buildings/${id}$`));
});
