export { ChatHost, fetchConversations } from './ChatHost.tsx';
export { ChatProvider, useChat } from './ChatProvider.tsx';
export { keepThreads } from './keepThreads.ts';
export { RecentConversationList } from './list/ConversationList.tsx';
export { lastMessageText } from './list/listData.ts';
export { MessagesPanel } from './list/MessagesPanel.tsx';
export { RecentConversations } from './list/RecentConversations.tsx';
export { isOnScreen, showThread } from './onScreen.ts';
export {
  conversationListQuery,
  useConversationsWith,
  useUnreadConversations,
} from './queries.ts';
export { listenToReads, wasReadAfter } from './readMarks.ts';
export { LinkedText, MessageRun, TypingDots } from './thread/MessageLog.tsx';
export {
  beginAttempt,
  changeDraft,
  failAttempt,
  finishAttempt,
  readDraft,
  useAttempt,
  useDraft,
  useDraftCount,
} from './thread/pendingMessages.ts';
export type { ShownMessage } from './thread/threadData.ts';
export { useIsOtherTyping, useTypingSignal } from './thread/useChatThread.ts';
