// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#shared/contracts/auth.ts';
import { queueChange, readOutbox } from '#web/features/offline/index.ts';
import { keepBrowserCopy } from '#web/features/offline/offlineCopy.ts';
import { heldInMemory } from '#web/platform/browserStore.ts';
import { createMemoryOutbox, currentPlatform, setPlatform } from '#web/platform/platform.ts';
import { clearSession, storeSession } from '#web/platform/sessionStorage.ts';

const never = () => new Promise<never>(() => undefined);
const refuse = async () => {
  throw new DOMException('full', 'QuotaExceededError');
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  storeSession({ id: 1 } as User, 'token', true);
});

afterEach(async () => {
  await keepBrowserCopy(null, false, null);
  clearSession();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a database that never answers holds nothing up: changes are sent from memory', async () => {
  // As some versions of WebKit: the request has neither success nor error.
  vi.stubGlobal('indexedDB', { open: () => ({}), deleteDatabase: () => ({}) });
  const sent: string[] = [];
  setPlatform({
    ...currentPlatform(),
    kind: 'browser',
    async fetch(path) {
      sent.push(path);
      return Response.json({ success: true, data: {} });
    },
  });
  const opening = keepBrowserCopy(1, true, null);
  await queueChange({
    id: 'an-answer-of-this-test',
    userId: 1,
    kind: 'deskReply',
    call: 'desk.reply',
    input: { params: { id: 3 }, body: { channel: 'chat', content: 'Yes', client_id: 'an-answer-of-this-test' } },
    notBefore: Date.now() + 5_000,
    label: 'Message to Maria',
    detail: 'Yes',
  });
  await vi.advanceTimersByTimeAsync(3_000);
  await opening;
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_100);
  expect(sent).toEqual(['/api/desk/clients/3/replies']);
  expect(await readOutbox(1)).toEqual([]);
  expect(currentPlatform().outboxStore.isKept).toBe(false);
});

test('what is not stored is in memory, and found with what is', async () => {
  const disk = createMemoryOutbox();
  await disk.put(1, 'stored', 'before');
  const put = vi.fn(refuse);
  const store = heldInMemory({ ...disk, isKept: true, put });
  expect(store.isKept).toBe(true);
  await store.put(1, 'new', 'words');
  await store.put(1, 'stored', 'after');
  expect(store.isKept).toBe(false);
  expect(await store.read(1)).toEqual([
    { id: 'new', text: 'words' },
    { id: 'stored', text: 'after' },
  ]);
  put.mockImplementation(disk.put as never);
  await store.put(1, 'new', 'more words');
  await store.remove(1, 'stored');
  expect(store.isKept).toBe(true);
  expect(await store.read(1)).toEqual([{ id: 'new', text: 'more words' }]);
});

test('a storage that stops answering later is passed over after three seconds', async () => {
  const store = heldInMemory({ isKept: true, read: never, put: never, remove: never });
  const putting = store.put(1, 'a', 'words');
  await vi.advanceTimersByTimeAsync(3_000);
  await putting;
  const reading = store.read(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await reading).toEqual([{ id: 'a', text: 'words' }]);
  const removing = store.remove(1, 'a');
  await vi.advanceTimersByTimeAsync(3_000);
  await removing;
  const again = store.read(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await again).toEqual([]);
});
