import { describe, expect, it } from 'vitest';
import { canMoveTo, canReply } from '#server/features/inquiries/policy.ts';
import { type Inquiry, inquiryStatuses } from '#shared/contracts/inquiries.ts';
import {
  canUse,
  countInquiries,
  findInquiries,
  firstDraft,
  inquiryActions,
  replyDone,
  replyWords,
  statusFailure,
} from '#web/features/inquiries/inquiryRules.ts';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';

function anInquiry(changes: Partial<Inquiry> = {}): Inquiry {
  return {
    id: 1,
    name: 'Ana Reyes',
    email: 'ana@mail.example',
    phone: null,
    contacts: [{ kind: 'email', value: 'ana@mail.example', confirmed: false }],
    property_interest: null,
    property: null,
    message: 'Is the loft still free?',
    attachments: [],
    status: 'new',
    reply_message: null,
    reply_method: null,
    reply_at: null,
    reply_delivery: null,
    follows_id: null,
    by_mail: null,
    created_at: '2026-11-21T02:00:00.000Z',
    ...changes,
  };
}

describe('actions', () => {
  it('are just what the server lets an agent do in each state', () => {
    const target = { markRead: 'read', close: 'closed', reopen: 'new' } as const;
    for (const status of inquiryStatuses) {
      const actions = inquiryActions[status];
      expect(actions.includes('reply') || actions.includes('replyAgain')).toBe(canReply(status));
      for (const [action, to] of Object.entries(target))
        expect(actions.includes(action as keyof typeof target), `${status}: ${action}`).toBe(
          canMoveTo(status, to),
        );
    }
  });

  it('ask to reply again only once there is a reply', () => {
    expect(inquiryActions.replied).toContain('replyAgain');
    expect(inquiryActions.read).not.toContain('replyAgain');
  });
});

describe('the list', () => {
  const list = [
    anInquiry({ id: 1 }),
    anInquiry({ id: 2, name: 'Ben', status: 'replied', property: { id: 9, title: 'Makati Tower' } }),
    anInquiry({ id: 3, name: 'Cora', status: 'closed', phone: '+63 917 555 0101', message: 'Call me' }),
  ];
  const ids = (...search: [Parameters<typeof findInquiries>[1], string]) =>
    findInquiries(list, ...search).map(({ id }) => id);

  it('is counted by status', () => {
    expect(countInquiries(list)).toEqual({ all: 3, new: 1, read: 0, replied: 1, closed: 1 });
  });

  it('is filtered by status and by every word of the search', () => {
    expect(ids('all', '')).toEqual([1, 2, 3]);
    expect(ids('replied', '')).toEqual([2]);
    expect(ids('all', 'TOWER makati')).toEqual([2]);
    expect(ids('all', '555 cora')).toEqual([3]);
    expect(ids('new', 'cora')).toEqual([]);
  });
});

describe('a reply', () => {
  it('by mail says what became of it', () => {
    const told = (delivery: Inquiry['reply_delivery']) =>
      replyWords(anInquiry({ reply_method: 'email', reply_delivery: delivery }))?.delivery;
    expect(told('sent')).toBe('Sent');
    expect(told('queued')).toBe('Waiting for the mail server');
    expect(told('failed')).toMatch(/Not delivered.*reply again/);
  });

  it('by phone or SMS is recorded only, never told as sent', () => {
    expect(replyWords(anInquiry({ reply_method: 'sms' }))).toMatchObject({
      title: 'You replied by SMS',
      delivery: 'Recorded',
    });
    expect(replyDone(anInquiry({ reply_method: 'phone' })).text).toBe('Reply recorded');
  });

  it('that is not there has no words', () => {
    expect(replyWords(anInquiry())).toBeNull();
    expect(replyWords(anInquiry({ status: 'replied' }))?.title).toBe('You replied in the chat');
  });

  it('opens with what was not delivered, else empty', () => {
    const failed = anInquiry({ reply_message: 'Yes, it is.', reply_delivery: 'failed' });
    expect(firstDraft(failed)).toEqual({ message: 'Yes, it is.', method: 'email' });
    expect(firstDraft({ ...failed, reply_delivery: 'sent' }).message).toBe('');
  });

  it('by phone or SMS needs a number', () => {
    expect(canUse('phone', { phone: null })).toBe(false);
    expect(canUse('sms', { phone: '' })).toBe(false);
    expect(canUse('sms', { phone: '0917' })).toBe(true);
    expect(canUse('email', { phone: null })).toBe(true);
  });

  it('is announced by what the mail server did', () => {
    const kind = (delivery: Inquiry['reply_delivery']) =>
      replyDone(anInquiry({ reply_method: 'email', reply_delivery: delivery })).kind;
    expect([kind('sent'), kind('queued'), kind('failed')]).toEqual(['success', 'info', 'error']);
  });
});

it('tells a failed status change in the specified words', () => {
  expect(statusFailure(new NetworkFailure('no'))).toBe('Network error');
  expect(statusFailure(new ApiFailure(409, 'conflict', 'no', []))).toBe('Failed to update contact status');
});
