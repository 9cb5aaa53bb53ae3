export { AgentMessageModal } from './AgentMessageModal.tsx';
export { ClientMessages } from './ClientMessages.tsx';
export { ContactWays } from './ContactWays.tsx';
export { InquiryCard } from './InquiryCard.tsx';
export type { ReplyDraft } from './inquiryRules.ts';
export { MessageForm } from './LazyMessageForm.tsx';
export { messageSentText } from './messageDraft.ts';
export { clientsKey, useInquiries, useInquiryUpdates, useUnansweredInquiries } from './queries.ts';
export { ReplyDialog } from './ReplyDialog.tsx';
