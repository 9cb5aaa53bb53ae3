import type { OwnProperty } from '../../shared/contracts/propertyWrites.ts';
import { MyProperties } from './pages/myProperties.ts';
import { PropertyForm } from './pages/propertyForm.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

async function call(baseUrl: string, method: string, path: string, body?: object) {
  const { token } = await openSession(baseUrl, 'agent');
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, data: (await answer.json()).data };
}

const ownDrafts = async (baseUrl: string, search: string): Promise<OwnProperty[]> =>
  (await call(baseUrl, 'GET', `/api/properties/my/list?limit=100&draft=1&search=${search}`)).data.properties;

const isPublic = async (baseUrl: string, id: number) => (await fetch(`${baseUrl}/api/properties/${id}`)).ok;

test('a listing is begun, put aside and published another day', { tag: '@journey' }, async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  const mine = new MyProperties(page);
  await form.openNew();
  // Nothing to keep yet: only the title is asked for.
  await form.saveDraft.click();
  await expect(form.dialog.getByText('Title is required')).toBeVisible();
  await expect(form.dialog.getByText('Description is required')).toHaveCount(0);
  await expect(form.field('Title')).toBeFocused();

  await page.keyboard.type('Okapi Loft with a Balcony', { delay: 10 });
  await form.field('City').pressSequentially('Makati', { delay: 10 });
  await form.field('Price (₱)').pressSequentially('12500000', { delay: 10 });
  await form.field('Add a feature').pressSequentially('Pool', { delay: 10 });
  await form.saveDraft.click();
  await expect(form.dialog).toHaveCount(0);
  const told = page.getByRole('region', { name: 'Notices' });
  await expect(told).toContainText('Okapi Loft with a Balcony is saved as a draft. Still needed: Description');
  const [draft] = await ownDrafts(server.url, 'okapi');
  expect(draft).toMatchObject({
    price: 12_500_000,
    draft: true,
    features: ['Pool'],
    location: { city: 'Makati' },
  });
  expect(await isPublic(server.url, draft?.id ?? 0)).toBe(false);

  // Where it waits, it pushes nothing down.
  await expect(mine.card('Okapi Loft with a Balcony')).toHaveCount(0);
  await told.getByRole('link', { name: 'Show drafts' }).click();
  const card = mine.card('Okapi Loft with a Balcony');
  await expect(card).toContainText('Still needed: Description, Address');
  await expect(card).toContainText('Draft');
  await expect(card.getByRole('button', { name: /Publish/ })).toHaveCount(0);
  await expectAccessible(page);

  // The browser keeps no second draft of it.
  await form.addButton.click();
  await expect(form.draftNotice).toHaveCount(0);
  await expect(form.field('Title')).toHaveValue('');
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Continue Okapi Loft with a Balcony' }).click();
  await expect(form.dialog.getByText('Only you see this draft.')).toBeVisible();
  await expect(form.field('Price (₱)')).toHaveValue(/12,?500,?000/);
  await expect(form.field('Area (sqm)')).toHaveValue('');
  await form.submit.click();
  await expect(form.dialog.getByText('Description is required')).toBeVisible();
  await form.field('Description').pressSequentially('Bright, with a view of the park.', { delay: 5 });
  await form.field('Address').pressSequentially('12 Salcedo Street', { delay: 5 });
  await form.field('Province').fill('Metro Manila');
  await form.field('Area (sqm)').pressSequentially('68.5', { delay: 5 });
  await expect(form.dialog.getByText('It has all that a listing needs.')).toBeVisible();
  await form.submit.click();
  await expect(form.dialog).toHaveCount(0);
  await expect(told).toContainText('Okapi Loft with a Balcony is published');
  await told.getByRole('link', { name: 'View listing' }).click();
  await expect(page).toHaveURL(new RegExp(`/properties/${draft?.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Okapi Loft with a Balcony');
  expect(await isPublic(server.url, draft?.id ?? 0)).toBe(true);
  expect(await ownDrafts(server.url, 'okapi')).toEqual([]);
});

test('a form that is closed half-way may be kept as a draft', { tag: '@journey' }, async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const form = new PropertyForm(page);
  await form.openNew();
  await form.field('Title').pressSequentially('Numbat House', { delay: 10 });
  await page.keyboard.press('Escape');
  await expect(form.dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(new MyProperties(page).toast('Numbat House is saved as a draft')).toBeVisible();
  expect(await ownDrafts(server.url, 'numbat')).toHaveLength(1);
  await form.addButton.click();
  await expect(form.field('Title')).toHaveValue('');
});

const whole = {
  description: 'Quiet street.',
  price: 9_500_000,
  location: { address: '8 Aguirre Avenue', city: 'Parañaque City', province: 'Metro Manila' },
  details: { area_sqm: 140 },
};

test('several drafts are published in one go, on a phone too', { tag: '@journey' }, async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, server.url, 'agent');
  for (const body of [{ title: 'Quoll One', ...whole }, { title: 'Quoll Two', ...whole }, { title: 'Quoll Open' }])
    expect((await call(server.url, 'POST', '/api/properties', { ...body, draft: true })).status).toBe(201);
  const mine = new MyProperties(page);
  await mine.open('&search=quoll&draft=1');
  await expect(mine.cards).toHaveCount(3);
  await expectNoSidewaysScroll(page);
  await page.getByRole('checkbox', { name: 'Select page' }).check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(mine.toast('2 properties are published')).toBeVisible();
  await expect(mine.toast('Quoll Open is still unfinished')).toBeVisible();
  await expect(mine.cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete Quoll Open' }).click();
  await mine.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(mine.toast('Property deleted successfully')).toBeVisible();
  expect(await ownDrafts(server.url, 'quoll')).toEqual([]);

  const form = new PropertyForm(page);
  await form.openNew();
  await expectNoSidewaysScroll(page);
  for (const button of [form.submit, form.saveDraft]) await expect(button).toBeInViewport();
});

test('the Desk’s list has its drafts behind a button, and a draft has no page yet', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.url, 'agent');
  const { data } = await call(server.url, 'POST', '/api/properties', { title: 'Dhole House', draft: true });
  await page.goto('/desk/listings');
  await expect(page.getByRole('row', { name: /Dhole House/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Drafts \(\d+\)$/ }).click();
  const row = page.getByRole('row', { name: /Dhole House/ });
  await expect(row).toContainText('No price yet');
  await row.getByRole('button', { name: 'Dhole House', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Continue Your Draft' })).toBeVisible();

  await page.goto(`/properties/${data.id}`);
  await expect(page.getByText('This is a draft. Only you see it, until you publish it.')).toBeVisible();
  // Before anybody is signed in, the address answers as if nothing were there.
  for (const error of consoleErrors.splice(0)) expect(error).toContain('404');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog', { name: 'Continue Your Draft' })).toBeVisible();
  expect((await call(server.url, 'DELETE', `/api/properties/${data.id}`)).status).toBe(200);
});
