import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AnyDraft,
  createOutbox,
  HELD_MS,
  isConflict,
  isHeld,
  laneOf,
  nextDueAt,
  type OutboxEntry,
} from '#web/features/offline/createOutbox.ts';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';
import { createMemoryOutbox, type OutboxStore } from '#web/platform/platform.ts';

const START = Date.parse('2026-01-05T06:32:00Z');

let store: OutboxStore;
let shown: OutboxEntry[];
let sent: string[];
let delivered: string[];
let refused: string[];
let now: number;
let answer: (entry: OutboxEntry) => Promise<unknown>;

beforeEach(() => {
  store = createMemoryOutbox();
  shown = [];
  sent = [];
  delivered = [];
  refused = [];
  now = START;
  answer = async () => undefined;
});

/** As the browser's locks: requests for the same name wait. */
const last = new Map<string, Promise<unknown>>();
function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const next = (last.get(name) ?? Promise.resolve()).then(work, work);
  last.set(name, next);
  return next;
}

/** Another one on the same store is the console after a restart, or its second window. */
const open = () =>
  createOutbox({
    store: () => store,
    alone,
    send(entry) {
      sent.push(entry.id);
      return answer(entry);
    },
    changed(_userId, entries) {
      shown = entries;
    },
    delivered: ({ id }) => delivered.push(id),
    refused: ({ id }) => refused.push(id),
    now: () => new Date(now),
  });

const draft = (id: string, { input, ...change }: Partial<AnyDraft> = {}): AnyDraft => ({
  id,
  userId: 1,
  kind: 'message',
  call: 'conversations.send',
  input: { params: { id: 7 }, body: { content: id }, ...input },
  label: 'Message to Maria Santos',
  detail: id,
  ...change,
});
const inAnotherLane = { input: { params: { id: 8 } } };

const refuse =
  (status: number, code: string, values: Record<string, string> = {}) =>
  async () => {
    throw new ApiFailure(status, code, 'The server says no', [], values);
  };
const silence = async () => {
  throw new NetworkFailure('offline');
};

test('what waits is sent in order once the server is back, also after a restart', async () => {
  answer = silence;
  const before = open();
  await before.add(draft('one'));
  await before.add(draft('two', inAnotherLane));
  await before.add(draft('three'));
  await before.flush(1);
  // The first silence ends the round: the others would only be too early.
  expect(sent).toEqual(['one']);
  sent = [];
  answer = async () => undefined;
  await open().flush(1);
  expect(sent).toEqual(['one', 'two', 'three']);
  expect(delivered).toEqual(['one', 'two', 'three']);
  expect(shown).toEqual([]);
});

test('one that the server had made already counts as delivered', async () => {
  const outbox = open();
  await outbox.add(draft('one'));
  answer = refuse(409, 'already_applied');
  await outbox.flush(1);
  expect(delivered).toEqual(['one']);
  expect(shown).toEqual([]);
});

describe('a conflict', () => {
  const conflict = async () => {
    const outbox = open();
    await outbox.add(draft('one', { input: { body: { status: 'sold', expected_status: 'available' } } }));
    await outbox.add(draft('two'));
    answer = (entry) =>
      entry.id === 'one'
        ? refuse(409, 'changed_meanwhile', { status: 'pending', expected: 'available' })()
        : Promise.resolve();
    await outbox.flush(1);
    return outbox;
  };

  test('is kept with the server’s sentence, and the next ones go on', async () => {
    const outbox = await conflict();
    expect(shown).toMatchObject([{ id: 'one', state: 'refused', error: 'The server says no' }]);
    expect(shown.map(isConflict)).toEqual([true]);
    expect(delivered).toEqual(['two']);
    // The change is not sent again by itself.
    sent = [];
    await outbox.flush(1);
    expect(sent).toEqual([]);
  });

  test('is made nevertheless for what its owner was shown, and for nothing newer', async () => {
    const outbox = await conflict();
    await outbox.overwrite(1, 'one');
    expect(shown[0]?.input.body).toEqual({ status: 'sold', expected_status: 'pending' });
    answer = async () => undefined;
    await outbox.flush(1);
    expect(shown).toEqual([]);
  });

  test('is never overwritten by trying again', async () => {
    const outbox = await conflict();
    await outbox.retry(1, 'one');
    expect(shown[0]?.input.body).toEqual({ status: 'sold', expected_status: 'available' });
  });
});

test('the session has ended: everything goes on waiting', async () => {
  const outbox = open();
  await outbox.add(draft('one'));
  await outbox.add(draft('two', inAnotherLane));
  answer = refuse(401, 'unauthorized');
  await outbox.flush(1);
  expect(sent).toEqual(['one']);
  expect(shown).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
});

describe.each([
  ['the server asks for patience', 429, 'too_many_requests'],
  ['the server has trouble of its own', 503, 'unavailable'],
  ['the server took too long', 408, 'request_timeout'],
  ['a proxy answered in its place', 403, 'bad_answer'],
])('%s', (_what, status, code) => {
  test('only what comes after it in its own lane waits, and it is tried again later and later', async () => {
    const outbox = open();
    await outbox.add(draft('one'));
    await outbox.add(draft('behind it'));
    await outbox.add(draft('elsewhere', inAnotherLane));
    answer = (entry) => (entry.id === 'one' ? refuse(status, code)() : Promise.resolve());
    await outbox.flush(1);
    expect(sent).toEqual(['one', 'elsewhere']);
    expect(delivered).toEqual(['elsewhere']);
    expect(shown).toMatchObject([
      { id: 'one', state: 'waiting', error: 'The server says no', tries: 1 },
      { id: 'behind it', state: 'waiting' },
    ]);

    expect(nextDueAt(shown, now)).toBe(START + 5_000);
    await outbox.flush(1);
    expect(sent).toHaveLength(2);
    now = START + 5_000;
    await outbox.flush(1);
    expect(nextDueAt(shown, now)).toBe(START + 15_000);
    expect(sent).toHaveLength(3);

    // Its owner wants it now.
    answer = async () => undefined;
    await outbox.flush(1, true);
    expect(delivered).toEqual(['elsewhere', 'one', 'behind it']);
  });
});

test('what is refused for good, cannot be read or cannot even be sent holds up nothing, and says why', async () => {
  const outbox = open();
  await store.put(1, 'broken', '{"id": "broken", "user');
  await outbox.add(draft('refused', { wordsIn: 'content' }));
  await outbox.add(draft('unsendable'));
  await outbox.add(draft('good'));
  answer = (entry) => {
    if (entry.id === 'refused') return refuse(409, 'conversation_closed')();
    if (entry.id === 'unsendable') throw new TypeError('Do not know how to serialize a BigInt');
    return Promise.resolve();
  };
  await outbox.flush(1);
  expect(delivered).toEqual(['good']);
  expect(shown).toMatchObject([
    { id: 'broken', kind: 'damaged', state: 'refused', detail: '{"id": "broken", "user' },
    { id: 'refused', state: 'refused', error: 'The server says no', code: 'conversation_closed' },
    { id: 'unsendable', state: 'refused', error: 'It could not be sent.' },
  ]);

  await outbox.reword(1, 'refused', 'Other words');
  expect(shown[1]).toMatchObject({
    state: 'waiting',
    detail: 'Other words',
    input: { body: { content: 'Other words' } },
  });
  expect(await outbox.discard(1, 'broken')).toBe(true);
  expect(shown.map(({ id }) => id)).toEqual(['refused', 'unsendable']);
});

test('another person’s changes are neither shown to this one nor sent under this one’s name', async () => {
  const outbox = open();
  await outbox.add(draft('one', { userId: 2 }));
  await outbox.flush(1);
  expect(sent).toEqual([]);
  await outbox.load(1);
  expect(shown).toEqual([]);
  await outbox.flush(2);
  expect(delivered).toEqual(['one']);
});

test('the same change twice is one entry, and one can be discarded', async () => {
  const outbox = open();
  await outbox.add(draft('one'));
  await outbox.add(draft('one'));
  expect(shown).toHaveLength(1);
  expect(await outbox.discard(1, 'one')).toBe(true);
  expect(shown).toEqual([]);
});

describe('taken back while others are sent', () => {
  test('it is not sent', async () => {
    const outbox = open();
    await outbox.add(draft('one'));
    await outbox.add(draft('two'));
    answer = async ({ id }) => {
      // The second window's owner changes their mind in the middle of the round.
      if (id === 'one') expect(await open().discard(1, 'two')).toBe(true);
    };
    await outbox.flush(1);
    expect(sent).toEqual(['one']);
  });

  test('nor when the round had already read the list', async () => {
    const outbox = open();
    await outbox.add(draft('one'));
    const { read } = store;
    store.read = async (userId) => {
      const texts = await read(userId);
      store.read = read;
      expect(await open().discard(1, 'one')).toBe(true);
      return texts;
    };
    await outbox.flush(1);
    expect(sent).toEqual([]);
  });

  test('what is on its way says so, and is not sent again when it did not arrive', async () => {
    const outbox = open();
    await outbox.add(draft('one'));
    answer = async () => {
      expect(shown[0]?.state).toBe('sending');
      expect(await outbox.discard(1, 'one')).toBe(false);
      return silence();
    };
    await outbox.flush(1);
    expect(shown).toEqual([]);
  });

  test('a window that ended in the middle of sending leaves nothing stuck', async () => {
    const outbox = open();
    await outbox.add(draft('one'));
    await store.put(1, 'one', JSON.stringify({ ...shown[0], state: 'sending' }));
    await open().flush(1);
    expect(delivered).toEqual(['one']);
  });
});

describe('held for a moment', () => {
  test('it is not sent before, and what comes after it keeps its place', async () => {
    const outbox = open();
    await outbox.add(draft('held', { notBefore: START + 5_000 }));
    await outbox.add(draft('after it'));
    await outbox.add(draft('elsewhere', inAnotherLane));
    await outbox.flush(1, true);
    expect(sent).toEqual(['elsewhere']);
    expect(nextDueAt(shown, now)).toBe(START + 5_000);
    now = START + 4_999;
    await outbox.flush(1, true);
    expect(sent).toEqual(['elsewhere']);
    now = START + 5_000;
    await outbox.flush(1);
    expect(sent).toEqual(['elsewhere', 'held', 'after it']);
    expect(nextDueAt(shown, now)).toBeNull();
  });

  test('it is taken back until then, and what came after it goes at once', async () => {
    const outbox = open();
    await outbox.add(draft('held', { notBefore: START + 5_000 }));
    await outbox.add(draft('after it'));
    expect(await outbox.discard(1, 'held')).toBe(true);
    now = START + 10_000;
    await outbox.flush(1);
    expect(sent).toEqual(['after it']);
  });

  test('it survives a restart', async () => {
    await open().add(draft('held', { notBefore: START + 5_000 }));
    now = START + 60_000;
    await open().flush(1);
    expect(delivered).toEqual(['held']);
  });
});

test('what waits in a lane, or is on its way, stands before what is made now', async () => {
  const outbox = open();
  expect(await outbox.isBehind(1, laneOf(draft('one')))).toBe(false);
  await outbox.add(draft('one'));
  expect(await outbox.isBehind(1, laneOf(draft('one')))).toBe(true);
  expect(await outbox.isBehind(1, laneOf(draft('', inAnotherLane)))).toBe(false);
  answer = async () => expect(await outbox.isBehind(1, laneOf(draft('one')))).toBe(true);
  await outbox.flush(1);
  expect(delivered).toEqual(['one']);
});

describe('an entry of a page of a newer version beside this one', () => {
  const { kind, call, input } = draft('');
  const known = { userId: 1, kind, call, input, label: 'Message to Maria Santos', detail: 'Kumusta po', order: 1 };
  test.each([
    ['in a newer format', { format: 2 }],
    ['of a kind that this version lacks', { kind: 'voiceMessage' }],
    ['by a call that this version lacks', { call: 'conversations.whisper' }],
  ])('%s is left as it is, told of, and holds up nothing', async (_what, change) => {
    const text = JSON.stringify({ id: 'newer', ...known, ...change });
    await store.put(1, 'newer', text);
    const outbox = open();
    await outbox.add(draft('own', { mergedWith: (body) => body }));
    expect(shown).toMatchObject([{ id: 'newer', detail: 'Kumusta po', state: 'waiting' }, { id: 'own' }]);
    await outbox.flush(1, true);
    await outbox.retry(1, 'newer');
    await outbox.overwrite(1, 'newer');
    await outbox.reword(1, 'newer', 'Other words');
    await outbox.flush(1, true);
    expect(sent).toEqual(['own']);
    expect(refused).toEqual([]);
    expect(nextDueAt(shown, now)).toBeNull();
    expect(await store.read(1)).toEqual([{ id: 'newer', text }]);
  });

  test('with fields that this version does not know is sent by it, and keeps them until then', async () => {
    await store.put(1, 'known', JSON.stringify({ id: 'known', ...known, mood: 'glad' }));
    answer = async () => {
      const [{ text } = { text: '{}' }] = await store.read(1);
      expect(JSON.parse(text)).toMatchObject({ state: 'sending', mood: 'glad', format: 1 });
    };
    await open().flush(1);
    expect(delivered).toEqual(['known']);
  });
});

describe('an entry of the version that stored paths', () => {
  const stored = (id: string, change: Record<string, unknown>) =>
    store.put(1, id, JSON.stringify({ id, userId: 1, kind: 'message', label: '', detail: id, ...change }));

  test('is sent as the call of its path, in the lane it had', async () => {
    await stored('one', {
      method: 'POST',
      path: '/api/conversations/7/messages',
      lane: '/api/conversations/7/messages',
      body: { content: 'one' },
      order: 1,
    });
    await stored('two', {
      kind: 'inquiryStatus',
      method: 'PUT',
      path: '/api/agents/3/contacts/4',
      body: { status: 'read' },
      order: 2,
    });
    const outbox = open();
    await outbox.add(draft('three'));
    expect(await outbox.isBehind(1, laneOf(draft('three')))).toBe(true);
    expect(shown.map(({ call, input, lane }) => ({ call, input, lane }))).toEqual([
      {
        call: 'conversations.send',
        input: { params: { id: '7' }, body: { content: 'one' } },
        lane: '/api/conversations/7/messages',
      },
      {
        call: 'inquiries.setStatus',
        input: { params: { id: '3', contactId: '4' }, body: { status: 'read' } },
        lane: '/api/agents/3/contacts/4',
      },
      expect.objectContaining({ call: 'conversations.send', lane: '/api/conversations/7/messages' }),
    ]);
    await outbox.flush(1);
    expect(sent).toEqual(['one', 'two', 'three']);
  });

  test('is shown as damaged where no call has its path', async () => {
    await stored('lost', { method: 'POST', path: '/api/nothing' });
    await open().load(1);
    expect(shown).toMatchObject([{ id: 'lost', kind: 'damaged', call: null, state: 'refused' }]);
  });
});

describe('a clock that is put right', () => {
  const TWO_HOURS = 2 * 60 * 60_000;

  test('holds nothing longer than it was meant to be held', async () => {
    const outbox = open();
    await outbox.add(draft('held', { notBefore: START + TWO_HOURS + HELD_MS }));
    expect(isHeld({ notBefore: START + TWO_HOURS + HELD_MS }, START)).toBe(false);
    expect(nextDueAt(await entries(), now)).toBeNull();
    await outbox.flush(1);
    expect(delivered).toEqual(['held']);
  });

  test('ends a pause that would last as long as it was wrong', async () => {
    const outbox = open();
    now = START + TWO_HOURS;
    await outbox.add(draft('one'));
    answer = refuse(500, 'internal');
    await outbox.flush(1);
    answer = async () => undefined;
    now = START;
    await outbox.flush(1);
    expect(delivered).toEqual(['one']);
  });

  test('by a little, leaves what is held in its time', async () => {
    const outbox = open();
    await outbox.add(draft('held', { notBefore: START + HELD_MS }));
    now = START - 500;
    await outbox.flush(1);
    expect(sent).toEqual([]);
    expect(nextDueAt(shown, now)).toBe(START + HELD_MS);
  });
});

const entries = async () => {
  await open().load(1);
  return shown;
};
