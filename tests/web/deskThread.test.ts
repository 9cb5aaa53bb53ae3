import { describe, expect, it } from 'vitest';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { TimelineEntry } from '#shared/contracts/desk.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { withEntries, withEntry } from '#web/features/desk/clientChanges.ts';
import { channelsOf, chooseWay, findWays, wayId } from '#web/features/desk/thread/channels.ts';
import { groupTimeline, newestMailedReply, viewingInHand } from '#web/features/desk/thread/timelineData.ts';

const at = (minute: number, day = 22) => new Date(Date.UTC(2026, 10, day, 4, minute)).toISOString();
const listing = (id: number) => ({ id, title: `Listing ${id}` });

function inquiry(id: number, change: Partial<Inquiry> = {}): Inquiry {
  return {
    id,
    name: 'Maria',
    email: 'maria@silong.example',
    phone: null,
    contacts: [],
    property_interest: null,
    property: null,
    message: 'Hello',
    attachments: [],
    status: 'new',
    reply_message: null,
    reply_method: null,
    reply_at: null,
    reply_delivery: null,
    follows_id: null,
    by_mail: null,
    created_at: at(id),
    ...change,
  };
}

function conversation(id: number, change: Partial<Conversation> = {}): Conversation {
  return {
    id,
    subject: 'Hello',
    status: 'active',
    participant: {
      id: 7,
      name: 'Maria',
      email: null,
      email_confirmed: false,
      avatar_url: null,
      role: 'user',
    },
    own_side: 'agent',
    property: null,
    last_message: null,
    last_message_at: at(id),
    unread_count: 0,
    created_at: at(0),
    ...change,
  };
}

const inquiryEntry = (value: Inquiry): TimelineEntry => ({
  id: `inquiry-${value.id}`,
  at: value.created_at,
  kind: 'inquiry',
  inquiry: value,
});

const replyEntry = (value: Inquiry): TimelineEntry => ({
  id: `reply-${value.id}`,
  at: value.reply_at ?? '',
  kind: 'reply',
  inquiry: value,
  reply: {
    id: value.id,
    method: value.reply_method ?? 'email',
    message: value.reply_message ?? '',
    attachments: [],
    delivery: value.reply_delivery,
    client_id: null,
    created_at: value.reply_at ?? '',
  },
});

function messageEntry(
  id: number,
  by: 'client' | 'agent',
  change: { minute?: number; conversationId?: number; property?: { id: number; title: string } | null } = {},
): TimelineEntry {
  const { minute = id, conversationId = 1, property = null } = change;
  return {
    id: `message-${id}`,
    at: at(minute),
    kind: 'message',
    by,
    property,
    message: {
      id,
      conversationId,
      sender_id: by === 'agent' ? 2 : 7,
      sender_type: by === 'agent' ? 'agent' : 'user',
      sender_name: by === 'agent' ? 'Agnes Agent' : 'Una Client',
      content: `Message ${id}`,
      attachments: [],
      created_at: at(minute),
      read_at: null,
      client_id: by === 'agent' ? `client-${id}` : null,
    },
  };
}

const note = (id: number, minute: number): TimelineEntry => ({
  id: `note-${id}`,
  at: at(minute),
  kind: 'note',
  note: { id, text: 'Note', talked_by: null, author: null, created_at: at(minute), updated_at: at(minute) },
});

const nobody = { user_id: null, kind: 'client' } as const;
const somebody = { user_id: 7, kind: 'client' } as const;

describe('how a client is answered', () => {
  /** The channel and the id of the suggestion. */
  const suggested = (
    conversations: Conversation[],
    newestFirst: TimelineEntry[],
    choice: Parameters<typeof chooseWay>[2] = null,
  ) => {
    const way = chooseWay(findWays(conversations, newestFirst, nobody), newestFirst, choice);
    return way && [way.channel, wayId(way)];
  };

  it('follows what the client used last, whatever the agent did since', () => {
    const chats = [conversation(1)];
    const mail = inquiryEntry(inquiry(2));
    expect(suggested(chats, [messageEntry(3, 'client'), mail])).toEqual(['chat', 1]);
    expect(suggested(chats, [mail, messageEntry(1, 'client')])).toEqual(['email', 2]);
    expect(suggested(chats, [note(1, 9), messageEntry(3, 'agent'), mail])).toEqual(['email', 2]);
  });

  it('goes on by telephone where the inquiry was answered so', () => {
    const called = inquiry(2, { phone: '+639175550123', status: 'replied', reply_method: 'phone' });
    expect(suggested([], [inquiryEntry(called)])).toEqual(['phone', 2]);
    // Without a number there is only the address.
    expect(suggested([], [inquiryEntry({ ...called, phone: null })])).toEqual(['email', 2]);
  });

  it('takes the conversation that was written in, else the newest open one', () => {
    const chats = [conversation(1), conversation(2), conversation(3, { status: 'closed' })];
    expect(suggested(chats, [messageEntry(9, 'client', { conversationId: 1 })])).toEqual(['chat', 1]);
    expect(suggested(chats, [messageEntry(9, 'client', { conversationId: 3 })])).toEqual(['chat', 2]);
    expect(suggested(chats, [])).toEqual(['chat', 2]);
  });

  it('takes the newest inquiry without an answer before one that has it, and none that is closed', () => {
    const entries = [
      inquiryEntry(inquiry(5, { status: 'closed' })),
      inquiryEntry(inquiry(4, { status: 'replied' })),
      inquiryEntry(inquiry(3)),
      inquiryEntry(inquiry(2)),
    ];
    expect(findWays([], entries, nobody).map(wayId)).toEqual([3, 2, 4]);
    expect(suggested([], entries)).toEqual(['email', 3]);
    expect(suggested([], entries.slice(0, 1))).toBeNull();
  });

  it('knows an inquiry of which only the reply is loaded', () => {
    const replied = inquiry(2, { status: 'replied', reply_method: 'email', reply_at: at(5) });
    expect(findWays([], [replyEntry(replied), inquiryEntry(replied)], nobody).map(wayId)).toEqual([2]);
    expect(suggested([], [replyEntry(replied)])).toEqual(['email', 2]);
  });

  it('keeps to what the agent chose, as long as it is there', () => {
    const chats = [conversation(1), conversation(2)];
    const entries = [messageEntry(9, 'client', { conversationId: 2 }), inquiryEntry(inquiry(3))];
    expect(suggested(chats, entries, { channel: 'email' })).toEqual(['email', 3]);
    expect(suggested(chats, entries, { channel: 'chat', id: 1 })).toEqual(['chat', 1]);
    expect(suggested(chats, entries, { channel: 'sms' })).toEqual(['chat', 2]);
  });

  it('offers each channel once, a call and a text message only to who left a number', () => {
    const ways = findWays(
      [conversation(1), conversation(2)],
      [inquiryEntry(inquiry(3)), inquiryEntry(inquiry(4))],
      somebody,
    );
    expect(channelsOf(ways)).toEqual(['chat', 'email']);
    const withNumber = findWays([], [inquiryEntry(inquiry(3, { phone: '+639175550123' }))], nobody);
    expect(channelsOf(withNumber)).toEqual(['email', 'phone', 'sms']);
    const gone = conversation(1, { participant: { ...conversation(1).participant, id: null } });
    expect(findWays([gone], [], nobody)).toEqual([]);
  });

  it('may begin a chat with who has an account and turned to the agent, unless one was suspended', () => {
    const entries = [inquiryEntry(inquiry(3))];
    expect(channelsOf(findWays([], entries, somebody))).toEqual(['chat', 'email']);
    // The client's last channel is still suggested.
    expect(chooseWay(findWays([], entries, somebody), entries, null)).toMatchObject({ channel: 'email' });
    const begun = chooseWay(findWays([], entries, somebody), entries, { channel: 'chat' });
    expect(begun).toEqual({ channel: 'chat', conversation: null });
    expect(channelsOf(findWays([conversation(1, { status: 'closed' })], [], somebody))).toEqual(['chat']);
    expect(findWays([conversation(1, { status: 'suspended' })], [], somebody)).toEqual([]);
    expect(findWays([], [], { ...somebody, kind: 'reviewer' })).toEqual([]);
  });
});

describe('the timeline', () => {
  const now = new Date(at(50));
  const items = (newestFirst: TimelineEntry[]) =>
    groupTimeline(newestFirst, now, 2).flatMap((day) =>
      day.items.map((item) =>
        item.kind === 'messages' ? item.messages.map(({ content }) => content) : item.entry.id,
      ),
    );

  it('runs from the oldest to the newest, with the messages of one side together', () => {
    expect(
      items([
        messageEntry(5, 'agent'),
        messageEntry(4, 'agent', { minute: 3 }),
        messageEntry(3, 'client', { minute: 3 }),
        inquiryEntry(inquiry(2)),
        messageEntry(1, 'client'),
      ]),
    ).toEqual([['Message 1'], 'inquiry-2', ['Message 3'], ['Message 4', 'Message 5']]);
  });

  it('parts what is five minutes apart, of two conversations, or has something between', () => {
    expect(items([messageEntry(2, 'client', { minute: 6 }), messageEntry(1, 'client')])).toHaveLength(2);
    expect(items([messageEntry(2, 'client', { minute: 5 }), messageEntry(1, 'client')])).toHaveLength(1);
    expect(items([messageEntry(2, 'client', { conversationId: 2 }), messageEntry(1, 'client')])).toHaveLength(2);
    expect(items([messageEntry(3, 'client'), note(2, 2), messageEntry(1, 'client')])).toHaveLength(3);
  });

  it('shows an entry of two pages once', () => {
    expect(items([note(1, 2), messageEntry(1, 'client'), messageEntry(1, 'client')])).toEqual([
      ['Message 1'],
      'note-1',
    ]);
  });

  it('names the days of Manila', () => {
    const late = { ...note(1, 0), at: '2026-11-21T15:59:00.000Z' };
    const early = { ...note(2, 0), at: '2026-11-21T16:00:00.000Z' };
    expect(groupTimeline([early, late], now, 2).map(({ label }) => label)).toEqual(['Yesterday', 'Today']);
  });

  it('says what a chat is about where that changes', () => {
    const about = groupTimeline(
      [
        messageEntry(9, 'client', { property: listing(2), conversationId: 2 }),
        messageEntry(8, 'agent', { property: listing(1) }),
        messageEntry(7, 'client', { property: listing(1) }),
        inquiryEntry(inquiry(6, { property: listing(1) })),
      ],
      now,
      2,
    ).flatMap(({ items: shown }) => shown.map((item) => (item.kind === 'messages' ? item.about?.id : 'entry')));
    expect(about).toEqual(['entry', undefined, undefined, 2]);
  });

  it('tells of the mailbox at the newest mailed reply alone', () => {
    const mailed = (id: number) => replyEntry(inquiry(id, { reply_method: 'email', reply_at: at(id) }));
    const called = replyEntry(inquiry(9, { reply_method: 'phone', reply_at: at(9) }));
    expect(newestMailedReply([called, mailed(5), mailed(4)])).toBe('reply-5');
    expect(newestMailedReply([called])).toBeNull();
  });

  it('takes in, changes and takes away an entry, each once', () => {
    const pages = [
      { entries: [note(2, 2)], has_older: true },
      { entries: [note(1, 1)], has_older: false },
    ];
    const ids = (changed: typeof pages) => changed.map(({ entries }) => entries.map(({ id }) => id));
    expect(ids(withEntry(pages, note(3, 3)))).toEqual([['note-3', 'note-2'], ['note-1']]);
    expect(ids(withEntry(pages, note(1, 1)))).toEqual([['note-1', 'note-2'], []]);
    expect(ids(withEntries(pages, (entry) => (entry.id === 'note-1' ? null : entry)))).toEqual([['note-2'], []]);
  });
});

describe('the viewing that the keys mean', () => {
  const viewing = (id: number, status: Viewing['status'], hour: number) =>
    ({
      id,
      status,
      starts_at: new Date(Date.UTC(2026, 10, 22, hour)).toISOString(),
      ends_at: new Date(Date.UTC(2026, 10, 22, hour + 1)).toISOString(),
    }) as Viewing;
  const now = new Date(Date.UTC(2026, 10, 22, 10, 30));

  it('is the soonest request, else the soonest to come', () => {
    const confirmed = viewing(1, 'confirmed', 11);
    const asked = viewing(2, 'requested', 14);
    expect(viewingInHand([viewing(3, 'requested', 15), asked, confirmed], now)?.id).toBe(2);
    expect(viewingInHand([viewing(4, 'confirmed', 12), confirmed], now)?.id).toBe(1);
  });

  it('is none that is over or called off', () => {
    const gone = [viewing(1, 'requested', 9), viewing(2, 'declined', 14), viewing(3, 'cancelled', 14)];
    expect(viewingInHand(gone, now)).toBeNull();
    // It still runs.
    expect(viewingInHand([viewing(4, 'requested', 10)], now)?.id).toBe(4);
  });
});
