import { LoginDialog } from './pages/loginDialog.ts';
import { PropertyList } from './pages/propertyList.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

const devices = [
  { name: 'a wide screen, dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { name: 'a phone, light', viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true },
] as const;

for (const { name, ...device } of devices)
  test.describe(`on ${name}`, { tag: name === 'a phone, light' ? '@journey' : [] }, () => {
    test.use(device);

    test('a visitor finds a home, logs in, keeps it and comes back', async ({ page }) => {
      const list = new PropertyList(page);
      const login = new LoginDialog(page);

      await page.goto('/');
      await expectNoSidewaysScroll(page);

      // Search from the hero.
      const hero = page.getByRole('form', { name: 'Search properties' });
      await hero.getByLabel('Property Type').selectOption('Buy');
      await hero.getByLabel('Location').selectOption('Makati City');
      await hero.getByLabel('Keyword').press('Enter');
      await expect(page).toHaveURL(/\/properties\?/);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        listing_type: 'sale',
        location: 'Makati City',
      });
      const all = await list.count();
      expect(all).toBeGreaterThan(3);
      await expect(list.cards.first()).toBeVisible();
      await expectNoSidewaysScroll(page);

      // Filter: fewer homes, a chip, and the address says so.
      const filters = await list.openFilters();
      await filters.getByRole('group', { name: 'Bedrooms' }).getByRole('radio', { name: '2+' }).click();
      await list.closeFilters();
      await expect(page).toHaveURL(/bedrooms=2/);
      await expect(list.chips.filter({ hasText: /bed/i })).toBeVisible();
      await expect.poll(() => list.count()).toBeLessThan(all);
      const filtered = await list.count();
      expect(filtered).toBeGreaterThan(0);

      // The same on the map, which knows only those with a place on it.
      const answer = page.waitForResponse(
        (response) => new URL(response.url()).pathname === '/api/properties/map/clusters',
      );
      await list.showMap();
      const { data } = await (await answer).json();
      expect(data.total).toBeGreaterThan(0);
      expect(data.total).toBeLessThanOrEqual(filtered);
      await expect(page.getByText(`Showing ${data.total} propert${data.total === 1 ? 'y' : 'ies'}`)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await list.showGrid();

      // A card: its page needs an account, and the login leads there.
      const card = list.cards.first();
      const title = await card.getByRole('heading').innerText();
      await card.getByRole('link', { name: /View Details/ }).click();
      await expect(login.root).toBeVisible();
      await login.logIn('user@silong.example');
      await expect(page).toHaveURL(/\/properties\/\d+$/);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expectNoSidewaysScroll(page);

      // A favourite, said and remembered.
      const heart = page.getByRole('button', { name: 'Favorite', exact: true });
      const wasFavorite = (await heart.getAttribute('aria-pressed')) === 'true';
      await heart.click();
      await expect(
        page.getByText(wasFavorite ? 'Property removed from favorites' : 'Property added to favorites'),
      ).toBeVisible();
      await expect(heart).toHaveAttribute('aria-pressed', String(!wasFavorite));

      // Back to the filtered list, which marks the seen listings.
      await page.goBack();
      await expect(page).toHaveURL(/bedrooms=2/);
      await expect(list.cards.filter({ hasText: title }).getByText('Viewed')).toBeVisible();
      expect(await list.count()).toBe(filtered);
      await expectAccessible(page);

      await page.goto('/favorites');
      await expect(page.getByRole('heading', { level: 1, name: 'My Favorites' })).toBeVisible();
      const kept = page.getByRole('article').filter({ hasText: title });
      await expect(kept).toHaveCount(wasFavorite ? 0 : 1);
      await expectNoSidewaysScroll(page);
    });
  });
