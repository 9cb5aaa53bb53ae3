import type { Inquiry, InquiryStatus, ReplyMethod } from '#shared/contracts/inquiries.ts';
import { NetworkFailure } from '#web/lib/apiClient.ts';

export type InquiryFilter = 'all' | InquiryStatus;

export const inquiryFilters: readonly { id: InquiryFilter; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'new', label: 'New' },
  { id: 'read', label: 'Read' },
  { id: 'replied', label: 'Replied' },
  { id: 'closed', label: 'Closed' },
];

export const inquiryStatusLabel: Record<InquiryStatus, string> = {
  new: 'New',
  read: 'Read',
  replied: 'Replied',
  closed: 'Closed',
};

export type InquiryAction = 'markRead' | 'reply' | 'replyAgain' | 'close' | 'reopen';

/** What an agent may do with an inquiry (specification, part 3 §4); in the order of the buttons. */
export const inquiryActions: Record<InquiryStatus, readonly InquiryAction[]> = {
  new: ['reply', 'markRead', 'close'],
  read: ['reply', 'close'],
  replied: ['replyAgain', 'close'],
  closed: ['reopen'],
};

export function countInquiries(inquiries: readonly Pick<Inquiry, 'status'>[]): Record<InquiryFilter, number> {
  const counts = { all: inquiries.length, new: 0, read: 0, replied: 0, closed: 0 };
  for (const { status } of inquiries) counts[status] += 1;
  return counts;
}

/** Every word must occur in a name, an address, a number, the listing's title or the message itself. */
export function findInquiries(inquiries: Inquiry[], filter: InquiryFilter, search: string): Inquiry[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return inquiries.filter((inquiry) => {
    if (filter !== 'all' && inquiry.status !== filter) return false;
    const { name, email, phone, property, message } = inquiry;
    const text = [name, email, phone, property?.title, message].join('\n').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export const replyMethodLabel: Record<ReplyMethod, string> = { email: 'Email', phone: 'Phone', sms: 'SMS' };

const replyMethodWords: Record<ReplyMethod, string> = {
  email: 'by email',
  phone: 'by phone',
  sms: 'by SMS',
};

export interface ReplyWords {
  /** 'You replied by email' */
  title: string;
  /** What became of it. */
  delivery: string;
  tone: 'success' | 'warning' | 'danger' | 'neutral';
}

/** What to tell of the reply that is stored; null while there is none. */
export function replyWords(inquiry: Pick<Inquiry, 'reply_method' | 'reply_delivery'>): ReplyWords | null {
  const { reply_method: method, reply_delivery: delivery } = inquiry;
  if (!method) return null;
  const title = `You replied ${replyMethodWords[method]}`;
  if (method !== 'email') return { title, delivery: 'Recorded', tone: 'neutral' };
  if (delivery === 'failed')
    return { title, delivery: 'Not delivered. Check the address and reply again.', tone: 'danger' };
  if (delivery === 'queued') return { title, delivery: 'Waiting for the mail server', tone: 'warning' };
  return { title, delivery: 'Sent', tone: 'success' };
}

export function statusFailure(error: unknown): string {
  return error instanceof NetworkFailure ? 'Network error' : 'Failed to update contact status';
}
