import { describe, expect, it } from 'vitest';
import type { Notification } from '#shared/contracts/notifications.ts';
import {
  badgeText,
  conversationOf,
  countUnread,
  previewOf,
  stackNotifications,
  withMessage,
  withoutDismissed,
  withStored,
} from '#web/features/notifications/queries.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 2, minute)).toISOString();

function notice(id: number, minute: number, changes: Partial<Notification> = {}): Notification {
  return {
    id,
    type: 'info',
    title: 'New Message',
    message: 'Hello',
    concerns: null,
    timestamp: at(minute),
    read: false,
    action: { label: 'View Conversation', url: '/conversations/9' },
    ...changes,
  };
}

const announced = (conversationId: number, minute: number, content = 'Hello') => ({
  message: { id: 100 + minute, content, created_at: at(minute) },
  senderType: 'agent' as const,
  conversationId,
});

const ids = (list: Notification[]) => list.map(({ id }) => id);

describe('a message', () => {
  it('is one notice, announced and then stored', () => {
    const first = withMessage([notice(3, 1, { action: null, title: 'Price Drop' })], announced(9, 5));
    expect(first[0]).toMatchObject({
      read: false,
      title: 'New Message',
      action: { label: 'View Conversation', url: '/conversations/9' },
    });
    expect(first).toHaveLength(2);
    const stored = withStored(first, notice(4, 5));
    expect(ids(stored)).toEqual([4, 3]);
  });

  it('is one notice, stored and then announced', () => {
    expect(ids(withMessage([notice(4, 5)], announced(9, 5)))).toEqual([4]);
  });

  it('is another notice beside an unread one of its conversation, so that the badge counts messages', () => {
    const before = [notice(6, 7, { title: 'Other' }), notice(4, 5)];
    const announcedList = withMessage(before, announced(9, 8, 'And?'));
    expect(announcedList[0]).toMatchObject({ message: 'And?', timestamp: at(8), read: false });
    expect(countUnread(announcedList)).toBe(3);
    const stored = withStored(announcedList, notice(7, 8, { message: 'And?' }));
    expect(ids(stored)).toEqual([7, 6, 4]);
  });

  it('of several that say the same is one notice each', () => {
    const twice = withMessage(withMessage([], announced(9, 5)), announced(9, 6));
    expect(twice).toHaveLength(2);
    expect(ids(withStored(withStored(twice, notice(1, 5)), notice(2, 6)))).toEqual([2, 1]);
  });

  it('is stacked with the others of its conversation, where the newest is', () => {
    const list = [
      notice(9, 9, { action: { label: 'View Conversation', url: '/conversations/8' } }),
      notice(8, 8),
      notice(7, 7, { title: 'Price Drop', action: null }),
      notice(6, 6, { read: true }),
    ];
    expect(stackNotifications(list).map(ids)).toEqual([[9], [8, 6], [7]]);
  });

  it('is another notice when the last one was read, or of another conversation', () => {
    expect(withMessage([notice(4, 5, { read: true })], announced(9, 8))).toHaveLength(2);
    expect(withMessage([notice(4, 5)], announced(10, 8))).toHaveLength(2);
  });

  it('is shown by its first 50 characters, never half of one', () => {
    expect(previewOf('x'.repeat(50))).toBe('x'.repeat(50));
    expect(previewOf('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
    expect(previewOf('🏠'.repeat(51))).toBe(`${'🏠'.repeat(50)}…`);
  });
});

it('replaces a notice that the server brought up to date', () => {
  const list = withStored([notice(5, 6), notice(4, 5)], notice(4, 9, { message: 'Newer' }));
  expect(ids(list)).toEqual([4, 5]);
  expect(list[0]?.message).toBe('Newer');
});

it('leaves out what was dismissed until it is brought up to date', () => {
  const dismissed = { 4: at(5) };
  expect(ids(withoutDismissed([notice(5, 6), notice(4, 5)], dismissed))).toEqual([5]);
  expect(ids(withoutDismissed([notice(4, 7), notice(5, 6)], dismissed))).toEqual([4, 5]);
});

it('counts what is unread, and shows 9+ above 9', () => {
  expect(countUnread([notice(1, 1), notice(2, 2, { read: true })])).toBe(1);
  expect([1, 9, 10, 100].map(badgeText)).toEqual(['1', '9', '9+', '9+']);
});

it('knows which links lead to a conversation', () => {
  const linked = (url: string) => conversationOf({ action: { label: 'View', url } });
  expect(linked('/conversations/12')).toBe(12);
  expect(linked('https://silong.example/conversations/12?from=mail')).toBe(12);
  expect(linked('/properties/12')).toBeNull();
  expect(linked('/conversations/')).toBeNull();
  expect(conversationOf({ action: null })).toBeNull();
});
