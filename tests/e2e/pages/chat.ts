import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';

/** The chat modal, and the bell from which it is often opened. */
export class Chat {
  constructor(private readonly page: Page) {}

  get log(): Locator {
    return this.page.getByRole('log');
  }

  get input(): Locator {
    return this.page.getByPlaceholder('Type a message…');
  }

  get bell(): Locator {
    return this.page.getByRole('button', { name: /^Notifications/ });
  }

  /** Bubbles that say just this. */
  saying(text: string): Locator {
    return this.log.getByText(text, { exact: true });
  }

  async say(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  async unread(): Promise<number> {
    const label = (await this.bell.getAttribute('aria-label')) ?? '';
    return Number(/(\d+) unread/.exec(label)?.[1] ?? 0);
  }

  /** Opens the newest notice's conversation. */
  async openNewest(): Promise<void> {
    await this.bell.click();
    await this.page.getByRole('button', { name: 'View Conversation' }).first().click();
    await expect(this.log).toBeVisible();
  }
}
