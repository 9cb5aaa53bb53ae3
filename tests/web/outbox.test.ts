// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#shared/contracts/auth.ts';

/** As after a reload of the page: the memory is empty. */
async function load() {
  vi.resetModules();
  return import('#web/features/conversations/thread/pendingMessages.ts');
}

beforeEach(() => sessionStorage.clear());

it('sends the same text again under the same id, and another text under another', async () => {
  const { beginAttempt, changeDraft, failAttempt } = await load();
  const first = beginAttempt('a', 'Hello');
  failAttempt('a', first.clientId, 'no');
  expect(beginAttempt('a', 'Hello').clientId).toBe(first.clientId);
  changeDraft('a', { text: 'Hello there', status: 'idle' });
  expect(beginAttempt('a', 'Hello there').clientId).not.toBe(first.clientId);
  expect(first.clientId).toMatch(/^[\w-]{8,64}$/);
});

it('keeps the text of a failed message', async () => {
  const { beginAttempt, failAttempt, readDraft } = await load();
  failAttempt('a', beginAttempt('a', 'Hello').clientId, 'no');
  expect(readDraft('a')).toMatchObject({ text: 'Hello', status: 'failed', error: 'no' });
});

it('forgets what the server has stored, but not what was written since', async () => {
  const { beginAttempt, changeDraft, readDraft, finishAttempt } = await load();
  const { clientId } = beginAttempt('a', 'Hello');
  finishAttempt('a', 'of-another-message');
  expect(readDraft('a').text).toBe('Hello');
  changeDraft('a', { text: 'And more' });
  finishAttempt('a', clientId);
  expect(readDraft('a')).toMatchObject({ text: 'And more', attempt: null });
  finishAttempt('a', beginAttempt('a', 'And more').clientId);
  expect(readDraft('a').text).toBe('');
});

it('survives a reload in the middle of sending, with the same id', async () => {
  const before = await load();
  const { clientId } = before.beginAttempt('a', 'Hello');
  const after = await load();
  expect(after.readDraft('a')).toMatchObject({ text: 'Hello', status: 'idle' });
  expect(after.beginAttempt('a', 'Hello').clientId).toBe(clientId);
});

it('goes along when the conversation comes to be, without overwriting what is written there', async () => {
  const { changeDraft, moveDraft, readDraft } = await load();
  changeDraft('new', { text: 'Hello' });
  moveDraft('new', 'conversation 1');
  expect([readDraft('new').text, readDraft('conversation 1').text]).toEqual(['', 'Hello']);
  changeDraft('new', { text: 'Other' });
  moveDraft('new', 'conversation 1');
  expect([readDraft('new').text, readDraft('conversation 1').text]).toEqual(['', 'Hello']);
});

it('outlives the session of its writer, and is ready to be sent again', async () => {
  const { beginAttempt, readDraft, changeDraft } = await load();
  const { clearSession, forgetPerson, storeSession } = await import('#web/platform/sessionStorage.ts');
  const signIn = (id: number) => storeSession({ id } as User, `token-${id}`, false);
  signIn(1);
  const { clientId } = beginAttempt('a', 'Hello');
  clearSession();
  forgetPerson();
  expect(readDraft('a').text).toBe('');
  signIn(2);
  expect(readDraft('a').text).toBe('');
  signIn(1);
  expect(readDraft('a')).toMatchObject({ text: 'Hello', status: 'idle' });
  expect(beginAttempt('a', 'Hello').clientId).toBe(clientId);
  signIn(2);
  changeDraft('b', { text: 'Good day' });
  signIn(1);
  expect(readDraft('a').text).toBe('');
  clearSession();
});

it('shows nothing of one person to the next when the tab is loaded again', async () => {
  const signIn = async (id: number) => {
    const messages = await load();
    const { storeSession } = await import('#web/platform/sessionStorage.ts');
    storeSession({ id } as User, `token-${id}`, false);
    return messages;
  };
  (await signIn(1)).changeDraft('a', { text: 'Hello' });
  expect((await load()).readDraft('a').text).toBe('Hello');
  await signIn(2);
  expect((await load()).readDraft('a').text).toBe('');
});
