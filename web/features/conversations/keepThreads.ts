import { hashKey, type QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { joinStops } from '#web/lib/socket.ts';
import { conversationListQuery, peekThread } from './queries.ts';

const KEPT_THREADS = 20;

/** Fetches the newest conversations for the offline copy, one by one, and marks nothing as read. @returns ends it. */
export function keepThreads(client: QueryClient, userId: number): () => void {
  /** Until when each thread is known. */
  const known = new Map<number, string | null>();
  const { queryKey } = conversationListQuery;
  const listHash = hashKey(queryKey);
  let isEnded = false;
  let isFetching = false;

  const nextOf = () =>
    client
      .getQueryData(queryKey)
      ?.slice(0, KEPT_THREADS)
      .find(({ id, last_message_at }) => known.get(id) !== last_message_at);
  const fetchNext = async () => {
    if (isFetching) return;
    isFetching = true;
    try {
      for (let next = nextOf(); next && !isEnded; next = nextOf()) {
        await peekThread(client, next.id, userId).catch((error: unknown) => {
          // A refused request does not stop the others.
          if (!(error instanceof ApiFailure)) throw error;
        });
        known.set(next.id, next.last_message_at);
      }
    } catch (error) {
      console.warn('A conversation could not be fetched for reading offline', error);
    }
    isFetching = false;
  };
  const stopCache = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === listHash) void fetchNext();
  });
  // No screen need have asked for the list: the Desk does without it.
  void client.prefetchQuery(conversationListQuery).then(fetchNext);
  return joinStops(stopCache, () => {
    isEnded = true;
  });
}
