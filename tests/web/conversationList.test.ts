import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '#shared/contracts/conversations.ts';
import {
  closedReason,
  countUnread,
  findOpenConversation,
  listWithMessage,
  searchConversations,
} from '#web/features/conversations/list/listData.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 2, minute)).toISOString();

function conversation(id: number, changes: Partial<Conversation> = {}): Conversation {
  return {
    id,
    subject: 'Property Inquiry',
    status: 'active',
    participant: {
      id: 70 + id,
      name: `Agent ${id}`,
      email: null,
      email_confirmed: false,
      avatar_url: null,
      role: 'agent',
    },
    own_side: 'user',
    property: null,
    last_message: { id: 100 + id, content: 'before', sender_type: 'agent', created_at: at(10 - id) },
    last_message_at: at(10 - id),
    unread_count: 0,
    created_at: at(0),
    ...changes,
  };
}

const news = (conversationId: number, minute: number): Message => ({
  id: 500 + minute,
  conversationId,
  sender_id: 70 + conversationId,
  sender_type: 'agent',
  sender_name: 'Agnes Agent',
  content: `at ${minute}`,
  attachments: [],
  created_at: at(minute),
  read_at: null,
  client_id: null,
});

describe('a new message', () => {
  const list = [conversation(1), conversation(2), conversation(3)];

  it('brings its conversation to the top and counts', () => {
    const changed = listWithMessage(list, { message: news(3, 20), isUnread: true });
    expect(changed?.map(({ id }) => id)).toEqual([3, 1, 2]);
    expect(changed?.[0]).toMatchObject({ unread_count: 1, last_message_at: at(20) });
    expect(changed && countUnread(changed)).toBe(1);
  });

  it('counts once, however often it is told', () => {
    const once = listWithMessage(list, { message: news(3, 20), isUnread: true }) ?? [];
    expect(listWithMessage(once, { message: news(3, 20), isUnread: true })).toBe(once);
  });

  it('does not count when it was seen', () => {
    const changed = listWithMessage(list, { message: news(2, 20), isUnread: false });
    expect(changed?.[0]).toMatchObject({ id: 2, unread_count: 0 });
  });

  it('of the same millisecond as the one before is the last one, and counts', () => {
    const first = listWithMessage(list, { message: news(3, 20), isUnread: true }) ?? [];
    const message = { ...news(3, 20), id: 900, content: 'later' };
    const second = listWithMessage(first, { message, isUnread: true });
    expect(second?.[0]).toMatchObject({ unread_count: 2, last_message: { content: 'later' } });
  });

  it('that comes after a later one has the list fetched: it may be counted or not', () => {
    const first = listWithMessage(list, { message: { ...news(3, 20), id: 900 }, isUnread: true }) ?? [];
    expect(listWithMessage(first, { message: news(3, 20), isUnread: true })).toBeNull();
  });

  it('of a conversation that is not in the list has it fetched', () => {
    expect(listWithMessage(list, { message: news(9, 20), isUnread: true })).toBeNull();
  });
});

describe('the open conversation with an agent', () => {
  const villa = { id: 5, title: 'Villa', image: null };
  const list = [
    conversation(1, { status: 'closed', property: villa }),
    conversation(1, { id: 11, subject: 'Another matter', property: villa }),
    conversation(1, { id: 12 }),
    conversation(1, { id: 13, property: villa }),
  ];
  const find = (agentId: number, propertyId: number | null) =>
    findOpenConversation(list, { agentId, propertyId, subject: 'Property Inquiry' })?.id;

  it('is of the same person, subject and listing, and can be written to', () => {
    expect(find(71, 5)).toBe(13);
    expect(find(71, null)).toBe(12);
    expect(find(71, 6)).toBeUndefined();
    expect(find(72, 5)).toBeUndefined();
  });
});

it('is searched by all words, without case and accents', () => {
  const list = [
    conversation(1, { property: { id: 5, title: 'Townhouse in Parañaque', image: null } }),
    conversation(2),
  ];
  const search = (words: string) => searchConversations(list, words).map(({ id }) => id);
  expect(search('paranaque TOWN')).toEqual([1]);
  expect(search('agent before')).toEqual([1, 2]);
  expect(search('agent 2 town')).toEqual([]);
  expect(search('  ')).toEqual([1, 2]);
});

it('says why a conversation cannot be written to', () => {
  expect(closedReason('active', false)).toBeNull();
  expect(closedReason('suspended', false)).toContain('suspended');
  expect(closedReason('closed', true)).toContain('closed');
  expect(closedReason('active', true)).toContain('left');
});
