import type { Page } from '@playwright/test';
import { PropertyForm } from './pages/propertyForm.ts';
import { signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

const NOTE = /Latitude and longitude were the other way round/;

async function openForm(page: Page, url: string) {
  await signIn(page, url, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  return form;
}

/** As a person does it, so that the browser's own handling is part of it. */
async function paste(page: Page, form: PropertyForm, label: string, text: string): Promise<void> {
  await form.field(label).click();
  await form.field(label).press('ControlOrMeta+a');
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
}

async function expectPin(form: PropertyForm, lat: string, lng: string): Promise<void> {
  await expect(form.field('Latitude')).toHaveValue(lat);
  await expect(form.field('Longitude')).toHaveValue(lng);
}

const written = [
  '14.5547, 121.0244',
  '(14.5547,121.0244)',
  '14.5547 N 121.0244 E',
  'lat: 14.5547 lng: 121.0244',
  'https://www.google.com/maps/@14.5547,121.0244,17z',
  'https://maps.google.com/?q=14.5547,121.0244',
  '14,5547 121,0244',
];

test('a pair of coordinates fills both fields, pasted or typed, into either; a turned one is put right', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const form = await openForm(page, server.url);
  for (const [at, text] of written.entries()) {
    const label = at % 2 === 0 ? 'Latitude' : 'Longitude';
    await paste(page, form, label, text);
    await expectPin(form, '14.5547', '121.0244');
    await form.dialog.getByRole('button', { name: 'Remove pin' }).click();
    await expectPin(form, '', '');
  }
  for (const [label, text] of [
    ['Longitude', '(14.5547,121.0244)'],
    ['Latitude', '14,5547 121,0244'],
  ] as const) {
    await form.field(label).pressSequentially(text);
    await page.keyboard.press('Tab');
    await expectPin(form, '14.5547', '121.0244');
    await form.dialog.getByRole('button', { name: 'Remove pin' }).click();
  }
  await paste(page, form, 'Latitude', '14°33\'16.92"N 121°01\'27.84"E');
  await expectPin(form, '14.5547', '121.0244');
  await expect(form.dialog.getByText(NOTE)).toBeHidden();
  await form.dialog.getByRole('button', { name: 'Remove pin' }).click();

  await test.step('the other way round', async () => {
    await paste(page, form, 'Latitude', '121.0244, 14.5547');
    await expectPin(form, '14.5547', '121.0244');
    await expect(form.dialog.getByText(NOTE)).toBeVisible();
    await form.dialog.getByRole('button', { name: 'Remove pin' }).click();
    await expect(form.dialog.getByText(NOTE)).toBeHidden();
    await form.field('Latitude').pressSequentially('121.0244');
    await form.field('Longitude').pressSequentially('14.5547');
    await page.keyboard.press('Tab');
    await expectPin(form, '14.5547', '121.0244');
    await expect(form.dialog.getByText(NOTE)).toBeVisible();
  });
});

test('a pin that can be none is asked about, and nothing is lost on the way', async ({ page, server }) => {
  const form = await openForm(page, server.url);
  await form.fill('Pin of no home');
  for (const [lat, lng, sentence] of [
    ['0', '0', /The pin is at 0, 0/],
    ['48.8566', '2.3522', /The pin is outside the Philippines\. Check/],
    ['14.5x', '121.0244', /Write it as 14\.5547/],
    ['https://maps.app.goo.gl/AbC', '', /Write it as 14\.5547/],
    ['14.5547', '', /Enter both latitude and longitude/],
  ] as const) {
    await form.field('Latitude').fill('');
    await form.field('Longitude').fill('');
    await form.field('Latitude').pressSequentially(lat);
    await form.field('Longitude').pressSequentially(lng);
    await form.submit.click();
    await expect(form.dialog.getByText(sentence)).toBeVisible();
    await expectPin(form, lat, lng);
  }
  await form.field('Latitude').fill('14.8');
  await form.field('Longitude').fill('120.9');
  await expect(form.dialog.getByText('The pin is outside Makati.')).toBeVisible();
  // Enter leaves no field, and is understood all the same.
  await form.field('Longitude').fill('');
  await form.field('Latitude').fill('14.5601, 121.0235');
  await form.field('Latitude').press('Enter');
  await expect(form.dialog).toBeHidden();
  const { data } = await (await page.request.get('/api/properties?search=Pin%20of%20no%20home')).json();
  expect(data.properties[0].location.coordinates).toEqual({ lat: 14.5601, lng: 121.0235 });
});
