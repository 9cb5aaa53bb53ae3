import { beforeEach, expect, test } from 'vitest';
import { createOutbox, type OutboxDraft, type OutboxEntry } from '#web/features/offline/createOutbox.ts';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';

let stored: OutboxEntry[];
let sent: string[];
let delivered: string[];
let answer: (entry: OutboxEntry) => Promise<unknown>;

beforeEach(() => {
  stored = [];
  sent = [];
  delivered = [];
  answer = async () => undefined;
});

/** Another one on the same stored entries is the console after a restart, or its second window. */
const open = () =>
  createOutbox({
    read: async () => structuredClone(stored),
    async write(entries) {
      stored = structuredClone(entries);
    },
    alone: (_name, work) => work(),
    send(entry) {
      sent.push(entry.id);
      return answer(entry);
    },
    changed: () => undefined,
    delivered: ({ id }) => delivered.push(id),
    now: () => new Date('2026-01-05T06:32:00Z'),
  });

const draft = (id: string, change: Partial<OutboxDraft> = {}): OutboxDraft => ({
  id,
  userId: 1,
  kind: 'message',
  method: 'POST',
  path: '/api/conversations/7/messages',
  body: { content: id },
  label: 'Message to Maria Santos',
  detail: id,
  ...change,
});

const refuse = (status: number, code: string) => async () => {
  throw new ApiFailure(status, code, 'The server says no', []);
};

test('what waits is sent in order once the server is back, also after a restart', async () => {
  answer = async () => {
    throw new NetworkFailure('offline');
  };
  const before = open();
  await before.add(draft('one'));
  await before.add(draft('two'));
  await before.flush(1);
  // The first silence ends the round: the second one would only be too early.
  expect(sent).toEqual(['one']);
  sent = [];
  answer = async () => undefined;
  await open().flush(1);
  expect(sent).toEqual(['one', 'two']);
  expect(delivered).toEqual(['one', 'two']);
  expect(stored).toEqual([]);
});

test('one that the server had made already counts as delivered', async () => {
  const outbox = open();
  await outbox.add(draft('one'));
  answer = refuse(409, 'already_applied');
  await outbox.flush(1);
  expect(delivered).toEqual(['one']);
  expect(stored).toEqual([]);
});

test('a conflict is kept with the server’s sentence, and the next ones go on', async () => {
  const outbox = open();
  await outbox.add(draft('one', { body: { status: 'sold', expected_status: 'available' } }));
  await outbox.add(draft('two'));
  answer = (entry) => (entry.id === 'one' ? refuse(409, 'changed_meanwhile')() : Promise.resolve());
  await outbox.flush(1);
  expect(stored).toMatchObject([{ id: 'one', state: 'refused', error: 'The server says no' }]);
  expect(delivered).toEqual(['two']);
  // It is not sent again by itself.
  sent = [];
  await outbox.flush(1);
  expect(sent).toEqual([]);
  answer = async () => undefined;
  await outbox.retry('one');
  expect(stored[0]?.body).toEqual({ status: 'sold' });
  await outbox.flush(1);
  expect(stored).toEqual([]);
});

test.each([
  ['the session has ended', 401],
  ['the server asks for patience', 429],
  ['the server has trouble of its own', 503],
])('%s: it goes on waiting', async (_what, status) => {
  const outbox = open();
  await outbox.add(draft('one'));
  answer = refuse(status, 'some_code');
  await outbox.flush(1);
  expect(stored).toMatchObject([{ id: 'one', state: 'waiting' }]);
});

test('another person’s changes are not sent under this one’s name', async () => {
  const outbox = open();
  await outbox.add(draft('one', { userId: 2 }));
  await outbox.flush(1);
  expect(sent).toEqual([]);
  expect(stored).toHaveLength(1);
});

test('the same change twice is one entry, and one can be discarded', async () => {
  const outbox = open();
  await outbox.add(draft('one'));
  await outbox.add(draft('one'));
  expect(stored).toHaveLength(1);
  await outbox.discard('one');
  expect(stored).toEqual([]);
});
