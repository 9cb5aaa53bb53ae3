import type { Page } from '@playwright/test';
import type { DeskRow, TimelineEntry } from '../../shared/contracts/desk.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';

/** A person without an account writes to the agent. */
async function newInquirer(baseUrl: string, name: string): Promise<DeskRow> {
  const { user, token } = await openSession(baseUrl, 'agent');
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@silong.example`;
  await leaveInquiry(baseUrl, user.id, { name, email, message: `${name} asks about parking` });
  const search = `view=all&search=${encodeURIComponent(email)}`;
  const { rows } = await call<{ rows: DeskRow[] }>('GET', `${baseUrl}/api/desk/queue?${search}`, token);
  if (!rows[0]) throw new Error(`Nobody is found by ${email}`);
  return rows[0];
}

const threadOf = (page: Page) => page.getByRole('region', { name: 'Conversation' });
const logOf = (page: Page) => threadOf(page).getByRole('log');
const boxOf = (page: Page, { name }: DeskRow) =>
  threadOf(page).getByRole('textbox', { name: `Message to ${name}` });

async function open(page: Page, row: DeskRow): Promise<void> {
  await page.goto(`/desk?view=needs_me&client=${row.id}`);
  await expect(threadOf(page).getByRole('heading', { name: row.name })).toBeVisible();
  await expect(logOf(page)).toBeVisible();
}

async function send(page: Page, row: DeskRow, text: string): Promise<void> {
  await page.keyboard.press('r');
  await expect(boxOf(page, row)).toBeFocused();
  await boxOf(page, row).fill(text);
  await page.keyboard.press('Control+Enter');
}

/** The server's list of the agent's answers to this client, oldest first. */
async function answersTo(baseUrl: string, { id }: DeskRow): Promise<string[]> {
  const { token } = await openSession(baseUrl, 'agent');
  const path = `${baseUrl}/api/desk/clients/${id}/timeline`;
  const { entries } = await call<{ entries: TimelineEntry[] }>('GET', path, token);
  return entries
    .flatMap((entry) =>
      entry.kind === 'reply'
        ? entry.reply.message
        : entry.kind === 'message' && entry.by === 'agent'
          ? entry.message.content
          : [],
    )
    .reverse();
}

test('an answer can be taken back for five seconds, by a key or where it stands, and then it is sent', {
  tag: '@journey',
}, async ({ page, server }) => {
  await signIn(page, server.url, 'agent');
  const row = await newInquirer(server.url, 'Gliceria Bautista');
  await page.clock.install();
  await open(page, row);
  await send(page, row, 'There is a garage.');
  // The next one is shown at once.
  await expect(threadOf(page).getByRole('heading', { name: row.name })).toHaveCount(0);
  await expect(page.getByText(`Sending to ${row.name}`)).toBeVisible();
  await page.clock.fastForward(4_000);
  await page.keyboard.press('u');
  await expect(threadOf(page).getByRole('heading', { name: row.name })).toBeVisible();
  await expect(boxOf(page, row)).toHaveValue('There is a garage.');
  await page.clock.fastForward(20_000);
  expect(await answersTo(server.url, row)).toEqual([]);

  await boxOf(page, row).fill('There is a carport.');
  await page.keyboard.press('Control+Enter');
  await expect(threadOf(page).getByRole('heading', { name: row.name })).toHaveCount(0);
  await page.getByRole('listbox').getByText('Sending your answer…').click();
  await expect(threadOf(page).getByRole('heading', { name: row.name })).toBeVisible();
  await expect(logOf(page).getByText('There is a carport.')).toBeVisible();
  await expect(logOf(page).getByText('Sending…')).toBeVisible();
  await expectAccessible(page);
  await logOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect(boxOf(page, row)).toHaveValue('There is a carport.');
  await expect(logOf(page).getByText('Sending…')).toHaveCount(0);

  await boxOf(page, row).press('Control+Enter');
  await expect(threadOf(page).getByRole('heading', { name: row.name })).toHaveCount(0);
  await page.clock.fastForward(5_100);
  await expect.poll(() => answersTo(server.url, row)).toEqual(['There is a carport.']);
  await expect(page.getByText(/Reply saved, waiting for the mail server|Reply sent to/)).toBeVisible();
  // There is nothing to take back any more.
  await page.keyboard.press('u');
  await expect(page.getByText('There is nothing to undo')).toBeVisible();

  // A second answer is shown beside the first.
  await open(page, row);
  await send(page, row, 'And a roof over it.');
  await page.clock.fastForward(5_100);
  await expect.poll(() => answersTo(server.url, row)).toEqual(['There is a carport.', 'And a roof over it.']);
  // A page that is left before the answer arrives would send the reply once more, and show a message about it.
  await expect(page.getByText(/Reply saved, waiting for the mail server|Reply sent to/)).toBeVisible();
  await open(page, row);
  await expect(logOf(page).getByRole('article', { name: 'You replied by email' })).toHaveCount(2);
});

test('a page that is left, or breaks down, sends what it held once', async ({ page, context, server }) => {
  const session = await openSession(server.url, 'agent');
  const [left, broken] = [
    await newInquirer(server.url, 'Herminia Lopez'),
    await newInquirer(server.url, 'Isagani Cruz'),
  ];
  // Not remembered: nothing is kept in this browser.
  await page.addInitScript(
    ([token, user]) => {
      if (window.origin === 'null') return;
      sessionStorage.setItem('silong_token', token);
      sessionStorage.setItem('silong_user', user);
    },
    [session.token, JSON.stringify(session.user)] as const,
  );
  await open(page, left);
  const handed = page.waitForResponse((answer) => answer.url().endsWith('/replies') && answer.ok());
  await send(page, left, 'Until soon.');
  await expect(page.getByText(`Sending to ${left.name}`)).toBeVisible();
  await (await handed).finished();
  await page.goto('/properties');
  await expect.poll(() => answersTo(server.url, left)).toEqual(['Until soon.']);

  // Remembered: changes are in the browser too, and made once.
  await signIn(page, server.url, 'agent');
  await open(page, broken);
  await send(page, broken, 'I was interrupted.');
  await expect(page.getByText(`Sending to ${broken.name}`)).toBeVisible();
  const crashed = page.waitForEvent('crash');
  const devTools = await context.newCDPSession(page);
  void devTools.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await open(again, broken);
  await expect.poll(() => answersTo(server.url, broken), { timeout: 20_000 }).toEqual(['I was interrupted.']);
  await expect(logOf(again).getByText('I was interrupted.')).toHaveCount(1);
  expect(await answersTo(server.url, left)).toEqual(['Until soon.']);
});

test('two windows hold one answer: it is taken back in either, and sent by one', async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  const row = await newInquirer(server.url, 'Josefa Ramos');
  const other = await context.newPage();
  await signIn(other, server.url, 'agent');
  await open(other, row);
  await open(page, row);
  await send(page, row, 'From the first window.');
  await expect(logOf(other).getByText('From the first window.')).toBeVisible();
  await logOf(other).getByRole('button', { name: 'Undo' }).click();
  await expect(boxOf(other, row)).toHaveValue('From the first window.');
  await boxOf(other, row).fill('From the second.');
  await boxOf(other, row).press('Control+Enter');
  await open(page, row);
  await expect.poll(() => answersTo(server.url, row), { timeout: 20_000 }).toEqual(['From the second.']);
  await expect(logOf(page).getByText('From the second.')).toHaveCount(1);
  await page.waitForTimeout(1_000);
  expect(await answersTo(server.url, row)).toEqual(['From the second.']);
});

test('without a connection answers, notes and stages wait, and arrive once', { tag: '@journey' }, async ({
  page,
  context,
  server,
  consoleErrors,
}) => {
  const { token } = await signIn(page, server.url, 'agent');
  const row = await newInquirer(server.url, 'Katrina Villanueva');
  await open(page, row);
  await expect(page.getByRole('region', { name: 'Client', exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press('s');
  await page.keyboard.press('4');
  const pane = page.getByRole('region', { name: 'Client', exact: true });
  await expect(pane.getByRole('radio', { name: 'Offer' })).toBeChecked();
  await expect(logOf(page).getByText('Waiting to be sent')).toHaveCount(1);
  await page.keyboard.press('n');
  await expect(threadOf(page).getByRole('textbox', { name: `Private note about ${row.name}` })).toBeFocused();
  await page.keyboard.type('Prefers mornings');
  await page.keyboard.press('Control+Enter');
  await expect(logOf(page).getByText('Prefers mornings')).toBeVisible();
  await page.keyboard.press('Escape');
  await send(page, row, 'I am in a tunnel.');
  // The next client opens by itself, and not after this one was opened again.
  await expect(threadOf(page).getByRole('heading', { name: row.name })).toHaveCount(0);
  await select(page, row);
  await expect(logOf(page).getByText('I am in a tunnel.')).toBeVisible();
  await expect(logOf(page).getByText('Waiting to be sent')).toHaveCount(3, { timeout: 15_000 });
  expect(await answersTo(server.url, row)).toEqual([]);

  await context.setOffline(false);
  await expect.poll(() => answersTo(server.url, row), { timeout: 30_000 }).toEqual(['I am in a tunnel.']);
  await expect(logOf(page).getByText('Waiting to be sent')).toHaveCount(0);
  await expect(logOf(page).getByText('I am in a tunnel.')).toHaveCount(1);
  await expect(pane.getByRole('radio', { name: 'Offer' })).toBeChecked();
  const client = await call<{ row: DeskRow; notes: { text: string }[] }>(
    'GET',
    `${server.url}/api/desk/clients/${row.id}`,
    token,
  );
  expect(client).toMatchObject({ row: { stage: 'offer' }, notes: [{ text: 'Prefers mornings' }] });
  // The console reports nothing but the missing connection.
  const others = consoleErrors.filter((text) => !text.includes('net::ERR_INTERNET_DISCONNECTED'));
  consoleErrors.splice(0, consoleErrors.length, ...others);
});

/** Back to a client in the page as it is: loading is impossible. */
async function select(page: Page, row: DeskRow): Promise<void> {
  await page.getByRole('listbox').getByRole('option').filter({ hasText: row.name }).first().click();
  await expect(threadOf(page).getByRole('heading', { name: row.name })).toBeVisible();
}
