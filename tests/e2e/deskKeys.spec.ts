import type { Page } from '@playwright/test';
import type { DeskRow } from '../../shared/contracts/desk.ts';
import { Desk } from './pages/desk.ts';
import { call, openSession, signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import { leaveInquiry } from './support/inquiries.ts';

/** Has a letter of every command of the Desk, signs, capitals and spaces. */
const WORDS = 'Yes, keys/Zoe: as J. knew, call us up';

/** Every answer of the server comes so much later, in ms. */
async function slowDown(page: Page, latency: number): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, latency));
    // The page may be gone by then.
    await route.continue().catch(() => undefined);
  });
}

/** All that a key could have changed about clients, as the server has it. */
async function clientsOn(baseUrl: string) {
  const { token } = await openSession(baseUrl, 'agent');
  const { rows } = await call<{ rows: DeskRow[] }>('GET', `${baseUrl}/api/desk/queue?view=all`, token);
  return rows.map(({ id, stage, done_at, snoozed_until, agent }) => ({
    id,
    stage,
    done_at,
    snoozed_until,
    agent: agent.id,
  }));
}

/** Clients who can be answered by email stand at the end of the queue. */
async function fillQueue(baseUrl: string, name: string): Promise<void> {
  const agent = await openSession(baseUrl, 'agent');
  for (const number of ['One', 'Two', 'Three'])
    await leaveInquiry(baseUrl, agent.user.id, {
      name: `${name} ${number}`,
      email: `${name}.${number}@visitor.example`.toLowerCase(),
      message: 'Is it still there?',
    });
}

interface Try {
  /** Number of presses of J. */
  steps: number;
  key: 'r' | 'n';
  /** Between two keys of the Desk, between them and the words, and between two letters; in ms. */
  pace: number;
  pause: number;
  delay: number;
}

/** Each value of a pace, a pause and a delay once. */
const tries: readonly Try[] = [
  { steps: 1, key: 'r', pace: 0, pause: 0, delay: 80 },
  { steps: 2, key: 'n', pace: 80, pause: 120, delay: 110 },
  { steps: 3, key: 'r', pace: 250, pause: 40, delay: 150 },
  { steps: 1, key: 'n', pace: 400, pause: 400, delay: 80 },
  { steps: 2, key: 'r', pace: 0, pause: 900, delay: 110 },
];

async function typeWords(page: Page, baseUrl: string, { steps, key, pace, pause, delay }: Try): Promise<void> {
  const desk = new Desk(page);
  await desk.open();
  const before = await clientsOn(baseUrl);
  // To the end, and back by so many: the last clients can be answered.
  await desk.queue.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await expect(desk.selected).toHaveCount(1);
  const last = Number(await desk.selected.getAttribute('aria-posinset'));
  for (let step = 0; step < steps; step += 1) {
    await page.waitForTimeout(pace);
    await page.keyboard.press(step % 2 === 0 ? 'k' : 'j');
  }
  await page.waitForTimeout(pace);
  await page.keyboard.press(key);
  await page.waitForTimeout(pause);
  await page.keyboard.type(WORDS, { delay });
  const box = desk.conversation.getByRole('textbox', { name: key === 'n' ? /^Private note/ : /^Message to/ });
  await expect(box).toHaveValue(WORDS);
  await expect(box).toBeFocused();
  await expect(desk.selected).toHaveAttribute('aria-posinset', String(last - (steps % 2)));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await clientsOn(baseUrl)).toEqual(before);
  await box.fill('');
}

for (const latency of [0, 250])
  test(`words typed right after R or N are in the box, ${latency} ms away from the server`, {
    tag: '@journey',
  }, async ({ page, server }) => {
    await signIn(page, server.url, 'agent');
    await fillQueue(server.url, `Typist${latency}`);
    await slowDown(page, latency);
    for (const each of tries.slice(0, 2)) await typeWords(page, server.url, each);
  });

test('no letter goes astray at other paces', async ({ page, server }) => {
  test.slow();
  await signIn(page, server.url, 'agent');
  await fillQueue(server.url, 'Writer');
  await slowDown(page, 250);
  for (const each of tries.slice(2)) await typeWords(page, server.url, each);
});

test('words for a box that never comes are dropped, and do nothing', async ({ page, server, consoleErrors }) => {
  await signIn(page, server.url, 'agent');
  const desk = new Desk(page);
  await desk.open();
  const before = await clientsOn(server.url);
  await page.route('**/api/desk/clients/*/timeline*', (route) =>
    route.fulfill({ status: 400, json: { success: false, error: 'Not today', code: 'invalid_input' } }),
  );
  await page.keyboard.press('j');
  await expect(desk.selected).toHaveCount(1);
  const chosen = (await desk.selected.getAttribute('id')) ?? '';
  await page.keyboard.press('r');
  await page.keyboard.type(WORDS, { delay: 100 });
  await expect(desk.conversation.getByText('Not today')).toBeVisible();
  await page.keyboard.type(WORDS, { delay: 100 });
  await expect(desk.selected).toHaveAttribute('id', chosen);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await clientsOn(server.url)).toEqual(before);

  // Escape gives up the pending request.
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.unrouteAll();
  await page.route('**/api/desk/clients/*/timeline*', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(desk.selected).not.toHaveAttribute('id', chosen);
  await page.keyboard.press('n');
  await page.keyboard.type('Keys', { delay: 80 });
  await page.keyboard.press('Escape');
  letThrough();
  const box = desk.conversation.getByRole('textbox');
  await expect(box).toHaveValue('');
  await expect(box).not.toBeFocused();
  await page.keyboard.press('k');
  await expect(desk.selected).toHaveAttribute('id', chosen);
  expect(await clientsOn(server.url)).toEqual(before);
  // The answers that were put in the server's place.
  expect(consoleErrors.splice(0).every((line) => line.includes('400'))).toBe(true);
});

test('an answer that was begun goes on at its end, and a slash finds a saved one, however late the box comes', async ({
  page,
  server,
}) => {
  const { token } = await signIn(page, server.url, 'agent');
  await fillQueue(server.url, 'Half');
  await call('POST', `${server.url}/api/agents/saved-replies`, token, {
    title: 'Zakat keys',
    text: 'The keys are here.',
  });
  await slowDown(page, 250);
  const desk = new Desk(page);
  await desk.open();
  await desk.queue.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('r');
  await page.keyboard.type('Zoe, ');
  const box = desk.conversation.getByRole('textbox', { name: 'Message to Half Three' });
  await expect(box).toHaveValue('Zoe, ');
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.keyboard.type('seeyou');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.type('soon');
  await expect(box).toHaveValue('Zoe, seeyo\nsoon');
  await page.reload();
  await desk.queue.getByRole('listbox').focus();
  await page.keyboard.press('r');
  await page.keyboard.type('!');
  await expect(box).toHaveValue('Zoe, seeyo\nsoon!');

  await page.keyboard.press('Escape');
  // The client above has not been opened since the page came.
  await page.keyboard.press('k');
  await page.keyboard.press('r');
  await page.keyboard.type('/zakat', { delay: 60 });
  await expect(page.getByRole('combobox', { name: 'Search saved replies' })).toHaveValue('zakat');
  await expect(page.getByRole('option', { name: /Zakat keys/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(desk.conversation.getByRole('textbox', { name: 'Message to Half Two' })).toHaveValue(
    'The keys are here.',
  );
});

test('what is typed after Ctrl+K, N and a slash is kept for the field that each opens', async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  const before = await clientsOn(server.url);
  await page.route(/assets\/(CommandPalette|PropertyFormDialog)-.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  const desk = new Desk(page);
  await desk.open();
  await page.keyboard.press('j');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('seek zeal', { delay: 80 });
  await expect(page.getByRole('dialog', { name: 'Search Silong' }).getByRole('combobox')).toHaveValue('seek zeal');
  expect(await clientsOn(server.url)).toEqual(before);

  await page.goto('/agent-dashboard?tab=properties');
  await expect(page.getByRole('list', { name: 'My properties' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('n');
  await page.keyboard.type('House/going places', { delay: 80 });
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('House/going places');

  // On a phone the queue is behind the conversation.
  await page.setViewportSize({ width: 390, height: 844 });
  await desk.open();
  await desk.rows.first().click();
  await expect(desk.conversation).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('zeke', { delay: 80 });
  await expect(desk.queue.getByRole('searchbox')).toHaveValue('zeke');
  expect(await clientsOn(server.url)).toEqual(before);
});

test('words that no field was opened for change nothing; commands follow each other as fast as they are pressed', async ({
  page,
  server,
}) => {
  await signIn(page, server.url, 'agent');
  await fillQueue(server.url, 'Quick');
  const desk = new Desk(page);
  await desk.open();
  const before = await clientsOn(server.url);
  // No client is selected: R has no box.
  await page.keyboard.type('really kept', { delay: 90 });
  await expect(desk.selected).toHaveCount(0);

  await page.waitForTimeout(600);
  await page.keyboard.press('j');
  const chosen = (await desk.selected.getAttribute('id')) ?? '';
  await expect(desk.conversation.getByRole('log')).toBeVisible();
  await page.keyboard.press('s');
  const stages = page.getByRole('menu', { name: 'Stage' });
  await expect(stages).toBeVisible();
  // Letters are not the menu's, and the digit that ends the word chooses nothing.
  await page.keyboard.type('even 2', { delay: 90 });
  await expect(stages).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  const snooze = page.getByRole('dialog', { name: /^Snooze/ });
  await expect(snooze).toBeVisible();
  await page.keyboard.type('even 2\n', { delay: 90 });
  await expect(snooze).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(desk.selected).toHaveAttribute('id', chosen);
  expect(await clientsOn(server.url)).toEqual(before);

  const waiting = await desk.count('Needs me');
  const snoozed = await desk.count('Snoozed');
  await page.keyboard.type('jje', { delay: 30 });
  await expect.poll(() => desk.count('Needs me')).toBe(waiting - 1);
  await page.keyboard.type('u', { delay: 30 });
  await expect.poll(() => desk.count('Needs me')).toBe(waiting);
  await page.keyboard.type('z2', { delay: 30 });
  await expect.poll(() => desk.count('Needs me')).toBe(waiting - 1);
  await page.keyboard.type('ue', { delay: 30 });
  await expect.poll(() => desk.count('Snoozed')).toBe(snoozed);
});
