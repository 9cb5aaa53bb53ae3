import type { Locator, Page } from '@playwright/test';
import { signIn } from '../support/accounts.ts';
import { expect } from '../support/fixtures.ts';

export type AdminSection = 'Overview' | 'Users' | 'Agents' | 'Properties' | 'Messages' | 'Settings' | 'Audit Log';

/** /admin-dashboard */
export class AdminDashboard {
  constructor(private readonly page: Page) {}

  get sections(): Locator {
    return this.page.getByRole('navigation', { name: 'Admin sections' });
  }

  async open(section: AdminSection): Promise<void> {
    await this.sections.getByRole('link', { name: section }).click();
    // The section before stays until this one has come, and would swallow a click.
    await expect(this.page.getByRole('region', { name: section, exact: true })).toBeVisible();
  }

  /** One counter's figure, once it has come. */
  async counter(label: string): Promise<number> {
    const card = this.page.getByRole('listitem').filter({ hasText: label });
    await expect(card).toHaveText(/\d$/);
    return Number((await card.innerText()).replace(/\D/g, ''));
  }

  /** A row of the table that is open, by the words of its heading. */
  row(heading: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name: heading }) });
  }

  get rows(): Locator {
    return this.page.locator('tbody').getByRole('row');
  }

  applicant(name: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { name }) });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name });
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox').fill(text);
    await expect(this.page).toHaveURL(new RegExp(`search=${encodeURIComponent(text).replace(/%20/g, '\\+')}`));
  }

  said(text: string): Locator {
    return this.page.getByText(text, { exact: true });
  }

  /** A tab of the settings. */
  async openSettings(tab: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: tab }).click();
  }

  save(tab: string): Locator {
    return this.page.getByRole('button', { name: `Save ${tab} Settings` });
  }
}

/** The demo admin's dashboard, at a section's address. */
export async function openAdminDashboard(page: Page, baseUrl: string, address = ''): Promise<AdminDashboard> {
  await signIn(page, baseUrl, 'admin');
  await page.goto(`${baseUrl}/admin-dashboard${address}`);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard', level: 1 })).toBeVisible();
  return new AdminDashboard(page);
}
