import type {
  Inquiry,
  InquiryByMail,
  InquiryStatus,
  propertyInterests,
  ReplyMethod,
} from '#shared/contracts/inquiries.ts';
import { type Message, msg } from '#shared/messages.ts';
import { NetworkFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';

export type InquiryFilter = 'all' | InquiryStatus;

export const inquiryFilters = ['all', 'new', 'read', 'replied', 'closed'] as const;

export const inquiryLabel: Record<InquiryFilter, Message> = {
  all: msg('All'),
  new: msg('New'),
  read: msg('Read'),
  replied: msg('Replied'),
  closed: msg('Closed'),
};

/** An inquiry that came as an email: how, or why it stands alone. */
export const mailWords: Record<InquiryByMail, Message> = {
  answer: msg('Answered by email'),
  unknown_address: msg('This email came to an address that we never gave out. Check who wrote it.'),
  other_sender: msg('This email did not come from the person’s own address. Check who wrote it.'),
  failed_check: msg('The mail server could not prove who sent this email. Check who wrote it.'),
  closed_conversation: msg('This email came after the chat was closed.'),
};

export type InquiryAction = 'markRead' | 'reply' | 'replyAgain' | 'close' | 'reopen';

/** The agent's acts on an inquiry (specification, part 3 §4), in the order of the buttons. */
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

export const replyMethodLabel: Record<ReplyMethod, Message> = {
  email: msg('Email'),
  phone: msg('Phone'),
  sms: msg('SMS'),
};

const replyTitle: Record<ReplyMethod, Message> = {
  email: msg('You replied by email'),
  phone: msg('You replied by phone'),
  sms: msg('You replied by SMS'),
};

type ReplyWords = { title: string; delivery: string; tone: 'success' | 'warning' | 'danger' | 'neutral' };

/** The sentence about a stored reply; null without one. */
export function replyWords(
  inquiry: Pick<Inquiry, 'status' | 'reply_method' | 'reply_delivery'>,
): ReplyWords | null {
  const { status, reply_method: method, reply_delivery: delivery } = inquiry;
  if (method) return methodWords(method, delivery);
  // A reply by none of mail, telephone and text message was given in a chat.
  if (status !== 'replied') return null;
  return { title: t('You replied in the chat'), delivery: t('Sent'), tone: 'success' };
}

export function methodWords(method: ReplyMethod, delivery: Inquiry['reply_delivery']): ReplyWords {
  const title = t(replyTitle[method]);
  if (method !== 'email') return { title, delivery: t('Recorded'), tone: 'neutral' };
  if (delivery === 'failed')
    return { title, delivery: t('Not delivered. Check the address and reply again.'), tone: 'danger' };
  if (delivery === 'queued') return { title, delivery: t('Waiting for the mail server'), tone: 'warning' };
  return { title, delivery: t('Sent'), tone: 'success' };
}

export const statusFailure = (error: unknown): string =>
  error instanceof NetworkFailure ? t('Network error') : t('Failed to update contact status');

export interface ReplyDraft {
  message: string;
  method: ReplyMethod;
}

/** The dialog's first text. An undelivered mail is offered again. */
export function firstDraft(inquiry: Pick<Inquiry, 'reply_delivery' | 'reply_message'>): ReplyDraft {
  const isUndelivered = inquiry.reply_delivery === 'failed';
  return { message: (isUndelivered && inquiry.reply_message) || '', method: 'email' };
}

/** A call or an SMS needs a number. */
export const canUse = (method: ReplyMethod, inquiry: Pick<Inquiry, 'phone'>): boolean =>
  method === 'email' || Boolean(inquiry.phone);

export function replyDone({ reply_method: method, reply_delivery: delivery, name }: Inquiry): {
  text: string;
  kind: 'success' | 'info' | 'error';
} {
  if (method !== 'email') return { text: t('Reply recorded'), kind: 'success' };
  if (delivery === 'failed') return { text: t('The email to {name} was not delivered', { name }), kind: 'error' };
  if (delivery === 'queued') return { text: t('Reply saved, waiting for the mail server'), kind: 'info' };
  return { text: t('Reply sent to {name}', { name }), kind: 'success' };
}

export const interestLabel: Record<(typeof propertyInterests)[number], Message> = {
  apartment: msg('Apartment'),
  house: msg('House'),
  condo: msg('Condominium'),
  commercial: msg('Commercial'),
  land: msg('Land'),
  other: msg('Other'),
};

export const messageSentText = (agentName: string) =>
  t('{agentName} will answer by email or phone.', { agentName });
