import type { Locator, Page } from '@playwright/test';

/** /agent-dashboard */
export class AgentDashboard {
  constructor(private readonly page: Page) {}

  /** One client's message. */
  message(name: string): Locator {
    return this.page.getByRole('article', { name });
  }

  filter(label: string): Locator {
    return this.page
      .getByRole('group', { name: 'Status' })
      .getByRole('button', { name: new RegExp(`^${label} `) });
  }

  replyDialog(name: string): Locator {
    return this.page.getByRole('dialog', { name: `Reply to ${name}` });
  }

  get startDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Start New Conversation' });
  }
}
