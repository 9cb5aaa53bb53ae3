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

  async openFilters(): Promise<Locator> {
    const button = this.page.getByRole('button', { name: /Advanced Filters/ });
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
    const panel = this.page.getByRole('region', { name: 'Advanced Filters' });
    return panel.or(this.page.getByRole('dialog', { name: 'Advanced Filters' }));
  }

  /** On a phone the filters cover the results. */
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
