import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { readOutbox } from '../support/outbox.ts';

/** A little longer than an answer can be taken back. */
const HELD_MS = 5_100;

/** The agents' workspace. */
export class Desk {
  readonly rail: Locator;
  readonly queue: Locator;
  readonly conversation: Locator;
  readonly rows: Locator;
  readonly selected: Locator;

  constructor(readonly page: Page) {
    this.rail = page.getByRole('navigation', { name: 'Desk' });
    this.queue = page.getByRole('region', { name: 'Queue' });
    this.conversation = page.getByRole('region', { name: 'Conversation' });
    this.rows = this.queue.getByRole('option');
    this.selected = this.queue.getByRole('option', { selected: true });
  }

  async open(path = '/desk'): Promise<void> {
    await this.page.goto(path);
    await expect(this.rows.first()).toBeVisible();
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }

  view(name: string): Locator {
    return this.queue.getByRole('button', { name: new RegExp(`^${name}`) });
  }

  /** How many clients the view's name says it has. */
  async count(name: string): Promise<number> {
    const label = await this.view(name).getAttribute('aria-label');
    return Number(/\((\d+)\)$/.exec(label ?? '')?.[1]);
  }

  /**
   * Lets the moment pass in which an answer can be taken back, until the page knows that it was sent: a page left
   * before would send it again. After `page.clock.install()`.
   * @param said the message that the page shows then, for a moment.
   */
  async letGo(name: string, said?: RegExp | string): Promise<void> {
    await expect(this.page.getByText(`Sending to ${name}`)).toBeVisible();
    await this.page.clock.fastForward(HELD_MS);
    if (said) await expect(this.page.getByText(said)).toBeVisible();
    await expect.poll(() => readOutbox(this.page)).toEqual([]);
  }

  /** The name of the selected client, as their conversation's heading says it. */
  heading(): Locator {
    return this.conversation.getByRole('heading', { level: 2 }).first();
  }
}
