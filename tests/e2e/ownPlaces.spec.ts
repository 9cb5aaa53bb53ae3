import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const card = (page: Page) => page.getByRole('list', { name: 'Properties' }).getByRole('listitem').first();

async function nameWork(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('button', { name: 'Minutes to my places' }).click();
  const dialog = page.getByRole('dialog', { name: 'Minutes to my places' });
  await dialog.getByRole('combobox', { name: 'Location' }).fill('ayala');
  await dialog.getByRole('option', { name: /^Ayala\s*MRT-3$/ }).click();
  await expect(dialog.getByText('Ayala (MRT-3)')).toBeVisible();
  await dialog.getByLabel('Name').fill('Work');
  await dialog.getByLabel('At most').selectOption('30');
  await dialog.getByRole('button', { name: 'Save places' }).click();
  await expect(dialog).toBeHidden();
}

test('a guest names a place: cards tell minutes, the list keeps what is near, the map draws it', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/properties');
  await nameWork(page);
  await expect(page).toHaveURL(/reach=14\.5495%2C121\.0277%2Ccar%2C30/);
  const chip = page.getByRole('button', { name: /Within 30 min by car of Work/ });
  await expect(chip).toBeVisible();
  await expect(card(page).getByText(/^about \d+(–\d+)? min$/)).toBeVisible();
  const { data } = await (
    await page.request.get('/api/properties?status=available&reach=14.5495,121.0277,car,30')
  ).json();
  await expect(page.getByText(`${data.pagination.total} properties found`)).toBeVisible();

  await page.getByRole('button', { name: 'Map', exact: true }).click();
  const map = page.getByRole('region', { name: 'Map of properties' });
  await expect(map.getByText('Shown as a circle because it is estimated')).toBeVisible();
  await expect(map.locator('.leaflet-overlay-pane path')).toHaveCount(1);
  await page.getByRole('button', { name: /Within 30 min by car of Work/ }).click();
  await expect(page).not.toHaveURL(/reach=/);

  // They are still there after a reload, in this browser. Another test may have left listings that have no place
  // on the map.
  await page.goto('/properties?reach=14.5495%2C121.0277%2Ccar%2C30');
  await expect(card(page).getByText(/^about \d+(–\d+)? min$/)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('what is missing is said at its field, and the dialog is accessible', async ({ page }) => {
  await page.goto('/properties');
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('button', { name: 'Minutes to my places' }).click();
  const dialog = page.getByRole('dialog', { name: 'Minutes to my places' });
  await dialog.getByRole('button', { name: 'Save places' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Choose where it is')).toBeVisible();
  await expectAccessible(page);
  // By the keyboard alone.
  await dialog.getByRole('combobox', { name: 'Location' }).focus();
  await page.keyboard.type('ateneo');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toHaveValue('Ateneo de Manila University');
  await expect(dialog.getByRole('button', { name: 'Choose another point' })).toBeVisible();
});

test('the flood hazard is switched on with its legend, source and date', async ({ page }) => {
  await page.goto('/properties?view=map');
  const map = page.getByRole('region', { name: 'Map of properties' });
  await map.getByRole('button', { name: 'Flood hazard' }).click();
  await expect(map.getByText(/not real hazard data\. Source: the demo of this software/)).toBeVisible();
  await expect(map.getByRole('list', { name: 'Flood hazard levels' }).getByRole('listitem')).toHaveText([
    'Low',
    'Medium',
    'High',
  ]);
  await expect(map.locator('.leaflet-overlay-pane path')).not.toHaveCount(0);
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('all of the circle is in the first view of the map', async ({ page }) => {
    await page.goto('/properties?view=map&reach=14.5495,121.0277,car,45');
    const map = page.getByRole('region', { name: 'Map of properties' });
    await expect(map.getByText(/^Showing [1-9]/)).toBeVisible();
    const boxes = async () => [
      await map.locator('.leaflet-overlay-pane path').boundingBox(),
      await map.locator('.leaflet-container').boundingBox(),
    ];
    await expect
      .poll(async () => {
        const [circle, canvas] = await boxes();
        return (
          !!circle &&
          !!canvas &&
          circle.x >= canvas.x &&
          circle.y >= canvas.y &&
          circle.x + circle.width <= canvas.x + canvas.width &&
          circle.y + circle.height <= canvas.y + canvas.height
        );
      })
      .toBe(true);
    await expectNoSidewaysScroll(page);
  });
});
