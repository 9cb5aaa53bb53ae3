import sharp from 'sharp';
import type { OwnProperty } from '../../shared/contracts/propertyWrites.ts';
import { PropertyForm } from './pages/propertyForm.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const SAVE_FAILED = 'Failed to save property. Please try again.';

async function photo(name: string, color: string) {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

async function ownListings(baseUrl: string): Promise<OwnProperty[]> {
  const { token } = await openSession(baseUrl, 'agent');
  const answer = await fetch(`${baseUrl}/api/properties/my/list?limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).data.properties;
}

async function expectFields(form: PropertyForm, typed: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(typed)) await expect(form.field(label)).toHaveValue(value);
}

test('a listing is added, with every rule on the way', { tag: '@journey' }, async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  await form.submit.click();
  for (const sentence of [
    'Title is required',
    'Description is required',
    'Valid price is required',
    'Address is required',
    'City is required',
    'Province is required',
    'Area must be greater than 0',
  ])
    await expect(form.dialog.getByText(sentence, { exact: true })).toBeVisible();
  await expect(form.field('Title')).toBeFocused();

  await form.fill('Corner condo on Salcedo');
  await expect(form.dialog.getByText('₱12,500,000.55', { exact: true })).toBeVisible();
  await form.dialog
    .getByLabel('Choose images')
    .setInputFiles([
      await photo('one.jpg', '#a33'),
      await photo('two.jpg', '#3a3'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
      { name: 'zeros.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) },
      { name: 'torn.png', mimeType: 'image/png', buffer: Buffer.from('no picture either') },
    ]);
  await expect(form.dialog.getByText('File "notes.txt" is not an image file.')).toBeVisible();
  for (const name of ['zeros.png', 'torn.png'])
    await expect(
      form.dialog.getByText(`File "${name}" is not supported. Please use PNG, JPG, GIF or WebP.`),
    ).toBeVisible();
  await expect(form.images).toHaveCount(2);
  await expect(form.dialog.getByRole('progressbar')).toHaveCount(0);

  // The same address twice is one image.
  for (let round = 0; round < 2; round += 1) {
    await form.dialog.getByLabel('Image URL').fill(`${server.url}/no-picture.svg`);
    await form.dialog.getByLabel('Image URL').press('Enter');
    await expect(form.dialog.getByLabel('Image URL')).toHaveValue('');
  }
  await expect(form.images).toHaveCount(3);

  // The second becomes the cover, by the keyboard alone.
  await form.dialog.getByRole('button', { name: 'Move image 2', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(form.dialog.getByText('Image is over position 2 of 3.')).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(form.dialog.getByText('Image is over position 1 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(form.dialog.getByText('Image dropped at position 1 of 3.')).toBeAttached();
  await expect(form.images.first()).toContainText('Cover');
  await form.dialog.getByRole('button', { name: 'Remove image 3' }).click();
  await expect(form.images).toHaveCount(2);
  // The description of an image stays with it, and its place can be changed by pressing alone.
  await form.dialog.getByLabel('What image 2 shows').fill('The red wall');
  await form.dialog.getByRole('button', { name: 'Move image 2 forward' }).click();
  await expect(form.dialog.getByLabel('What image 1 shows')).toHaveValue('The red wall');
  await form.dialog.getByRole('button', { name: 'Move image 1 back' }).click();

  await form.field('Add a feature').fill('  Balcony ');
  await form.field('Add a feature').press('Enter');
  await form.field('Add a feature').fill('Balcony');
  await form.dialog.getByRole('button', { name: 'Add feature' }).click();
  // Typed and not added: it is added all the same.
  await form.field('Add a feature').fill('Pool');
  await form.submit.click();
  await expect(form.dialog).toHaveCount(0);

  const saved = (await ownListings(server.url)).find(({ title }) => title === 'Corner condo on Salcedo');
  expect(saved).toMatchObject({
    price: 12_500_000.55,
    type: 'condo',
    listing_type: 'sale',
    status: 'available',
    location: { city: 'Makati', coordinates: { lat: 14.5601, lng: 121.0235 } },
    details: { bedrooms: 2, area_sqm: 68.5, floor_level: 14, parking_slots: 1, furnished: true },
    features: ['Balcony', 'Pool'],
  });
  expect(saved?.images).toHaveLength(2);
  expect(saved?.image_descriptions).toEqual(['', 'The red wall']);
  const cover = await fetch(`${server.url}${saved?.images[0]}`).then((answer) => answer.arrayBuffer());
  const { dominant } = await sharp(Buffer.from(cover)).stats();
  expect(dominant.g).toBeGreaterThan(dominant.r);

  // The next one begins empty.
  await form.addButton.click();
  await expect(form.field('Title')).toHaveValue('');
  await expect(form.field('Area (sqm)')).toHaveValue('0');
  await expect(form.draftNotice).toHaveCount(0);
});

test('what is typed survives failed saves, a lost connection, a reload and a closed tab', async ({
  page,
  context,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  const typed = { ...(await form.fill('Kept through everything')), 'Add a feature': 'Roof deck, half wri' };
  await form.field('Add a feature').fill('Roof deck, half wri');
  await form.dialog.getByLabel('Choose images').setInputFiles(await photo('kept.jpg', '#33a'));
  await expect(form.dialog.getByRole('progressbar')).toHaveCount(0);

  // The server breaks.
  await page.route('**/api/properties', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, error: 'Something went wrong', code: 'internal' },
    }),
  );
  await form.submit.click();
  await expect(form.banner).toHaveText(SAVE_FAILED);
  // By now the begun feature counts as added.
  const { 'Add a feature': begun = '', ...rest } = typed;
  await expectFields(form, rest);
  await expect(form.dialog.getByRole('list', { name: 'Features' })).toContainText(begun);
  await page.unroute('**/api/properties');

  // The server refuses a field.
  await page.route('**/api/properties', (route) =>
    route.fulfill({
      status: 400,
      json: {
        success: false,
        error: 'Price is too high',
        code: 'invalid_input',
        issues: [{ path: 'price', message: 'Price is too high' }],
      },
    }),
  );
  await form.submit.click();
  await expect(form.banner).toHaveText('Price is too high');
  await expect(form.field('Price (₱)')).toBeFocused();
  await expect(form.field('Price (₱)')).toHaveAttribute('aria-invalid', 'true');
  // It stays red although it has the focus.
  await expect(form.field('Price (₱)')).toHaveCSS('border-top-color', 'rgb(179, 38, 30)');
  await expect(form.field('Price (₱)')).toHaveCSS('outline-color', 'rgb(179, 38, 30)');
  await expectFields(form, rest);
  await page.unroute('**/api/properties');

  // The connection is lost.
  await context.setOffline(true);
  await form.submit.click();
  await expect(form.banner).toHaveText(SAVE_FAILED);
  await expectFields(form, rest);
  await form.field('Title').press('End');
  await form.field('Title').pressSequentially(', even offline');
  await context.setOffline(false);
  // The console's reports of the three failures; how often the live connection was tried meanwhile is up to the clock.
  const said = consoleErrors.splice(0);
  for (const failure of [/\b500\b/, /\b400\b/, /ERR_INTERNET_DISCONNECTED/])
    expect(said.some((text) => failure.test(text))).toBe(true);
  expect(said.filter((text) => !/\b[45]00\b|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
  const renamed = { ...rest, Title: 'Kept through everything, even offline' };

  // The page is reloaded right after the last key.
  await form.reload();
  await expect(form.draftNotice).toBeVisible();
  await expectFields(form, renamed);
  await expect(form.field('Property Type')).toHaveValue('condo');
  await expect(form.field('Furnished')).toBeChecked();
  await expect(form.images).toHaveCount(1);
  await expectAccessible(page, 'dialog:modal');

  // Closing keeps it too, and says so.
  await form.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Your unfinished draft is saved on this device')).toBeVisible();
  await page.goto('about:blank');

  // Another tab takes over.
  const other = await context.newPage();
  await signIn(other, server.url, 'agent');
  const otherForm = new PropertyForm(other);
  await otherForm.openNew();
  await expectFields(otherForm, renamed);
  await otherForm.submit.click();
  await expect(otherForm.dialog).toHaveCount(0);
  const saved = (await ownListings(server.url)).filter(({ title }) => title === renamed.Title);
  expect(saved).toHaveLength(1);
  expect(saved[0]?.images).toHaveLength(1);
  await otherForm.addButton.click();
  await expect(otherForm.field('Title')).toHaveValue('');
  await other.close();
});

test('an image waits for the connection, saving for the image; a lost answer makes one listing, not two', async ({
  page,
  context,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  await form.fill('Photographed on the road');
  await context.setOffline(true);
  await form.dialog.getByLabel('Choose images').setInputFiles(await photo('road.jpg', '#aa3'));
  await expect(form.images).toContainText('Waiting for the connection');
  await form.submit.click();
  await expect(
    form.dialog.getByText('1 image is waiting for the connection. We will then save automatically.'),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(form.dialog).toHaveCount(0);
  const saved = (await ownListings(server.url)).find(({ title }) => title === 'Photographed on the road');
  expect(saved?.images).toHaveLength(1);

  await test.step('a save whose answer was lost, sent again', async () => {
    await form.addButton.click();
    await form.fill('Sent twice, there once');
    await page.route('**/api/properties', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await form.submit.click();
    await expect(form.banner).toHaveText(SAVE_FAILED);
    await page.unroute('**/api/properties');
    await form.reload();
    await form.submit.click();
    await expect(form.dialog).toHaveCount(0);
    const sent = (await ownListings(server.url)).filter(({ title }) => title === 'Sent twice, there once');
    expect(sent).toHaveLength(1);
  });
  consoleErrors.splice(0);
});

test('an edit begun on an older version says so, and can be started over', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  await form.openList();
  const edit = page.getByRole('button', { name: /^Edit/ }).first();
  await edit.click();
  await expect(form.dialog).toHaveAccessibleName('Edit Property');
  await expect(form.field('Title')).not.toHaveValue('');
  const shown = await form.field('Title').inputValue();
  const listing = (await ownListings(server.url)).find(({ title }) => title === shown);
  if (!listing) throw new Error(`The agent has no listing "${shown}".`);
  await form.field('Title').fill(`${listing.title}, renewed`);
  await form.dialog.getByRole('button', { name: 'Cancel' }).click();

  const { token } = await openSession(server.url, 'agent');
  await fetch(`${server.url}/api/properties/${listing.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ price: listing.price + 1_000 }),
  });
  await page.reload();
  await edit.click();
  await expect(form.field('Title')).toHaveValue(`${listing.title}, renewed`);
  await expect(form.dialog.getByText('The listing has changed since.')).toBeVisible();

  await form.dialog.getByRole('button', { name: 'Start over' }).click();
  await page
    .getByRole('dialog', { name: 'Start over?' })
    .getByRole('button', { name: 'Remove the Draft' })
    .click();
  await expect(form.draftNotice).toHaveCount(0);
  await expect(form.field('Title')).toHaveValue(listing.title);
  await expect(form.field('Price (₱)')).toHaveValue((listing.price + 1_000).toLocaleString('en-PH'));
  await form.field('Description').fill('A new description.');
  await form.submit.click();
  await expect(form.dialog).toHaveCount(0);
  const saved = (await ownListings(server.url)).find(({ id }) => id === listing.id);
  expect(saved).toMatchObject({ description: 'A new description.', price: listing.price + 1_000 });
  expect(saved?.images).toEqual(listing.images);
});

test('fits, and is accessible on a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 844 });
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  await form.dialog
    .getByLabel('Choose images')
    .setInputFiles([await photo(`${'long-name-'.repeat(12)}.jpg`, '#a3a'), await photo('b.jpg', '#3aa')]);
  await expect(form.dialog.getByRole('progressbar')).toHaveCount(0);
  await form.field('City').fill('Makati');
  await form.field('Latitude').fill('14.8');
  await form.field('Longitude').fill('120.9');
  await expect(form.dialog.getByText('The pin is outside Makati.')).toBeVisible();
  await expect(form.dialog.getByRole('region', { name: 'Map to place the pin on' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page, 'dialog:modal');
});
