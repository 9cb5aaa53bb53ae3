import { readFileSync } from 'node:fs';
import type { OwnProperty } from '../../shared/contracts/propertyWrites.ts';
import { MyProperties } from './pages/myProperties.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const HEADER = 'title,description,price,type,listing_type,address,city,province,area_sqm';
const row = (title: string, more = '65000,house,rent') =>
  `${title},Quiet street.,${more},8 Aguirre Avenue,Parañaque City,Metro Manila,140`;

/** Listings of the demo agent that no other test knows, the last title first in the list. */
async function post(baseUrl: string, ...titles: string[]): Promise<number[]> {
  const { token } = await openSession(baseUrl, 'agent');
  const ids: number[] = [];
  for (const title of titles) {
    const answer = await fetch(`${baseUrl}/api/properties`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        title,
        description: 'Quiet street.',
        price: 12_500_000,
        type: 'condo',
        location: { address: '12 Paseo de Roxas', city: 'Makati City', province: 'Metro Manila' },
        details: { area_sqm: 78.5, bedrooms: 2 },
      }),
    });
    expect(answer.status).toBe(201);
    ids.push((await answer.json()).data.id);
  }
  return ids;
}

async function find(baseUrl: string, search: string): Promise<OwnProperty[]> {
  const { token } = await openSession(baseUrl, 'agent');
  const { data } = await fetch(`${baseUrl}/api/properties/my/list?limit=100&search=${search}`, {
    headers: { authorization: `Bearer ${token}` },
  }).then((answer) => answer.json());
  return data.properties;
}

test('the list is searched, filtered and paged, and the address keeps it', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const mine = new MyProperties(page);
  await mine.open();
  await expect(mine.cards).toHaveCount(6);
  const [first = ''] = await mine.cards.getByRole('heading').allTextContents();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(mine.card(first)).toHaveCount(0);
  await page.goBack();
  await expect(mine.card(first)).toBeVisible();

  await post(server.url, 'Quokka Loft', 'Quokka Villa');
  await mine.search.fill('quokka');
  await expect(mine.cards).toHaveCount(2);
  await expect(page).toHaveURL(/search=quokka/);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  const card = mine.card('Quokka Loft');
  for (const text of [
    'For Sale',
    'Condominium',
    'Available',
    '₱12.5M',
    '12 Paseo de Roxas',
    '78.5 sqm',
    '0 views',
  ])
    await expect(card).toContainText(text);
  // The status is shown once, where it is changed.
  await expect(card.getByText('Available', { exact: true })).toHaveCount(1);
  await expect(card.getByRole('link', { name: 'View Quokka Loft' })).toHaveAttribute('target', '_blank');

  await mine.status.selectOption('Sold');
  await expect(page.getByRole('heading', { name: 'No properties match' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No properties match' })).toBeVisible();
  await expect(mine.search).toHaveValue('quokka');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(mine.cards).toHaveCount(6);
  await expect(mine.search).toHaveValue('');
});

test('a status is changed on its card and taken back, several are marked at once', {
  tag: '@journey',
}, async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  await post(server.url, 'Narwhal One', 'Narwhal Two', 'Narwhal Three');
  const mine = new MyProperties(page);
  await mine.open('&search=narwhal&status=available');
  await expect(mine.cards).toHaveCount(3);
  await mine.mark('Narwhal One', 'Sold');
  await expect(mine.card('Narwhal One')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mine.card('Narwhal One')).toBeVisible();

  await mine.status.selectOption('All statuses');
  await expect(mine.cards).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select Narwhal Two' }).press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select page' }).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Narwhal Two' }).uncheck();
  await page.getByRole('group', { name: 'Mark as' }).getByRole('button', { name: 'Rented' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark 2 properties as Rented?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'dialog:modal');
  await dialog.getByRole('button', { name: 'Mark as Rented' }).click();
  await expect(mine.toast('2 properties marked as Rented')).toBeVisible();
  await expect(page.getByText(/\d selected/)).toHaveCount(0);
  await expect(mine.statusOf('Narwhal One')).toHaveText('Rented');
  await expect(mine.statusOf('Narwhal Two')).toHaveText('Available');
  const stored = (await find(server.url, 'narwhal')).map(({ title, status }) => `${title} ${status}`);
  expect(stored.toSorted()).toEqual(['Narwhal One rented', 'Narwhal Three rented', 'Narwhal Two available']);
});

test('a property is deleted only after the question', { tag: '@journey' }, async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.url, 'agent');
  await post(server.url, 'Axolotl House');
  const mine = new MyProperties(page);
  await mine.open('&search=axolotl');
  const remove = page.getByRole('button', { name: 'Delete Axolotl House' });
  await remove.click();
  await expect(mine.dialog).toContainText(
    'Are you sure you want to delete this property? This action cannot be undone.',
  );
  await mine.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();

  await page.route('**/api/properties/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: 'x' }) : route.fallback(),
  );
  await remove.click();
  await mine.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(mine.dialog.getByRole('alert')).toHaveText('Failed to delete property');
  await page.unroute('**/api/properties/*');
  consoleErrors.length = 0;
  await mine.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(mine.toast('Property deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No properties match' })).toBeVisible();
  expect(await find(server.url, 'axolotl')).toEqual([]);
});

test('a file is checked before anything is imported; what is left out can be taken along', {
  tag: '@journey',
}, async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const mine = new MyProperties(page);
  await mine.open();
  await mine.chooseFile('title,price\nA,1');
  await expect(mine.dialog.getByRole('alert')).toContainText('These columns are missing: description');
  await mine.dialog.getByRole('button', { name: 'Choose Another File' }).click();

  const bad = row('Okapi Bad', 'free,castle,rent');
  await mine.chooseFile([HEADER, row('Okapi House'), bad, row('Okapi Villa')].join('\r\n'), 'okapi.csv');
  await expect(mine.dialog).toContainText('3 properties found, 1 row with problems');
  const problem = mine.dialog.getByRole('row', { name: /Okapi Bad/ });
  await expect(problem.getByRole('rowheader')).toHaveText('3');
  await expect(problem).toContainText('Valid price is required');
  await expect(problem).toContainText('Type must be one of');
  await expectAccessible(page, 'dialog:modal');
  expect(await find(server.url, 'okapi')).toEqual([]);

  await mine.dialog.getByRole('button', { name: 'Import Valid Rows (2)' }).click();
  await expect(mine.dialog.getByRole('heading', { name: '2 properties imported' })).toBeVisible();
  const download = page.waitForEvent('download');
  await mine.dialog.getByRole('button', { name: 'Download Skipped Rows' }).click();
  const left = readFileSync(await (await download).path(), 'utf8');
  expect(left).toBe(`\uFEFF${HEADER}\r\n${bad}`);

  await mine.dialog.getByRole('button', { name: 'Import Another File' }).click();
  await mine.chooseFile(left.replace('free,castle', '65000,house'));
  await mine.dialog.getByRole('button', { name: 'Import All (1)' }).click();
  await expect(mine.dialog.getByRole('heading', { name: '1 property imported' })).toBeVisible();
  await mine.dialog.getByRole('button', { name: 'Done' }).click();
  await mine.search.fill('okapi');
  await expect(mine.cards.getByRole('heading')).toHaveText(['Okapi Bad', 'Okapi House', 'Okapi Villa']);
  await expect(mine.card('Okapi House')).toContainText('₱65K/month');
});

test('a list that cannot be fetched says so; an answer that was lost doubles nothing', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.url, 'agent');
  await page.route('**/my/list*', (route) => route.fulfill({ status: 500, body: 'x' }));
  const mine = new MyProperties(page);
  await mine.open();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch properties');
  await page.unroute('**/my/list*');
  consoleErrors.length = 0;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(mine.cards).toHaveCount(6);

  await mine.chooseFile([HEADER, row('Tapir House')].join('\n'));
  const all = mine.dialog.getByRole('button', { name: 'Import All (1)' });
  // The check has been answered.
  await expect(all).toBeVisible();
  await page.route('**/my/import', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await all.click();
  await expect(mine.dialog.getByRole('alert')).toHaveText('Network error. Please try again.');
  await page.unroute('**/my/import');
  await all.click();
  await expect(mine.dialog.getByRole('heading', { name: '1 property imported' })).toBeVisible();
  consoleErrors.length = 0;
  expect(await find(server.url, 'tapir')).toHaveLength(1);
});

test('what is exported comes back equal', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  await post(server.url, 'Pangolin =1+1', '=Pangolin "two"');
  const mine = new MyProperties(page);
  await mine.open('&search=pangolin');
  await expect(mine.cards).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^silong-properties-\d{4}-\d\d-\d\d\.csv$/);
  const csv = readFileSync(await file.path(), 'utf8');
  expect(csv).toContain('"\'=Pangolin ""two"""');
  const before = await find(server.url, 'pangolin');
  await mine.chooseFile(csv, file.suggestedFilename());
  await expect(mine.dialog).toContainText('0 new, 0 changed, 2 as they are');
  await expect(mine.dialog.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await mine.dialog.getByRole('button', { name: 'Choose Another File' }).click();

  const [own] = before;
  const changed = {
    ...own,
    ...own?.location,
    ...own?.details,
    reference: `silong-${own?.id}`,
    price: 77_000,
  };
  const { title, description, price, address, city, province, area_sqm, reference } = changed;
  const known = { title, description, price, address, city, province, area_sqm, reference };
  const feed = JSON.stringify([known, { ...known, reference: 'P-2', title: 'Pangolin New' }]);
  await mine.chooseFile(feed, 'feed.json');
  await expect(mine.dialog).toContainText('1 new, 1 changed, 0 as they are');
  await expect(mine.dialog.getByRole('row', { name: /Changed · Price \(₱\)/ })).toBeVisible();
  expect(await find(server.url, 'pangolin')).toEqual(before);
  await mine.dialog.getByRole('button', { name: 'Import All (2)' }).click();
  await expect(mine.dialog.getByRole('heading', { name: '2 properties imported' })).toBeVisible();
  const after = await find(server.url, 'pangolin');
  expect(after).toHaveLength(3);
  expect(after.find(({ id }) => id === own?.id)).toMatchObject({
    price: 77_000,
    description: own?.description,
  });
});

test('the form opens from the address and from the cards, and Back closes it', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const [id] = await post(server.url, 'Ocelot House');
  const mine = new MyProperties(page);
  await mine.open('&new=1');
  await expect(page.getByRole('dialog', { name: 'Add New Property' })).toBeVisible();
  await mine.open(`&edit=${id}&status=sold`);
  const edit = page.getByRole('dialog', { name: 'Edit Property' });
  await expect(edit.getByLabel('Title')).toHaveValue('Ocelot House');
  await edit.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/edit=/);

  await mine.open('&search=ocelot');
  await page.getByRole('button', { name: 'Duplicate Ocelot House' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New Property' })).toBeVisible();
  await page.goBack();
  await expect(mine.dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Ocelot House' }).click();
  await edit.getByLabel('Title').fill('Ocelot Mansion');
  await edit.getByRole('button', { name: 'Update Property' }).click();
  await expect(mine.card('Ocelot Mansion')).toBeVisible();
  await expect(edit).toHaveCount(0);

  await mine.open('&edit=99999999');
  await expect(mine.dialog).toContainText('Property not found');
});

test('the list and an import fit at any width', async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const mine = new MyProperties(page);
  await mine.open();
  await page.getByRole('checkbox', { name: 'Select page' }).check();
  await page.waitForLoadState('networkidle');
  const expectFit = async () => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
  };
  await expectFit();
  await mine.chooseFile([HEADER, row(''), row(`Long${'x'.repeat(150)}`)].join('\n'));
  await mine.dialog.getByRole('button', { name: /^All rows/ }).click();
  await expectFit();
  await expectAccessible(page, 'dialog:modal');
});
