import { openAdminDashboard } from './pages/adminDashboard.ts';
import { signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { register } from './support/newcomers.ts';
import { freshListing } from './support/people.ts';

test('a suspension is undone from the note above the dialog, by keyboard', async ({ page, server }) => {
  await register(server.url, 'Tess Umali');
  const dashboard = await openAdminDashboard(page, server.url, '?tab=users');
  await dashboard.search('tess.umali');
  await dashboard.row('Tess Umali').getByRole('button', { name: /^View/ }).click();
  const dialog = dashboard.dialog('User Details');
  await dialog.getByRole('button', { name: 'Suspended' }).click();
  const undo = dialog.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeInViewport();
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Active', exact: true })).toBeDisabled();
});

test('Escape asks before Add User throws away what was typed, however often it is pressed', async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'admin');
  await page.goto('/admin-dashboard?tab=users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add User' });
  await dialog.getByLabel('Name').fill('Half typed');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  for (const isAsked of [true, false, true, false]) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible({ visible: isAsked });
  }
  await expect(dialog.getByLabel('Name')).toHaveValue('Half typed');

  // While it is being saved nothing closes it.
  await dialog.getByLabel('Email').fill('half.typed@silong.example');
  await dialog.getByLabel('Password', { exact: true }).fill('secret-1');
  await dialog.getByLabel('Confirm Password').fill('secret-1');
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/admin/users', async (route) => {
    if (route.request().method() === 'POST') await isAnswered;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  answer();
  await expect(dialog).toBeHidden();
});

test('selecting text out of the chat leaves it open', async ({ page, server }) => {
  const listing = await freshListing(server.url);
  await signIn(page, server.url, 'user');
  await page.goto(`/properties/${listing.id}`);
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  const input = page.getByPlaceholder('Type a message…');
  await input.fill('Some words to select');
  const box = await input.boundingBox();
  if (!box) throw new Error('the chat is not shown');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 4 });
  await page.mouse.up();
  await expect(input).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(input).toBeHidden();
});

test('a part that cannot be loaded says so in its place, and what was typed beside it stays', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server.url, 'agent');
  await page.route('**/placeMaps-*.js', (route) => route.abort());
  await page.goto('/agent-dashboard?tab=properties');
  await page.getByRole('button', { name: 'Add New Property' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Property' });
  await dialog.getByLabel('Title').first().fill('A house with a view');
  await expect(dialog.getByText('This part could not be shown')).toBeVisible();
  await page.unroute('**/placeMaps-*.js');
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog.locator('.leaflet-container')).toBeVisible();
  await expect(dialog.getByLabel('Title').first()).toHaveValue('A house with a view');
  consoleErrors.length = 0;
});

test('a note is shown, and every page works, in a browser that knows no popovers', async ({ page, server }) => {
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  });
  await register(server.url, 'Nora Popover');
  const dashboard = await openAdminDashboard(page, server.url, '?tab=users');
  expect(await page.evaluate(() => 'showPopover' in HTMLElement.prototype)).toBe(false);
  await dashboard.search('nora.popover');
  await dashboard.row('Nora Popover').getByRole('button', { name: /^View/ }).click();
  const dialog = dashboard.dialog('User Details');
  await dialog.getByRole('button', { name: 'Suspended' }).click();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('button', { name: 'Active', exact: true })).toBeDisabled();
});

test('what is being searched for is kept when another section is opened at once, and leads nobody back', async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'admin');
  await page.goto('/admin-dashboard?tab=users');
  await page.getByRole('searchbox').pressSequentially('quezon', { delay: 20 });
  // The chunk of the next section takes longer than the pause after the last key.
  await page.route(/\/(api\/admin|assets)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveURL(/\/about$/);
  // As long as the pause and the request after it.
  await page.waitForTimeout(1_500);
  await expect(page).toHaveURL(/\/about$/);
  await page.goBack();
  await expect(page).toHaveURL(/search=quezon/);
  await expect(page.getByRole('searchbox')).toHaveValue('quezon');
});
