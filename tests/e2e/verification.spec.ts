import type { Page } from '@playwright/test';
import { readPart, startSmtp, type TestSmtp } from '../support/smtp.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { type ServerProcess, startServerProcess } from './support/serverProcess.ts';

const PASSWORD = 'newcomer-1';

let smtp: TestSmtp;
let server: ServerProcess;

test.beforeEach(async () => {
  smtp = await startSmtp();
  server = await startServerProcess({ SMTP_URL: smtp.url, SMS_PROVIDER: 'log' });
});

test.afterEach(async ({ page }) => {
  // What the page still loads would be refused, and its console would say so.
  await page.goto('about:blank');
  await server.stop();
  await smtp.close();
});

async function register(page: Page, name: string, email: string): Promise<void> {
  const login = new LoginDialog(page);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Login' }).click();
  await login.root.getByRole('button', { name: 'Sign up' }).click();
  await login.root.getByLabel('Full Name').fill(name);
  await login.root.getByLabel('Email Address').fill(email);
  await login.root.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await login.root.getByLabel('Confirm Password').fill(PASSWORD);
  await login.root.getByRole('checkbox').check();
  await login.root.getByRole('button', { name: 'Create Account' }).click();
  await expect(login.root).toBeHidden();
}

/** The newest mail to somebody with a link, once there are so many. */
async function mailTo(email: string, count = 1): Promise<{ link: string; code: string }> {
  const texts = () =>
    smtp.mails.filter(({ to }) => to.includes(email)).map((mail) => readPart(mail, 'text/plain'));
  await expect.poll(() => texts().length).toBe(count);
  const text = texts().at(-1) ?? '';
  return {
    link: /https?:\S+(?:verify-email|refuse-email-change)\?token=\S+/.exec(text)?.[0] ?? '',
    code: /^\d{3} \d{3}$/m.exec(text)?.[0] ?? '',
  };
}

const banner = (page: Page) => page.getByRole('region', { name: 'Please confirm your email' });

test('a new account confirms its address with the mailed link', { tag: '@journey' }, async ({
  page,
  consoleErrors,
}) => {
  await register(page, 'Nena Abad', 'nena@newcomer.example');
  await expect(banner(page)).toContainText('nena@newcomer.example');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  const { link } = await mailTo('nena@newcomer.example');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await expectAccessible(page);

  // Opened again, it says that there is nothing to do.
  await page.reload();
  await expect(page.getByText('Your email is already confirmed.')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')]);
});

test('by the digits, after wrong ones and a new mail; put off, it stays away for the visit', async ({
  page,
  consoleErrors,
}) => {
  await register(page, 'Omar Diaz', 'omar@newcomer.example');
  await banner(page).getByRole('button', { name: 'Later' }).click();
  await expect(banner(page)).toHaveCount(0);
  await page.goto(`${server.url}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  await page.goto(`${server.url}/profile`);
  const card = page.getByRole('region', { name: 'Email and Phone' });
  await expect(card.getByText('Not confirmed')).toBeVisible();
  await card.getByLabel('Six-digit code').fill('12345');
  await card.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(card.getByText('Please enter the six digits')).toBeVisible();
  const { code: first } = await mailTo('omar@newcomer.example');
  await card.getByRole('button', { name: 'Send It Again' }).click();
  const { code } = await mailTo('omar@newcomer.example', 2);
  if (first !== code) {
    await card.getByLabel('Six-digit code').fill(first);
    await card.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(card.getByText('This link or code is no longer valid.')).toBeVisible();
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')]);
  }
  await card.getByLabel('Six-digit code').fill(code);
  await card.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(card.getByText('Confirmed', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('another address is taken once it is confirmed, and given back by the old one', async ({
  page,
  consoleErrors,
}) => {
  const login = new LoginDialog(page);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Login' }).click();
  await login.fill('user@silong.example', 'silong-demo');
  await expect(login.root).toBeHidden();
  await page.goto(`${server.url}/profile`);
  const card = page.getByRole('region', { name: 'Email and Phone' });
  await card.getByRole('button', { name: 'Change Email' }).click();
  await card.getByLabel('New email').fill('bea@new.example');
  await card.getByLabel('Your password', { exact: true }).fill('silong-demo');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Change Email' }).click();
  await expect(card.getByText('We will use your new address bea@new.example once')).toBeVisible();
  const { code } = await mailTo('bea@new.example');
  const { link } = await mailTo('user@silong.example');
  await card.getByLabel('Six-digit code').fill(code);
  await card.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(card.getByText('bea@new.example', { exact: true })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Keep your email address?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep My Address' }).click();
  await expect(page.getByRole('heading', { name: 'You kept your address' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  // What the page asks next is told that its session has ended.
  expect(new Set(consoleErrors.splice(0))).toEqual(new Set([expect.stringContaining('401')]));
});
