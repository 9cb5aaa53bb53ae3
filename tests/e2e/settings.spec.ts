import { signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';

test('what is edited while the settings are being saved stays, and is still to be saved', async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'user');
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() === 'PUT') await isAnswered;
    await route.continue();
  });
  await page.goto('/settings');
  const location = page.getByLabel('Location', { exact: true });
  const bio = page.getByLabel('Bio', { exact: true });
  const save = page.getByRole('button', { name: /^(Save Changes|Saving\.\.\.)$/ });
  await location.fill('Pasig City');
  await save.click();
  await expect(save).toHaveText('Saving...');
  await bio.fill('Typed while it was being saved');
  answer();
  await expect(page.getByText('Settings saved successfully!')).toBeVisible();
  await expect(bio).toHaveValue('Typed while it was being saved');
  await expect(location).toHaveValue('Pasig City');
  await expect(save).toBeEnabled();
  await save.click();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(bio).toHaveValue('Typed while it was being saved');
});
