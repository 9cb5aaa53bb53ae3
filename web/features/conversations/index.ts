export { ChatHost, fetchConversations } from './ChatHost.tsx';
export { ChatProvider, useChat } from './ChatProvider.tsx';
export { keepThreads } from './keepThreads.ts';
export { RecentConversationList } from './list/ConversationList.tsx';
export { lastMessageText } from './list/listData.ts';
export { MessagesPanel } from './list/MessagesPanel.tsx';
export { RecentConversations } from './list/RecentConversations.tsx';
export { conversationListQuery, useConversationsWith, useUnreadConversations } from './queries.ts';
export { isOnScreen, listenToReads, showThread, wasReadAfter } from './readMarks.ts';
export {
  LinkedText,
  MessageRun,
  NewestButton,
  OlderPages,
  type Participant,
  TypingDots,
} from './thread/MessageLog.tsx';
export {
  type Attempt,
  beginAttempt,
  changeDraft,
  failAttempt,
  finishAttempt,
  readDraft,
  useAttempt,
  useDraft,
  useDraftCount,
} from './thread/pendingMessages.ts';
export { continuesRun, type Run, type ShownMessage } from './thread/threadData.ts';
export { useIsOtherTyping, useTypingSignal } from './thread/useChatThread.ts';
