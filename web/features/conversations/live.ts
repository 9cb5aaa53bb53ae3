import type { QueryClient } from '@tanstack/react-query';
import type { Conversation, Message } from '#shared/contracts/conversations.ts';
import type { ServerEvent } from '#shared/events.ts';
import { invalidateSoon } from '#web/lib/apiQueries.ts';
import { currentConnection, joinStops, listenToSocket } from '#web/lib/socket.ts';
import { tellWorld } from '#web/lib/worldWentOn.ts';
import { type ConversationChange, listWith, listWithMessage, withMessage } from './list/listData.ts';
import { conversationListQuery, conversationQuery, threadKey } from './queries.ts';
import { isOnScreen, noteRead } from './readMarks.ts';
import { emptyThread, mergeMessages, newestUnread, type ThreadData, withRead } from './thread/threadData.ts';

/** Keeps conversations as the server pushes them. @returns ends it. */
export function followConversations(client: QueryClient, userId: number): () => void {
  const newest = new Map<number, number>();
  // Events since the connection were not heard.
  if (currentConnection() === 'online') tellWorld('connected');

  return joinStops(
    listenToSocket('new_message', (message) => {
      newest.set(message.conversationId, message.id);
      cacheMessage(client, message, userId);
    }),
    listenToSocket('messages_read', (mark) => {
      if (mark.readerId === userId) noteRead(mark.conversationId, mark.read_at);
      cacheRead(client, mark, userId, newest.get(mark.conversationId));
    }),
    listenToSocket('conversation_changed', ({ conversationId, status }) =>
      cacheChange(client, conversationId, { status }),
    ),
  );
}

const askForList = (client: QueryClient) => invalidateSoon(client, 'conversations.list', 'conversations.counts');

/** Puts a message, pushed or answered, wherever it is shown. Doing so twice changes nothing. */
export function cacheMessage(client: QueryClient, message: Message, userId: number): void {
  const { conversationId } = message;
  const threadState = client.getQueryState(threadKey(conversationId));
  // A page that is being fetched may have been read before this was stored; it is merged with the cached one.
  if (threadState?.data !== undefined || threadState?.fetchStatus === 'fetching')
    client.setQueryData<ThreadData>(threadKey(conversationId), (known = emptyThread) => ({
      ...known,
      messages: mergeMessages(known.messages, [message]),
    }));

  const news = { message, isUnread: message.sender_id !== userId && !isOnScreen(conversationId) };
  client.setQueryData<Conversation>(
    conversationQuery(client, conversationId).queryKey,
    (known) => known && withMessage(known, news),
  );
  const list = client.getQueryData(conversationListQuery.queryKey);
  if (!list) return;
  const changed = listWithMessage(list, news);
  if (changed) client.setQueryData(conversationListQuery.queryKey, changed);
  else {
    askForList(client);
    // A new conversation continues the inquiry about the same listing.
    invalidateSoon(client, 'conversations.get', 'inquiries.own');
  }
}

/** Puts a read mark in the thread and the counts. @param newestId of a pushed message; reading may have stopped before. */
function cacheRead(client: QueryClient, mark: ServerEvent<'messages_read'>, userId: number, newestId = 0) {
  const thread = client.setQueryData<ThreadData>(
    threadKey(mark.conversationId),
    (known) => known && withRead(known, mark),
  );
  if (mark.readerId !== userId) return;
  const hasUnread = newestId > mark.upToId || (thread && newestUnread(thread, userId));
  if (!hasUnread) cacheChange(client, mark.conversationId, { unread_count: 0 });
  else askForList(client);
}

export function cacheChange(client: QueryClient, id: number, change: ConversationChange): void {
  client.setQueryData<Conversation>(
    conversationQuery(client, id).queryKey,
    (known) => known && { ...known, ...change },
  );
  const { queryKey } = conversationListQuery;
  const list = client.getQueryData(queryKey);
  if (list?.some((conversation) => conversation.id === id))
    client.setQueryData(queryKey, listWith(list, id, change));
  // It is counted or found beyond the loaded ones.
  else askForList(client);
}
