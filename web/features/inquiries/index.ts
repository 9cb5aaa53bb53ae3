export { AgentMessageModal } from './AgentMessageModal.tsx';
export { ClientMessages } from './ClientMessages.tsx';
export { InquiryCard } from './InquiryCard.tsx';
export { countInquiries } from './inquiryRules.ts';
export { MessageForm } from './LazyMessageForm.tsx';
export { messageSentText } from './messageDraft.ts';
export { clientsKey, inquiriesQuery, useInquiryUpdates } from './queries.ts';
export { ReplyDialog } from './ReplyDialog.tsx';
export type { ReplyDraft } from './replyDraft.ts';
