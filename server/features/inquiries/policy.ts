import type { InquiryStatus } from '#shared/contracts/inquiries.ts';

/** The transitions an agent makes by hand (specification, part 3 §4); only a reply leads to 'replied'. */
const nextStatuses: Record<InquiryStatus, readonly InquiryStatus[]> = {
  new: ['read', 'closed'],
  read: ['closed'],
  replied: ['closed'],
  closed: ['new'],
};

export const canMoveTo = (from: InquiryStatus, to: InquiryStatus): boolean => nextStatuses[from].includes(to);

export const canReply = (status: InquiryStatus): boolean => status !== 'closed';
