import sharp from 'sharp';
import type { OwnPropertyList } from '../../shared/contracts/propertyWrites.ts';
import { PropertyForm } from './pages/propertyForm.ts';
import { PropertyList } from './pages/propertyList.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const TITLE = 'Loft with a plan and a video';
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

async function plan(name: string, color: string) {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: color } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

test('floor plans and a video go from the form to the page, and are found on a phone', {
  tag: '@journey',
}, async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const counted = async (query: string) => {
    const path = `${server.url}/api/properties?status=available&limit=1&${query}`;
    return (await call<{ pagination: { total: number } }>('GET', path, '')).pagination.total;
  };
  const [videos, both, condos] = [
    await counted('media=video'),
    await counted('media=video,plan'),
    await counted('media=video&type=condo'),
  ];
  const form = new PropertyForm(page);
  await form.openNew();
  await form.fill(TITLE);
  const plans = form.dialog.getByRole('list', { name: 'Floor plans' }).getByRole('listitem');
  await form.dialog
    .getByLabel(/^Drop images of floor plans here/)
    .setInputFiles([await plan('ground.png', '#dde'), await plan('upper.png', '#edd')]);
  await expect(plans).toHaveCount(2);
  const link = form.dialog.getByLabel(/^Video link/);
  await link.fill('javascript:alert(1)');
  await form.submit.click();
  await expect(
    form.dialog.getByText('Enter the https address of a video on YouTube, Vimeo, Facebook or TikTok'),
  ).toBeVisible();
  await expect(link).toBeFocused();
  await expectAccessible(page);
  await link.fill(VIDEO);

  // A closed tab loses neither.
  await expect(form.dialog.getByText('Draft saved on this device')).toBeVisible();
  await form.reload();
  await expect(form.draftNotice).toBeVisible();
  await expect(plans).toHaveCount(2);
  await expect(link).toHaveValue(VIDEO);
  await form.submit.click();
  await expect(form.dialog).toBeHidden();

  const { token } = await openSession(server.url, 'agent');
  const { properties } = await call<OwnPropertyList>(
    'GET',
    `${server.url}/api/properties/my/list?search=loft%20plan%20video`,
    token,
  );
  const saved = properties.find(({ title }) => title === TITLE);
  expect(saved?.floor_plans).toHaveLength(2);

  await page.goto(`/properties/${saved?.id}`);
  await expect(page.getByRole('heading', { name: 'Floor plans' })).toBeVisible();
  await page.getByRole('button', { name: 'Open floor plan 2 of 2' }).click();
  const viewer = page.getByRole('dialog', { name: `Photos of Floor plans of ${TITLE}` });
  await expect(viewer.getByText('2 / 2')).toBeVisible();
  await viewer.getByRole('button', { name: 'Zoom in' }).click();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  // No resource of the service is loaded: the link only leads there.
  const watch = page.getByRole('link', { name: /^Watch on YouTube/ });
  await expect(watch).toHaveAttribute('href', VIDEO);
  await expect(watch).toHaveAttribute('target', '_blank');
  await expect(watch).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const list = new PropertyList(page);
  await page.goto('/properties');
  const sheet = await list.openFilters();
  await sheet.getByRole('button', { name: 'More filters' }).click();
  const withVideo = sheet.getByRole('checkbox', { name: 'With video' });
  await expect(withVideo).toHaveAccessibleDescription(`${videos + 1} properties`);
  await withVideo.check();
  await sheet.getByRole('checkbox', { name: 'With floor plan' }).check();
  await expect(page).toHaveURL(/media=video%2Cplan/);
  await expectAccessible(page);
  await list.closeFilters();
  await expect(list.chips).toHaveText(['With video', 'With floor plan']);
  await expect.poll(() => list.count()).toBe(both + 1);
  await expect(list.cards.first()).toContainText(TITLE);
  await expect(list.cards.first()).toContainText('Video · Plan');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Remove With video' }).click();
  await expect(page).toHaveURL(/media=plan$/);
  await expect.poll(() => list.count()).toBeGreaterThan(both + 1);

  // The words say the same.
  await page.goto('/properties?search=condo+with+video');
  await expect(list.chips).toHaveText(['condo', 'with video']);
  await expect.poll(() => list.count()).toBe(condos + 1);
});
