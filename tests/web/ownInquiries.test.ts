import { describe, expect, it } from 'vitest';
import type { OwnInquiry } from '#shared/contracts/inquiries.ts';
import { toThreads, withMail } from '#web/features/conversations/ownInquiries.ts';
import type { ShownMessage } from '#web/features/conversations/thread/threadData.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 4, minute)).toISOString();
const loft = { id: 5, title: 'Loft', image: null };

const inquiry = (id: number, change: Partial<OwnInquiry> = {}): OwnInquiry => ({
  id,
  agent: { id: 2, name: 'Marco', avatar_url: null },
  property: loft,
  message: `Question ${id}`,
  attachments: [],
  by_mail: null,
  conversation_id: null,
  created_at: at(id),
  replies: [],
  ...change,
});

const message = (minute: number, state: ShownMessage['state'] = 'sent'): ShownMessage => ({
  key: String(minute),
  content: `Message ${minute}`,
  created_at: at(minute),
  isOwn: true,
  state,
});

describe('what was asked by the form', () => {
  it('is one thread for each agent and listing until the chat goes on with it, with the latest words', () => {
    const reply = { id: 1, message: 'It is.', attachments: [], created_at: at(9) };
    const threads = toThreads([
      inquiry(5, { conversation_id: 7 }),
      inquiry(4, { property: null }),
      inquiry(3),
      inquiry(2, { replies: [reply] }),
      inquiry(1, { agent: { id: null, name: 'Gone', avatar_url: null } }),
    ]);
    expect(threads.map(({ conversation }) => conversation)).toMatchObject([
      { id: -4, property: null, last_message: { content: 'Question 4', sender_type: 'user' } },
      { id: -2, property: loft, last_message: { content: 'It is.', sender_type: 'agent' }, unread_count: 0 },
    ]);
    expect(threads[1]?.target).toMatchObject({ agent: { id: 2 }, property: loft });
  });

  it('stands among the messages in the order of writing, before what is on its way', () => {
    const mail = [message(1), message(5)];
    const order = (messages: ShownMessage[], hasOlder = false) =>
      withMail(messages, mail, hasOlder).map(({ key }) => key);
    expect(order([message(3), message(4, 'sending')])).toEqual(['1', '3', '5', '4']);
    expect(order([])).toEqual(['1', '5']);
    // Messages older than the loaded ones come with them.
    expect(order([message(3)], true)).toEqual(['3', '5']);
  });
});
