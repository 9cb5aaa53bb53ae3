export { ClientMessages } from './ClientMessages.tsx';
export { ContactWays } from './ContactWays.tsx';
export { InquiryCard } from './InquiryCard.tsx';
export {
  inquiryLabel,
  methodWords,
  type ReplyDraft,
  replyDone,
  statusFailure,
} from './inquiryRules.ts';
export { LazyAgentMessageModal, MessageForm } from './LazyMessageForm.tsx';
export { interestLabel, messageSentText } from './messageDraft.ts';
export {
  useInquiries,
  useInquiryUpdates,
  useSetInquiryStatus,
  useUnansweredInquiries,
} from './queries.ts';
export { ReplyDialog } from './ReplyDialog.tsx';
