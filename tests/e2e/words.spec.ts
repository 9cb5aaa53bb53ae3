import type { BrowserContext, Page } from '@playwright/test';
import type { Session } from '../../shared/contracts/auth.ts';
import type { DeskRow, TimelineEntry } from '../../shared/contracts/desk.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { call, openNewSession, openSession } from './support/accounts.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';
import { NEWCOMER_PASSWORD, register } from './support/newcomers.ts';

const WORDS = 'Ten minutes of writing about the dues and the turnover.';

/** A person without an account writes to the agent. */
async function newInquirer(baseUrl: string, name: string): Promise<DeskRow> {
  const { user, token } = await openSession(baseUrl, 'agent');
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@silong.example`;
  await leaveInquiry(baseUrl, user.id, { name, email, message: `${name} asks about the dues` });
  const search = `view=all&search=${encodeURIComponent(email)}`;
  const { rows } = await call<{ rows: DeskRow[] }>('GET', `${baseUrl}/api/desk/queue?${search}`, token);
  if (!rows[0]) throw new Error(`Nobody is found by ${email}`);
  return rows[0];
}

/** A session of this browser that nothing else uses, written once: what the page does with it stays. */
async function enter(context: BrowserContext, session: Session, area: 'localStorage' | 'sessionStorage') {
  await context.addInitScript(
    ([token, user, store]) => {
      if (window.origin === 'null' || window[store].getItem('silong_test_entered')) return;
      window[store].setItem('silong_test_entered', '1');
      window[store].setItem('silong_token', token);
      window[store].setItem('silong_user', user);
    },
    [session.token, JSON.stringify(session.user), area] as const,
  );
}

const threadOf = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const boxOf = (page: Page, { name }: DeskRow) =>
  threadOf(page).getByRole('textbox', { name: `Message to ${name}` });

async function open(page: Page, row: DeskRow): Promise<void> {
  await page.goto(`/desk?view=all&client=${row.id}`);
  await expect(boxOf(page, row)).toBeVisible();
}

async function answersTo(baseUrl: string, { id }: DeskRow): Promise<string[]> {
  const { token } = await openSession(baseUrl, 'agent');
  const path = `${baseUrl}/api/desk/clients/${id}/timeline`;
  const { entries } = await call<{ entries: TimelineEntry[] }>('GET', path, token);
  return entries.flatMap((entry) => (entry.kind === 'reply' ? entry.reply.message : [])).reverse();
}

async function logInAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login', exact: true }).first().click();
  await new LoginDialog(page).logIn('agent@silong.example');
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
};

const keptKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^silong_(talk_|.*_draft_)/.test(key)));

test('half-written words outlive the session, the tab and a log-out in another tab', async ({
  page,
  context,
  server,
  consoleErrors,
}) => {
  const session = await openNewSession(server.url, 'agent');
  await enter(context, session, 'localStorage');
  const row = await newInquirer(server.url, 'Lourdes Abad');
  await open(page, row);
  await boxOf(page, row).pressSequentially(WORDS);

  // As by its lifetime, the idle limit, or a new password on the phone.
  await call('POST', `${server.url}/api/auth/logout`, session.token);
  await page.goto('/desk?view=all');
  await expect(page.getByText('Access Denied')).toBeVisible();
  await logInAgain(page);
  await open(page, row);
  await expect(boxOf(page, row)).toHaveValue(WORDS);

  // A tab that breaks down.
  const devTools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void devTools.send('Page.crash').catch(() => undefined);
  await crashed;
  const second = await context.newPage();
  // The login was for the tab alone.
  await second.goto('/');
  await logInAgain(second);
  await open(second, row);
  await expect(boxOf(second, row)).toHaveValue(WORDS);

  // Another tab asks about what is half-written anywhere, and may keep it.
  await second.goto('/');
  await logOut(second);
  const question = second.getByRole('dialog', { name: 'Log out with unsent changes?' });
  await expect(question).toContainText(WORDS);
  await expectAccessible(second);
  await question.getByRole('button', { name: 'Keep and Log Out' }).click();
  await expect(second.getByRole('button', { name: 'Login', exact: true }).first()).toBeVisible();
  await logInAgain(second);
  await open(second, row);
  await expect(boxOf(second, row)).toHaveValue(WORDS);

  // For good.
  await second.goto('/');
  await logOut(second);
  await question.getByRole('button', { name: 'Discard and Log Out' }).click();
  await expect(second.getByRole('button', { name: 'Login', exact: true }).first()).toBeVisible();
  expect(await keptKeys(second)).toEqual([]);
  const others = consoleErrors.filter((text) => !text.includes('401'));
  consoleErrors.splice(0, consoleErrors.length, ...others);
});

test('the next person at the computer finds no word of the last one', async ({
  page,
  context,
  server,
  consoleErrors,
}) => {
  const session = await openNewSession(server.url, 'agent');
  await enter(context, session, 'localStorage');
  const row = await newInquirer(server.url, 'Manuel Bello');
  await open(page, row);
  await boxOf(page, row).pressSequentially(WORDS);
  await call('POST', `${server.url}/api/auth/logout`, session.token);
  await page.goto('/desk?view=all');
  await expect(page.getByText('Access Denied')).toBeVisible();
  const person = await register(server.url, 'Nena Castro');
  await page.goto('/');
  await page.getByRole('button', { name: 'Login', exact: true }).first().click();
  await new LoginDialog(page).logIn(person.user.email, NEWCOMER_PASSWORD);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(WORDS);
  const others = consoleErrors.filter((text) => !text.includes('401'));
  consoleErrors.splice(0, consoleErrors.length, ...others);
});

test('an answer that was sent arrives, wherever the tab goes within the five seconds', async ({
  page,
  context,
  server,
}) => {
  await enter(context, await openNewSession(server.url, 'agent'), 'sessionStorage');
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  const row = await newInquirer(server.url, 'Oscar Dizon');
  await open(page, row);
  const handed = page.waitForResponse((answer) => answer.url().endsWith('/replies') && answer.ok());
  await boxOf(page, row).pressSequentially('Until soon.');
  await page.keyboard.press('Control+Enter');
  await (await handed).finished();
  await page.goto('about:blank');
  await expect.poll(() => answersTo(server.url, row), { timeout: 15_000 }).toEqual(['Until soon.']);
  expect(questions).toEqual([]);
});

test('a clock that is put right while an answer is held delays nothing', async ({ page, context, server }) => {
  await enter(context, await openNewSession(server.url, 'agent'), 'localStorage');
  await page.addInitScript(() => {
    const Real = Date;
    const world = globalThis as unknown as { wrongBy: number };
    world.wrongBy = 7_200_000;
    globalThis.Date = class extends Real {
      constructor(...given: ConstructorParameters<typeof Real>) {
        if (given.length > 0) super(...given);
        else super(Real.now() + world.wrongBy);
      }
      static override now = () => Real.now() + world.wrongBy;
    } as DateConstructor;
  });
  const row = await newInquirer(server.url, 'Perla Enriquez');
  await open(page, row);
  await boxOf(page, row).pressSequentially('By the clock.');
  await page.keyboard.press('Control+Enter');
  await page.waitForTimeout(1_000);
  await page.evaluate(() => Object.assign(globalThis, { wrongBy: 0 }));
  await expect.poll(() => answersTo(server.url, row), { timeout: 15_000 }).toEqual(['By the clock.']);
});

test('a browser whose database never answers sends all the same', async ({ page, context, server }) => {
  await enter(context, await openNewSession(server.url, 'agent'), 'localStorage');
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  });
  const row = await newInquirer(server.url, 'Quirino Flores');
  await open(page, row);
  await boxOf(page, row).pressSequentially('From memory.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => answersTo(server.url, row), { timeout: 20_000 }).toEqual(['From memory.']);
  await expect(threadOf(page).getByText('Sending…')).toHaveCount(0);
});

test('a storage that is full loses nothing while the page is open, which asks before it goes', async ({
  page,
  context,
  server,
}) => {
  await enter(context, await openNewSession(server.url, 'agent'), 'localStorage');
  const row = await newInquirer(server.url, 'Rosa Galang');
  await open(page, row);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await boxOf(page, row).pressSequentially(WORDS);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await page.goto('about:blank');
  expect(questions).toEqual(['beforeunload']);
});
