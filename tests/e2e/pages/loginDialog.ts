import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../support/accounts.ts';
import { expect } from '../support/fixtures.ts';

/** The login dialog, wherever it was opened from. */
export class LoginDialog {
  constructor(private readonly page: Page) {}

  get root() {
    return this.page
      .getByRole('dialog')
      .filter({ hasText: /Login to continue|Two-step login|Create Account|Reset your password/ });
  }

  /** A press while the dialog still grows may meet nothing: it is made again. */
  async remember(): Promise<void> {
    const box = this.root.getByRole('checkbox', { name: 'Remember me' });
    await expect(() => box.check({ timeout: 2_000 })).toPass();
  }

  async logIn(email: string, password = DEMO_PASSWORD): Promise<void> {
    await this.fill(email, password);
    await expect(this.root).toBeHidden();
  }

  /** Fills and sends the form without waiting for its success. */
  async fill(email: string, password: string): Promise<void> {
    await expect(this.root.getByText('Login to continue')).toBeVisible();
    await this.root.getByLabel('Email Address').fill(email);
    await this.root.getByLabel('Password', { exact: true }).fill(password);
    await this.root.getByRole('button', { name: 'Continue' }).click();
  }
}
