import type { Locator, Page } from '@playwright/test';

/** The dialog that adds or edits a listing, opened from the agent's own list. */
export class PropertyForm {
  constructor(private readonly page: Page) {}

  async openList(): Promise<void> {
    await this.page.goto('/agent-dashboard?tab=properties');
    await this.addButton.waitFor();
  }

  async openNew(): Promise<void> {
    await this.openList();
    await this.addButton.click();
    await this.field('Title').waitFor();
  }

  /** The address says that the form is open, so it opens again. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.field('Title').waitFor();
  }

  get addButton(): Locator {
    return this.page.getByRole('button', { name: 'Add New Property' }).first();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: /^((Add New|Edit) Property|Continue Your Draft)$/ });
  }

  get submit(): Locator {
    return this.dialog.getByRole('button', { name: /^(Create Property|Update Property|Publish|Saving\.\.\.)$/ });
  }

  get saveDraft(): Locator {
    return this.dialog.getByRole('button', { name: 'Save draft' });
  }

  get images(): Locator {
    return this.dialog.getByRole('list', { name: 'Images' }).getByRole('listitem');
  }

  get draftNotice(): Locator {
    return this.dialog.getByText('We kept your unfinished draft');
  }

  get banner(): Locator {
    return this.dialog.getByRole('alert').first();
  }

  field(label: string): Locator {
    return this.dialog.getByLabel(label, { exact: true });
  }

  /** All required fields, and some optional ones. */
  async fill(title: string): Promise<Record<string, string>> {
    const typed = {
      Title: title,
      Description: 'Quiet corner unit.\nSecond line, with ñ and “quotes”.',
      'Price (₱)': '12,500,000.55',
      Address: '12 Salcedo Street',
      City: 'Makati',
      Province: 'Metro Manila',
      'Area (sqm)': '68.5',
      Bedrooms: '2',
      Bathrooms: '2',
      'Floor Level': '14',
      'Parking Slots': '1',
      Latitude: '14.5601',
      Longitude: '121.0235',
    };
    for (const [label, value] of Object.entries(typed)) await this.field(label).fill(value);
    await this.field('Property Type').selectOption('Condominium');
    await this.field('Furnished').check();
    return typed;
  }
}
