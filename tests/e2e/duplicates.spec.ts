import type { Locator, Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import type { DuplicateList } from '../../shared/contracts/duplicates.ts';
import type { Notification } from '../../shared/contracts/notifications.ts';
import type { Property, PropertyList } from '../../shared/contracts/properties.ts';
import { openAdminDashboard } from './pages/adminDashboard.ts';
import { openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { callAs, registerApplicant } from './support/newcomers.ts';

const COPIED_PICTURES = 4;
const SPOTS = { type: 'gaussian', mean: 128, sigma: 80 } as const;

/** Only available homes are compared, and the floor decides: copies and other tests' listings have none. */
async function availableHome(baseUrl: string, skip: number): Promise<Property> {
  const { status, data } = await callAs<PropertyList>(
    baseUrl,
    '',
    'GET',
    '/api/properties?status=available&type=condo&sort=area_desc&limit=50',
  );
  expect(status).toBe(200);
  const home = data.properties.filter(
    ({ images, details }) => images.length >= COPIED_PICTURES && details.floor_level !== null,
  )[skip];
  if (!home) throw new Error('the demo has too few condominiums');
  return home;
}

async function hire(baseUrl: string, name: string): Promise<string> {
  const { token, user } = await registerApplicant(baseUrl, name);
  const admin = await openSession(baseUrl, 'admin');
  const { status } = await callAs(baseUrl, admin.token, 'PUT', `/api/admin/agents/${user.id}/approve`);
  expect(status).toBe(200);
  return token;
}

async function upload(baseUrl: string, token: string, picture: Sharp): Promise<string> {
  const form = new FormData();
  const bytes = new Uint8Array(await picture.jpeg().toBuffer());
  form.append('file', new Blob([bytes], { type: 'image/jpeg' }), 'picture.jpg');
  const answer = await fetch(`${baseUrl}/api/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return (await answer.json()).data.url;
}

/** The picture after a user saved it from the page and sent it around. */
async function uploadCopy(baseUrl: string, token: string, address: string): Promise<string> {
  const original = await fetch(baseUrl + address).then((answer) => answer.arrayBuffer());
  const picture = sharp(Buffer.from(original)).resize(800).modulate({ brightness: 1.05 });
  return upload(baseUrl, token, picture);
}

/** Like another home, with pictures of its own: the demo's pictures are in many listings, and are no evidence. */
async function listHome(baseUrl: string, like: Property, agentName: string, title: string): Promise<Property> {
  const token = await hire(baseUrl, agentName);
  const images: string[] = [];
  while (images.length < COPIED_PICTURES) {
    // Sixteen spots of any colour.
    const spots = { create: { width: 4, height: 4, channels: 3, background: '#000', noise: SPOTS } } as const;
    const picture = sharp(await sharp(spots).png().toBuffer()).resize(900, 600, { fit: 'fill' });
    images.push(await upload(baseUrl, token, picture));
  }
  const { type, listing_type, location, details, price } = like;
  const home = { title, description: 'A home with a view.', type, listing_type, location, details, images };
  const { status, data } = await callAs<Property>(baseUrl, token, 'POST', '/api/properties', {
    ...home,
    price: 2 * price,
  });
  expect(status).toBe(201);
  return data;
}

/** Another agent posts the home too, in other words. @returns their token and listing. */
async function copyListing(
  baseUrl: string,
  original: Property,
  agentName: string,
  title: string,
  // By default without a floor, so that the rule leaves the two to an administrator.
  { floor_level = null, waits = 'open' }: { floor_level?: number | null; waits?: 'open' | 'same_home' } = {},
) {
  const token = await hire(baseUrl, agentName);
  const images = [];
  for (const address of original.images.slice(0, COPIED_PICTURES))
    images.push(await uploadCopy(baseUrl, token, address));
  const { type, listing_type, location } = original;
  const details = { ...original.details, floor_level };
  const draft = { title, description: 'Newly on the market.', type, listing_type, location, details, images };
  const { status, data } = await callAs<Property>(baseUrl, token, 'POST', '/api/properties', {
    ...draft,
    price: original.price,
  });
  expect(status).toBe(201);
  const admin = await openSession(baseUrl, 'admin');
  await expect
    .poll(
      async () => {
        const list = await callAs<DuplicateList>(
          baseUrl,
          admin.token,
          'GET',
          `/api/admin/duplicates?status=${waits}`,
        );
        return list.data.duplicates.some(({ newer }) => newer.id === data.id);
      },
      // Compared by a job, after the ones that wait.
      { timeout: 30_000 },
    )
    .toBe(true);
  return { token, copy: data };
}

const pairOf = (page: Page, { title }: Property): Locator =>
  page.getByRole('list', { name: 'Possible duplicates' }).getByRole('region').filter({ hasText: title });

test('a home that two agents list is found, and one of the two is taken off', { tag: '@journey' }, async ({
  page,
  server,
}) => {
  const original = await availableHome(server.url, 0);
  const { token, copy } = await copyListing(server.url, original, 'Rica Dizon', 'Your Next Home, Ready Now');
  const dashboard = await openAdminDashboard(page, server.url);
  await dashboard.sections.getByRole('link', { name: /^Trust Desk \d+ waiting for a decision/ }).click();
  await page.getByRole('tab', { name: /^Duplicates/ }).click();
  const pair = pairOf(page, copy);
  await expect(pair).toContainText('4 images look the same');
  await expect(pair).toContainText('Same place, price and size');
  await expect(pair.getByRole('list', { name: 'Images that look the same' }).getByRole('img')).toHaveCount(8);
  const newer = pair.getByRole('article', { name: 'Newer listing' });
  await expect(newer).toContainText('Rica Dizon (differs)');
  await expect(newer.getByRole('link', { name: copy.title })).toHaveAttribute('href', `/properties/${copy.id}`);
  await expect(pair.getByRole('article', { name: 'Older listing' })).toContainText(original.title);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await pair.getByRole('button', { name: 'Take Down the Newer' }).click();
  const dialog = dashboard.dialog('Take down the newer listing');
  const reason = dialog.getByLabel(/^Reason/);
  await expect(reason).toHaveValue(`This home is already listed: ${original.title} (#${original.id}).`);
  await reason.fill('');
  await dialog.getByRole('button', { name: 'Take Down' }).click();
  await expect(dialog.getByText('Please tell the agent why')).toBeVisible();
  await expectAccessible(page);
  await reason.fill('Andrea lists this home already.');
  await dialog.getByRole('button', { name: 'Take Down' }).click();
  await expect(pair).toHaveCount(0);
  await page.getByLabel('Status', { exact: true }).selectOption('confirmed');
  await expect(pair).toContainText(/Confirmed by .+ on /);
  await expect(newer).toContainText('Listing Inactive');

  expect((await fetch(`${server.url}/api/properties/${copy.id}`)).status).toBe(404);
  expect((await fetch(`${server.url}/api/properties/${original.id}`)).status).toBe(200);
  await expect
    .poll(async () => {
      const { data } = await callAs<Notification[]>(server.url, token, 'GET', '/api/notifications');
      return data[0]?.message;
    })
    .toBe(`${copy.title} was taken down: Andrea lists this home already.`);
});

test('a pair that is none is put away for good', async ({ page, server }) => {
  const original = await availableHome(server.url, 1);
  const { copy } = await copyListing(server.url, original, 'Omar Tan', 'Bright Corner, Owner Moving Abroad');
  const dashboard = await openAdminDashboard(page, server.url, '?tab=trust&desk=duplicates');
  const pair = pairOf(page, copy);
  await pair.getByRole('button', { name: 'Not a Duplicate' }).click();
  await dashboard.dialog('Not a duplicate').getByRole('button', { name: 'Keep Both' }).click();
  await expect(pair).toHaveCount(0);
  await page.getByLabel('Status', { exact: true }).selectOption('dismissed');
  await expect(pair).toContainText(/Dismissed by .+ on /);
  await page.reload();
  await expect(pair).toBeVisible();
  expect((await fetch(`${server.url}/api/properties/${copy.id}`)).status).toBe(200);
});

test('a home that two agents offer shows both, and an agent may say that it is another unit', async ({
  page,
  server,
}) => {
  test.slow();
  const like = await availableHome(server.url, 8);
  const original = await listHome(server.url, like, 'Mia Sy', 'Corner Home High above the Bay');
  const { floor_level } = original.details;
  const { token, copy } = await copyListing(server.url, original, 'Joy Ramos', 'Skyline Views for Less', {
    floor_level,
    waits: 'same_home',
  });
  await signIn(page, server.url, 'user');
  await page.goto(`/properties/${original.id}`);
  const offers = page.getByRole('region', { name: 'Offered by 2 agents' });
  await expect(offers.getByRole('listitem')).toHaveCount(2);
  await expect(offers).toContainText('The offer that was listed or confirmed last comes first');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await offers.getByRole('link', { name: `See this offer by Joy Ramos: ${copy.title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: copy.title })).toBeVisible();
  await expect(offers.getByRole('listitem').filter({ hasText: 'Joy Ramos' })).toContainText(
    'You are viewing this one',
  );

  const { data } = await callAs<{ disputed: number }>(
    server.url,
    token,
    'POST',
    `/api/properties/${copy.id}/offers/dispute`,
    {},
  );
  expect(data).toEqual({ disputed: 1 });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: copy.title })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await expect(offers).toHaveCount(0);

  await page.setViewportSize({ width: 1280, height: 800 });
  const dashboard = await openAdminDashboard(page, server.url, '?tab=trust&desk=duplicates');
  const pair = pairOf(page, copy);
  await expect(pair).toContainText('that these are two homes');
  await pair.getByRole('button', { name: 'Same Home, Different Agents' }).click();
  await dashboard.dialog('Same home, different agents').getByRole('button', { name: 'Show as One Home' }).click();
  await expect(pair).toHaveCount(0);
  await page.goto(`/properties/${copy.id}`);
  await expect(offers.getByRole('listitem')).toHaveCount(2);
});
