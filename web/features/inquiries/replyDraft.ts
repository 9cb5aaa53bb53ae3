import type { Inquiry, ReplyMethod } from '#shared/contracts/inquiries.ts';

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
