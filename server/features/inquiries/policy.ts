import type { InquiryStatus } from '#shared/contracts/inquiries.ts';

/** The transitions an agent makes by hand (specification, part 3 §4); 'replied' is reached by replying only. */
const nextStatuses: Record<InquiryStatus, readonly InquiryStatus[]> = {
  new: ['read', 'closed'],
  read: ['closed'],
  replied: ['closed'],
  closed: ['new'],
};

export function canMoveTo(from: InquiryStatus, to: InquiryStatus): boolean {
  return nextStatuses[from].includes(to);
}

export function canReply(status: InquiryStatus): boolean {
  return status !== 'closed';
}

/**
 * Inquiries that are an account's own, as a condition on a table of them: those sent while signed in, and those sent
 * without an account under an address that the account has confirmed.
 * @param userId SQL of the account's id. @param of the table's name in the statement and a dot, where it has another one.
 */
export const sentBy = (userId: string, of = '') =>
  `(${of}user_id = ${userId} OR (${of}user_id IS NULL AND ${of}email =
    (SELECT u.email FROM users u WHERE u.id = ${userId} AND u.email_verified_at IS NOT NULL)))`;
