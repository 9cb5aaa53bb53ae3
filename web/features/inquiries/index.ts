export { ClientMessages } from './ClientMessages.tsx';
export { ContactWays, InquiryCard } from './InquiryCard.tsx';
export {
  inquiryLabel,
  interestLabel,
  mailWords,
  messageSentText,
  methodWords,
  replyDone,
  statusFailure,
} from './inquiryRules.ts';
export { LazyAgentMessageModal, MessageForm } from './LazyMessageForm.tsx';
export { useInquiryUpdates, useSetInquiryStatus, useUnansweredInquiries } from './queries.ts';
export { ReplyDialog } from './ReplyDialog.tsx';
