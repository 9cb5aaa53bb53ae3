import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { freshListing, openBrowser } from './support/people.ts';

test('a viewing is asked for, confirmed and put into the calendar', { tag: ['@journey', '@engines'] }, async ({
  browser,
  server,
}) => {
  const listing = await freshListing(server.url, 2);
  const visitor = await openBrowser(browser, server.url, 'user');
  const agent = await openBrowser(browser, server.url, 'agent');

  await visitor.goto(`/properties/${listing.id}`);
  await visitor.getByRole('button', { name: 'Request a Viewing' }).click();
  const dialog = visitor.getByRole('dialog');
  // A time is chosen already, which is no input of theirs that closing would ask about.
  await expect(dialog.getByRole('button', { name: 'Request Viewing' })).toBeInViewport();
  await visitor.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await visitor.getByRole('button', { name: 'Request a Viewing' }).click();
  // Weeks ahead: no viewing of the demo data is there.
  await dialog.getByRole('radiogroup', { name: 'Day' }).locator('label').nth(50).click();
  await dialog.getByRole('radiogroup', { name: 'Time' }).locator('label').nth(3).click();
  await dialog.getByLabel('Note (optional)').fill('We come with a toddler.');
  await expectAccessible(visitor);
  await dialog.getByRole('button', { name: 'Request Viewing' }).click();
  await expect(dialog.getByText('Viewing Requested')).toBeVisible();
  await visitor.goto('/dashboard?tab=viewings');
  const asked = visitor.getByRole('article').filter({ hasText: listing.title });
  await expect(asked).toBeVisible();

  await agent.goto('/dashboard?tab=viewings');
  const request = agent.getByRole('article').filter({ hasText: listing.title }).filter({ hasText: 'toddler' });
  await request.getByRole('button', { name: 'Confirm' }).click();
  await expect(request.getByText('Confirmed', { exact: true })).toBeVisible();

  // The visitor's page follows without a reload, and gives the file.
  await expect(asked.getByText('Confirmed', { exact: true })).toBeVisible();
  const download = visitor.waitForEvent('download');
  await asked.getByRole('button', { name: 'Add to Calendar' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('BEGIN:VEVENT');
  expect(text).toContain('STATUS:CONFIRMED');

  await visitor.context().close();
  await agent.context().close();
});
