import { describe, expect, it } from 'vitest';
import type { Message } from '#shared/contracts/conversations.ts';
import { linkify } from '#web/features/conversations/thread/MessageLog.tsx';
import {
  catchUpFrom,
  emptyThread,
  groupByDay,
  mergeMessages,
  newestUnread,
  toShown,
  withMissed,
  withNewest,
  withOlder,
  withPeeked,
  withRead,
} from '#web/features/conversations/thread/threadData.ts';

const ME = 1;
const OTHER = 2;
const mine = { userId: ME, ownSide: 'user', participantId: OTHER } as const;
const theirs = { userId: OTHER, ownSide: 'agent', participantId: ME } as const;

function message(id: number, changes: Partial<Message> = {}): Message {
  return {
    id,
    conversationId: 9,
    sender_id: OTHER,
    sender_type: changes.sender_id === ME ? 'user' : 'agent',
    sender_name: 'Agnes Agent',
    content: `message ${id}`,
    attachments: [],
    created_at: new Date(Date.UTC(2026, 10, 21, 2, id)).toISOString(),
    read_at: null,
    client_id: null,
    ...changes,
  };
}

const ids = (messages: { id: number }[]) => messages.map(({ id }) => id);
const READ = '2026-11-21T03:00:00.000Z';

describe('merging messages', () => {
  it('shows each once, oldest first, whatever order they come in', () => {
    const merged = mergeMessages([message(1), message(4)], [message(4), message(2), message(3)]);
    expect(ids(merged)).toEqual([1, 2, 3, 4]);
  });

  it('does not lose a read mark to an older answer', () => {
    const [merged] = mergeMessages([message(1, { read_at: READ })], [message(1)]);
    expect(merged?.read_at).toBe(READ);
  });
});

describe('a thread', () => {
  it('that is peeked at keeps what is known where the two meet, and never leaves a gap', () => {
    const page = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
    const known = withNewest(undefined, page(1, 3), 3);
    expect(ids(withPeeked(known, page(3, 5), 3).messages)).toEqual([1, 2, 3, 4, 5]);
    const far = withPeeked(known, page(5, 7), 3);
    expect(ids(far.messages)).toEqual([5, 6, 7]);
    expect(far).toMatchObject({ hasOlder: true, isLoaded: true, syncedTo: 7 });
    // Only pushed messages were known: they are no beginning.
    expect(ids(withPeeked({ ...emptyThread, messages: [message(9)] }, page(5, 7), 3).messages)).toEqual([5, 6, 7]);
    expect(ids(withPeeked(undefined, [], 3).messages)).toEqual([]);
  });

  it('keeps what was pushed while its first page was on its way', () => {
    const pushed = { ...emptyThread, messages: [message(52)] };
    const page = Array.from({ length: 50 }, (_, index) => message(index + 2));
    const thread = withNewest(pushed, page, 50);
    expect(ids(thread.messages)).toEqual([...ids(page), 52]);
    expect(thread).toMatchObject({ hasOlder: true, isLoaded: true, syncedTo: 51 });
  });

  it('asks after the last that is known without a gap, not after what was pushed since', () => {
    const thread = withNewest(undefined, [message(5), message(6)], 50);
    const pushed = { ...thread, messages: mergeMessages(thread.messages, [message(20)]) };
    expect(catchUpFrom(pushed, ME)).toBe(6);
    const whole = withMissed(pushed, [message(7), message(20)]);
    expect(ids(whole.messages)).toEqual([5, 6, 7, 20]);
    expect(catchUpFrom(whole, ME)).toBe(20);
  });

  it('asks again for own messages that the other side had not read', () => {
    const own = { sender_id: ME, sender_type: 'user' } as const;
    const thread = withNewest(undefined, [message(5, { ...own, read_at: READ }), message(6, own), message(7)], 50);
    expect(catchUpFrom(thread, ME)).toBe(5);
  });

  it('has no older messages once a page is not full', () => {
    const thread = withNewest(undefined, [message(8), message(9)], 2);
    expect(thread.hasOlder).toBe(true);
    const whole = withOlder(thread, [message(7)], 2);
    expect(whole.hasOlder).toBe(false);
    expect(ids(whole.messages)).toEqual([7, 8, 9]);
  });

  it('marks as read what the reader did not write, up to the mark', () => {
    const thread = withNewest(
      undefined,
      [message(1, { sender_id: ME }), message(2), message(3, { sender_id: ME })],
      50,
    );
    const read = withRead(thread, { readerId: OTHER, upToId: 2, read_at: READ });
    expect(read.messages.map(({ read_at }) => read_at)).toEqual([READ, null, null]);
    expect(withRead(read, { readerId: OTHER, upToId: 2, read_at: READ })).toBe(read);
    expect(newestUnread(read, ME)?.id).toBe(2);
    expect(newestUnread(withRead(read, { readerId: ME, upToId: 2, read_at: READ }), ME)).toBeUndefined();
  });
});

describe('the log', () => {
  const at = (time: string, changes: Partial<Message> = {}) =>
    toShown(message(1, { created_at: time, ...changes }), mine);

  it('stands by day in Manila, and within it by sender while one writes on', () => {
    const days = groupByDay(
      [
        at('2026-11-20T15:58:00.000Z'),
        at('2026-11-20T16:01:00.000Z'),
        at('2026-11-20T16:02:00.000Z'),
        at('2026-11-20T16:03:00.000Z', { sender_id: ME }),
        at('2026-11-20T16:20:00.000Z', { sender_id: ME }),
      ],
      new Date('2026-11-21T04:00:00.000Z'),
    );
    expect(days.map((day) => [day.label, day.runs.map((run) => [run.isOwn, run.messages.length])])).toEqual([
      ['Yesterday', [[false, 1]]],
      [
        'Today',
        [
          [false, 2],
          [true, 1],
          [true, 1],
        ],
      ],
    ]);
  });

  it('knows an own message that was on its way again when it is stored', () => {
    const stored = message(3, { sender_id: ME, client_id: 'made-by-me' });
    expect(toShown(stored, mine)).toMatchObject({ key: 'made-by-me', isOwn: true, state: 'sent' });
    expect(toShown({ ...stored, read_at: READ }, mine).state).toBe('read');
    expect(toShown(stored, theirs)).toMatchObject({ key: '3', isOwn: false });
  });

  it('names whoever wrote before a hand-over, on the side they wrote for', () => {
    const former = message(4, { sender_id: 3, sender_name: 'Fatima First' });
    expect(toShown(former, mine)).toMatchObject({ isOwn: false, author: 'Fatima First' });
    expect(toShown(former, theirs)).toMatchObject({ isOwn: true, author: 'Fatima First' });
    const present = message(5, { created_at: former.created_at });
    expect(toShown(present, mine)).toMatchObject({ isOwn: false, author: null });
    const [day] = groupByDay([toShown(former, mine), toShown(present, mine)], new Date(former.created_at));
    expect(day?.runs.map(({ author }) => author)).toEqual(['Fatima First', null]);
  });
});

it('finds web addresses, without the sentence around them', () => {
  expect(linkify('See https://example.com/a?b=1. Or (http://x.ph), not javascript:alert(1)')).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1' },
    { text: '. Or (' },
    { text: 'http://x.ph', href: 'http://x.ph' },
    { text: '), not javascript:alert(1)' },
  ]);
  expect(linkify('')).toEqual([]);
});

it.each([
  ['See https://x.ph/wiki/Makati_(city)', 'https://x.ph/wiki/Makati_(city)'],
  ['(see https://x.ph/wiki/Makati_(city))', 'https://x.ph/wiki/Makati_(city)'],
  ['(https://x.ph/wiki/Makati_(city)_(old)?)!', 'https://x.ph/wiki/Makati_(city)_(old)'],
  ['[https://x.ph/a[1]]', 'https://x.ph/a[1]'],
  ['(see https://x.ph/about) please', 'https://x.ph/about'],
  ['https://x.ph/a).', 'https://x.ph/a'],
])('in %j the address keeps the brackets that it opens itself', (text, address) => {
  expect(linkify(text).flatMap(({ href }) => href ?? [])).toEqual([address]);
});
