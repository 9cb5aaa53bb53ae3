export { ChatHost, fetchConversations } from './ChatHost.tsx';
export { ChatProvider, useChat } from './ChatProvider.tsx';
export { RecentConversationList } from './list/ConversationList.tsx';
export { lastMessageText } from './list/listData.ts';
export { MessagesPanel } from './list/MessagesPanel.tsx';
export { RecentConversations } from './list/RecentConversations.tsx';
export { isOnScreen } from './onScreen.ts';
export { conversationListQuery, useConversationsWith, useUnreadConversations } from './queries.ts';
export { listenToReads, wasReadAfter } from './readMarks.ts';
