import type { InquiryStatus } from '#shared/contracts/inquiries.ts';

/** The transitions an agent makes by hand (specification, part 3 §4); only a reply leads to 'replied'. */
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
