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

interface ReplyWords {
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

export interface ReplyDraft {
  message: string;
  method: ReplyMethod;
}

export const BLANK_REPLY = 'Please enter a reply message';

/** What the dialog opens with. A mail that was not delivered is there to be sent again. */
export function firstDraft(inquiry: Pick<Inquiry, 'reply_delivery' | 'reply_message'>): ReplyDraft {
  const isUndelivered = inquiry.reply_delivery === 'failed';
  return { message: (isUndelivered && inquiry.reply_message) || '', method: 'email' };
}

/** A call or an SMS needs a number. */
export function canUse(method: ReplyMethod, inquiry: Pick<Inquiry, 'phone'>): boolean {
  return method === 'email' || Boolean(inquiry.phone);
}

/** Said when nobody answered, and the reply waits on this machine. */
export const REPLY_QUEUED = {
  text: 'Reply kept. It goes out once the server can be reached.',
  kind: 'info',
} as const;

/** Said when the reply is stored. */
export function replyDone({ reply_method: method, reply_delivery: delivery, name }: Inquiry): {
  text: string;
  kind: 'success' | 'info' | 'error';
} {
  if (method !== 'email') return { text: 'Reply recorded', kind: 'success' };
  if (delivery === 'failed') return { text: `The email to ${name} was not delivered`, kind: 'error' };
  if (delivery === 'queued') return { text: 'Reply saved, waiting for the mail server', kind: 'info' };
  return { text: `Reply sent to ${name}`, kind: 'success' };
}
