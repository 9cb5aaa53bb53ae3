import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';

/** Chooses an action behind '⋯' on a listing's card. */
export async function act(card: Locator, action: string): Promise<void> {
  await card.getByRole('button', { name: /^More actions for / }).click();
  await card.getByRole('menuitem', { name: action, exact: true }).click();
}

/** /properties, on a wide screen and on a phone. */
export class PropertyList {
  constructor(private readonly page: Page) {}

  get cards(): Locator {
    return this.page.getByRole('list', { name: 'Properties' }).getByRole('article');
  }

  get chips(): Locator {
    return this.page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
  }

  /** 'N properties found' as a number, once the answer is there. */
  async count(): Promise<number> {
    const heading = this.page.getByRole('heading', { name: /propert(y|ies) found$/ });
    await expect(heading).toBeVisible();
    return Number.parseInt((await heading.innerText()).replaceAll(',', ''), 10);
  }

  /** All filters at once. */
  async openFilters(): Promise<Locator> {
    const all = this.page.getByRole('dialog', { name: 'Advanced Filters' });
    if (await all.isHidden()) await this.page.getByRole('button', { name: /Advanced Filters/ }).click();
    return all;
  }

  /** The row that holds the filters in force and those on offer. */
  get row(): Locator {
    return this.page.getByRole('region', { name: 'Advanced Filters' });
  }

  /** The panel of one filter, by the name of its pill: 'Price'. */
  async openPill(name: string): Promise<Locator> {
    await this.row.getByRole('button', { name: new RegExp(`^${name}(:|$)`) }).click();
    return this.page.getByRole('dialog', { name, exact: true });
  }

  /** 'Show costs', 'Minutes to my places' */
  openViewOptions = (): Promise<Locator> => this.openPill('View options');

  /** They cover the results. */
  async closeFilters(): Promise<void> {
    const show = this.page.getByRole('button', { name: /^Show [\d,]+ propert/ });
    if (await show.isVisible()) await show.click();
  }

  async showMap(): Promise<void> {
    await this.page.getByRole('button', { name: 'Map', exact: true }).click();
    await expect(this.page.getByText(/^Showing [\d,]+ propert/)).toBeVisible();
  }

  async showGrid(): Promise<void> {
    await this.page.getByRole('button', { name: 'Grid', exact: true }).click();
  }
}
