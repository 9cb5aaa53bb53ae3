import type { Page } from '@playwright/test';
import type { Message } from '../../shared/contracts/conversations.ts';
import { LoginDialog } from './pages/loginDialog.ts';
import { call, type DemoAccount, openSession } from './support/accounts.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { readOutbox } from './support/outbox.ts';

const PAUSE_MS = 5 * 60_000;

/** As a screen that lets a change wait puts it there. */
const putEntry = (page: Page, userId: number, id: string, entry: object) =>
  page.evaluate(
    ([owner, name, text]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('silong-outbox');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('entries', 'readwrite');
          transaction.objectStore('entries').put(text, [owner, name]);
          transaction.oncomplete = () => resolve();
        };
      }),
    [userId, id, JSON.stringify({ id, userId, ...entry })] as const,
  );

async function logIn(page: Page, account: DemoAccount): Promise<void> {
  await page.getByRole('button', { name: 'Login', exact: true }).first().click();
  await new LoginDialog(page).remember();
  await new LoginDialog(page).logIn(`${account}@silong.example`);
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
}

test('on a shared computer, what was not sent is asked about at the log-out, kept for its person alone, and sent later', {
  tag: '@journey',
}, async ({ page, server }) => {
  const agent = await openSession(server.url, 'agent');
  const user = await openSession(server.url, 'user');
  const { conversation } = await call<{ conversation: { id: number } }>(
    'POST',
    `${server.url}/api/conversations`,
    user.token,
    { agentId: agent.user.id, subject: 'A shared computer', initialMessage: 'Is there a garden?' },
  );
  const path = `/api/conversations/${conversation.id}/messages`;
  const stored = async () =>
    (await call<Message[]>('GET', server.url + path, user.token)).map(({ content }) => content);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) sent.push(request.url());
  });
  await page.clock.install();
  await page.goto('/properties');
  await logIn(page, 'agent');
  // Its database is made once a person is remembered.
  await expect.poll(() => readOutbox(page).catch(() => null)).toEqual([]);
  const id = 'from-a-shared-computer';
  await putEntry(page, agent.user.id, id, {
    kind: 'message',
    method: 'POST',
    path,
    body: { content: 'A small one.', client_id: id },
    label: 'Message to the visitor',
    detail: 'A small one.',
    createdAt: new Date().toISOString(),
    // The server had trouble with it: until it is due again, nothing sends it.
    tries: 1,
    retryAt: Date.now() + PAUSE_MS,
  });

  await logOut(page);
  const question = page.getByRole('dialog', { name: 'Log out with unsent changes?' });
  await expect(question).toContainText('A small one.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep and Log Out' }).click();
  await expect(page.getByRole('button', { name: 'Login', exact: true }).first()).toBeVisible();
  expect(await readOutbox(page)).toEqual([`${agent.user.id},${id}`]);

  // The next person at this computer.
  await logIn(page, 'user');
  // It becomes due while they are there.
  await page.clock.fastForward(PAUSE_MS);
  await logOut(page);
  await expect(page.getByRole('button', { name: 'Login', exact: true }).first()).toBeVisible();
  expect(sent).toEqual([]);
  expect(await stored()).toEqual(['Is there a garden?']);

  await logIn(page, 'agent');
  await expect.poll(stored).toEqual(['Is there a garden?', 'A small one.']);
  await expect.poll(() => readOutbox(page)).toEqual([]);
});
