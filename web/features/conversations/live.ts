import type { QueryClient } from '@tanstack/react-query';
import { currentConnection, listenToConnection, listenToSocket } from '#web/lib/socket.ts';
import { cacheChange, cacheMessage, cacheRead } from './chatCache.ts';
import { conversationsKey, threadsKey } from './queries.ts';
import { clearReadMarks, noteRead } from './readMarks.ts';
import { clearDrafts } from './thread/pendingMessages.ts';

/** Keeps conversations as the server pushes them, and fetches what was missed after every reconnect. @returns ends it. */
export function followConversations(client: QueryClient, userId: number): () => void {
  /** The newest pushed message of each conversation. */
  const newest = new Map<number, number>();
  let isBehind = false;
  let isOnline = false;

  const followConnection = () => {
    const wasOnline = isOnline;
    isOnline = currentConnection() === 'online';
    if (!isOnline || wasOnline) return;
    void client.invalidateQueries({
      queryKey: conversationsKey,
      predicate: ({ queryKey }) => queryKey[1] !== threadsKey[1],
    });
    catchUpThreads();
  };
  const catchUpThreads = () => {
    // Getting messages marks them read, so nothing is fetched while nobody looks.
    isBehind = document.visibilityState !== 'visible';
    if (!isBehind) void client.invalidateQueries({ queryKey: threadsKey });
  };

  const ends = [
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
    listenToConnection(followConnection),
  ];
  const onVisible = () => {
    if (isBehind) catchUpThreads();
  };
  document.addEventListener('visibilitychange', onVisible);
  followConnection();

  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    for (const end of ends) end();
    clearDrafts();
    clearReadMarks();
  };
}
