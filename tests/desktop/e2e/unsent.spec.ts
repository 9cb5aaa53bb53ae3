import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Chat } from '../../e2e/pages/chat.ts';
import { LoginDialog } from '../../e2e/pages/loginDialog.ts';
import { DesktopConsole, realElectron } from './support/desktopConsole.ts';
import { agentTest, shareConsoles } from './support/sharedConsole.ts';
import { callAs, readMessages, startTalk } from './support/talks.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/test.ts';

/** Each test begins on the first page of an ordinary window, with a way to the server and nothing that waits. */
const test = agentTest.extend({
  async desktop({ desktop }, use) {
    await use(desktop);
    if (desktop.hasEnded) return;
    const { page } = desktop;
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await putBetween(desktop, []);
    await desktop.go('/');
  },
});
shareConsoles();
test.setTimeout(150_000);

/** A failure between the console and its server, for changes whose body contains the text, or for all calls. */
interface Between {
  /** Text of the affected message; null: all calls. */
  text: string | null;
  answer: 'silence' | 'portal' | { status: number; code: string; error: string };
}

/** Makes these calls fail from now on. */
async function putBetween(desktop: DesktopConsole, between: Between[]): Promise<void> {
  await desktop.app.evaluate(({ net }, given) => {
    const world = globalThis as unknown as { between?: typeof given };
    const isFirst = world.between === undefined;
    world.between = given;
    if (!isFirst) return;
    const real = net.fetch.bind(net);
    net.fetch = async (url, init) => {
      const body = init?.body ? Buffer.from(init.body as ArrayBuffer).toString() : '';
      const found = world.between?.find(({ text }) => text === null || body.includes(text));
      if (!found) return real(url, init);
      const { answer } = found;
      if (answer === 'silence') throw new Error('net::ERR_INTERNET_DISCONNECTED');
      if (answer === 'portal')
        return new Response('<!doctype html><h1>Welcome to the airport. Log in to go online.</h1>', {
          headers: { 'content-type': 'text/html' },
        });
      const { status, ...failure } = answer;
      return Response.json({ success: false, ...failure }, { status });
    };
  }, between);
}
const away: Between[] = [{ text: null, answer: 'silence' }];

/** Questions of the console in system dialogs; answered by `answers` in order, then by 'Stay'. */
async function answerBoxes(desktop: DesktopConsole, answers: string[]): Promise<void> {
  await desktop.app.evaluate(({ dialog }, given) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBoxSync = ((...args: unknown[]) => {
      const { message, detail, buttons = [], cancelId = 0 } = args.at(-1) as Electron.MessageBoxSyncOptions;
      asked.push(`${message} | ${detail}`);
      const answer = given.shift();
      return answer === undefined ? cancelId : buttons.indexOf(answer);
    }) as typeof dialog.showMessageBoxSync;
  }, answers);
}
const askedBoxes = (desktop: DesktopConsole) =>
  desktop.app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

async function openTalk(desktop: DesktopConsole, url: string, text: string): Promise<number> {
  const talk = await startTalk(url, text);
  await desktop.go(`/conversations/${talk}`);
  await expect(new Chat(desktop.page).saying(text)).toHaveCount(1);
  return talk;
}

const contents = async (url: string, talk: number) =>
  (await readMessages(url, 'user', talk)).map(({ content }) => content);

test('no tidying up, no policy and no keyring takes what was not sent', async ({ server }) => {
  test.skip(Boolean(realElectron), 'A real keyring cannot be changed.');
  // Five starts.
  test.setTimeout(300_000);
  let desktop = await DesktopConsole.launchAt(server.url);
  const { userData } = desktop;
  const again = async (env: Record<string, string> = {}) => {
    await desktop.kill();
    desktop = await DesktopConsole.launch({ userData, env });
  };
  try {
    await desktop.takeSession(server.url, 'agent');
    const talk = await openTalk(desktop, server.url, 'Is there a pool?');
    await server.pause();
    await new Chat(desktop.page).say('There is, on the roof.');
    await expect(desktop.status).toContainText('Outbox: 1 waiting');
    await desktop.page.keyboard.press('Escape');
    await desktop.page.getByRole('button', { name: 'Console settings' }).click();
    await desktop.page.getByRole('button', { name: 'Delete the offline copy' }).click();
    await expect(desktop.page.getByText('The offline copy was deleted.')).toBeVisible();

    // An unreadable policy forbids everything that can be forbidden, including the offline copy.
    const policy = path.join(server.dataDir, 'policy.json');
    writeFileSync(policy, '{');
    await again({ SILONG_POLICY_FILE: policy });
    await expect(desktop.status).toContainText('Outbox: 1 waiting');

    // With a locked keyring nothing can be read and nothing is changed.
    await again({ STANDIN_KEYRING: 'locked' });
    await expect(desktop.page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();

    // With another keyring the console reports unreadable entries and keeps them.
    const ring = path.join(userData, 'standin-keyring');
    renameSync(ring, `${ring}.ours`);
    await again();
    await desktop.status.getByText('Outbox: not readable').click();
    await expect(desktop.page.getByRole('dialog', { name: 'Outbox' })).toContainText('They are kept.');
    for (const [width, height] of [
      [1_440, 900],
      [390, 844],
    ] as const) {
      await desktop.page.setViewportSize({ width, height });
      await expectAccessible(desktop.page);
    }

    renameSync(`${ring}.ours`, ring);
    await server.resume();
    await again();
    await desktop.takeSession(server.url, 'agent');
    await expect.poll(() => contents(server.url, talk)).toEqual(['Is there a pool?', 'There is, on the roof.']);
    await expect(desktop.status.getByText(/Outbox/)).toHaveCount(0);
  } finally {
    await desktop.end();
    await server.resume();
  }
});

test('a message goes behind those that wait in its conversation, and a public network’s page is no answer', async ({
  server,
  desktop,
}) => {
  const talk = await openTalk(desktop, server.url, 'How far is the station?');
  const chat = new Chat(desktop.page);
  await putBetween(desktop, [{ text: null, answer: 'portal' }]);
  await chat.say('Ten minutes.');
  await expect(chat.log.getByTitle('Waiting for the connection')).toHaveCount(1);

  // The server is back and fails for the first change only.
  const error = 'Something went wrong. Please try again.';
  await putBetween(desktop, [{ text: 'Ten minutes.', answer: { status: 500, code: 'internal', error } }]);
  await chat.say('On foot.');
  await expect(chat.log.getByTitle('Waiting for the connection')).toHaveCount(2);
  await expect(desktop.status).toContainText('Outbox: 2 waiting');
  expect(await contents(server.url, talk)).toEqual(['How far is the station?']);

  await putBetween(desktop, []);
  await expect
    .poll(() => contents(server.url, talk), { timeout: 40_000 })
    .toEqual(['How far is the station?', 'Ten minutes.', 'On foot.']);
  await expect(desktop.status.getByText(/Outbox/)).toHaveCount(0);
});

test('one that is refused holds up no other, says why, and is put in other words', async ({ server, desktop }) => {
  const { page } = desktop;
  const refused = await openTalk(desktop, server.url, 'May I see the title deed?');
  const chat = new Chat(page);
  await putBetween(desktop, away);
  await chat.say('Here is the deed.');
  await page.keyboard.press('Escape');
  const other = await startTalk(server.url, 'Is it still free?');
  await callAs(server.url, 'admin', 'PUT', `/api/admin/conversations/${refused}/status`, {
    status: 'suspended',
    reason: 'A spec suspends it for a while',
  });
  await putBetween(desktop, []);
  await desktop.go(`/conversations/${other}`);
  await expect(chat.saying('Is it still free?')).toHaveCount(1);
  await chat.say('It is.');
  await expect.poll(() => contents(server.url, other)).toEqual(['Is it still free?', 'It is.']);
  await page.keyboard.press('Escape');

  await desktop.status.getByText('Outbox: 1 needs you').click({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'View Conversation' })).toHaveCount(0, { timeout: 30_000 });
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await expect(outbox).toContainText('Not sent: This conversation');
  for (const [width, height] of [
    [1_440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await callAs(server.url, 'admin', 'PUT', `/api/admin/conversations/${refused}/status`, {
    status: 'active',
    reason: 'The spec goes on',
  });
  await outbox.getByRole('button', { name: 'Edit' }).click();
  await outbox.getByLabel('Your words').fill('I will bring the deed.');
  await outbox.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(outbox).toContainText('Nothing is waiting');
  expect(await contents(server.url, refused)).toEqual(['May I see the title deed?', 'I will bring the deed.']);
});

test('what comes for a window that is loading waits until it listens', async ({ server, desktop }) => {
  const { page } = desktop;
  await expect(desktop.status.locator('[data-state="online"]')).toBeVisible();
  const talk = await startTalk(server.url, 'Is parking included?');
  await expect.poll(async () => (await desktop.witness()).notices.at(-1)?.body).toContain('Is parking');

  // 'Reload' in the menu, followed at once by a reply to the notice, a click on it and a deep link.
  await desktop.app.evaluate(({ Menu, app }) => {
    const { notices } = (
      globalThis as unknown as { witness: { notices: { native: WeakRef<NodeJS.EventEmitter> }[] } }
    ).witness;
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    items.find(({ label }) => label === 'Reload')?.click();
    notices.at(-1)?.native.deref()?.emit('reply', { reply: 'One space is.' }, 'One space is.');
    app.emit('second-instance', {}, ['silong', 'silong://properties/2'], '/');
  });
  await expect(page).toHaveURL(/\/properties\/2$/);
  await expect.poll(() => contents(server.url, talk)).toEqual(['Is parking included?', 'One space is.']);
});

test('logging out asks what becomes of what was not sent, and the next person sees nothing of it', async ({
  server,
  desktop,
}) => {
  const { page, userData } = desktop;
  const copies = () => {
    const folder = path.join(userData, 'offline');
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
          (name) => name.endsWith('.bin') && name !== 'key.bin',
        ).length
      : 0;
  };
  const logOut = async () => {
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
  };
  const talk = await openTalk(desktop, server.url, 'Can I move in by June?');
  await putBetween(desktop, [{ text: 'By May even.', answer: 'silence' }]);
  await new Chat(page).say('By May even.');
  await expect(desktop.status).toContainText('Outbox: 1 waiting');
  await page.keyboard.press('Escape');
  await expect.poll(copies).toBeGreaterThan(0);

  await logOut();
  const question = page.getByRole('dialog', { name: 'Log out with unsent changes?' });
  await expect(question).toContainText('By May even.');
  for (const [width, height] of [
    [1_440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1_280, height: 800 });
  await question.getByRole('button', { name: 'Stay Logged In' }).click();
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible();
  await logOut();
  await question.getByRole('button', { name: 'Keep and Log Out' }).click();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await expect.poll(copies).toBe(0);

  // Another account on this computer sees and sends nothing.
  await putBetween(desktop, []);
  await desktop.signIn('user');
  await expect(desktop.status.locator('[data-state="online"]')).toBeVisible();
  await expect(desktop.status.getByText(/Outbox/)).toHaveCount(0);
  expect(await contents(server.url, talk)).toEqual(['Can I move in by June?']);
  await logOut();

  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await new LoginDialog(page).logIn('agent@silong.example');
  await expect.poll(() => contents(server.url, talk)).toEqual(['Can I move in by June?', 'By May even.']);
});

test('closing and quitting ask first, and whoever stays has not quit', { tag: '@journey' }, async ({
  server,
  desktop,
}) => {
  const { page } = desktop;
  const window = () =>
    desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((one) => (one.isVisible() ? 'shown' : 'hidden')),
    );
  await openTalk(desktop, server.url, 'Are pets welcome?');
  await putBetween(desktop, away);
  await answerBoxes(desktop, []);
  const chat = new Chat(page);
  await chat.say('Small ones are.');
  await expect(desktop.status).toContainText('Outbox: 1 waiting');
  await chat.input.fill('Which');

  await expect
    .poll(async () => {
      await desktop.app.evaluate(({ app }) => app.quit());
      return (await askedBoxes(desktop)).at(-1);
    })
    .toBe(
      '1 change has not been sent. A message is unfinished. | Unsent changes stay on this computer and are sent the next time you open Silong. Unfinished messages will be lost.',
    );
  expect(await window()).toEqual(['shown']);
  // The close button hides the window in the tray, as the quit was cancelled.
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect(await window()).toEqual(['hidden']);

  // The page itself guards unsaved edits.
  await chat.input.fill('');
  await page.keyboard.press('Escape');
  await putBetween(desktop, []);
  await expect(desktop.status.getByText(/Outbox/)).toHaveCount(0, { timeout: 30_000 });
  await desktop.go('/settings');
  await page.getByLabel('Name', { exact: true }).first().fill('Somebody Else');
  await answerBoxes(desktop, []);
  await desktop.app.evaluate(({ app }) => app.quit());
  await expect
    .poll(() => askedBoxes(desktop))
    .toEqual(['Leave without saving? | Your changes have not been saved.']);
  expect(await window()).toEqual(['shown']);
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect(await window()).toEqual(['hidden']);

  await answerBoxes(desktop, ['Leave']);
  const ended = new Promise((resolve) => desktop.app.process().once('exit', resolve));
  await desktop.app.evaluate(({ app }) => app.quit());
  await ended;
});
