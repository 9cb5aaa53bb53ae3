import { expect, type Locator, type Page } from '@playwright/test';

/** /agent-dashboard?tab=properties */
export class MyProperties {
  constructor(private readonly page: Page) {}

  async open(query = ''): Promise<void> {
    await this.page.goto(`/agent-dashboard?tab=properties${query}`);
    await expect(this.page.getByRole('heading', { name: 'My Properties' })).toBeVisible();
  }

  get cards(): Locator {
    return this.page.getByRole('list', { name: 'My properties' }).getByRole('article');
  }

  card(title: string): Locator {
    return this.page.getByRole('article', { name: title, exact: true });
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search my properties' });
  }

  get status(): Locator {
    return this.page.getByRole('combobox', { name: 'Status', exact: true });
  }

  /** The menu on a card that shows its status and changes it. */
  statusOf(title: string): Locator {
    return this.page.getByRole('button', { name: `Status of ${title}` });
  }

  async mark(title: string, status: string): Promise<void> {
    await this.statusOf(title).click();
    await this.page.getByRole('menuitem', { name: `Mark as ${status}` }).click();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Opens the import and gives it a file of that text. */
  async chooseFile(csv: string, name = 'properties.csv'): Promise<void> {
    const input = this.dialog.getByLabel('Choose a file');
    if (!(await this.dialog.isVisible())) await this.page.getByRole('button', { name: 'Import CSV' }).click();
    await input.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
  }

  toast(text: string): Locator {
    return this.page.getByRole('region', { name: 'Notices' }).getByText(text);
  }
}
