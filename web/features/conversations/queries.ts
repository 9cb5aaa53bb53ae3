import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Conversation, Message } from '#shared/contracts/conversations.ts';
import { MAX_MESSAGE_PAGE_SIZE, MESSAGE_PAGE_SIZE } from '#shared/limits.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { keyOfPages, queryOf } from '#web/lib/apiQueries.ts';
import { PAGE_LENGTH, pagedList, refetchPages, useRest, withFound } from '#web/lib/pagedList.ts';
import { currentConnection } from '#web/lib/socket.ts';
import { useFound } from '#web/lib/useFound.ts';
import { countUnread } from './list/listData.ts';
import {
  catchUpFrom,
  mergeMessages,
  type ThreadData,
  withMissed,
  withNewest,
  withOlder,
  withPeeked,
} from './thread/threadData.ts';

const personal = { isPersonal: true };

/** The messages of one conversation that are loaded, see `ThreadData`. */
export const threadKey = (id: number) => keyOfPages('conversations.messages', { params: { id } });

const timeOf = ({ last_message_at }: Conversation) => last_message_at;
export const conversationPages = pagedList('conversations.list', {}, { timeOf });

export const conversationListQuery = queryOptions({
  queryKey: conversationPages.queryKey,
  queryFn: (context) => refetchPages(conversationPages, context),
  meta: personal,
});

/** The loaded conversations, the counts of the others, and the number with unread messages. */
export function useConversations(refetchOnMount: 'always' | true = true) {
  const query = useQuery({ ...conversationListQuery, refetchOnMount });
  const rest = useRest(conversationPages, query.data);
  return { query, rest, unread: countUnread(query.data ?? []) + (rest.counts?.unread ?? 0) };
}

export const useUnreadConversations = () => useConversations().unread;

/** The conversations with one person, newest message first, whether loaded or not. */
export function useConversationsWith(participant: number | null) {
  const list = useQuery({ ...conversationListQuery, enabled: participant !== null });
  const loaded = list.data?.filter((conversation) => conversation.participant.id === participant) ?? [];
  const isPartial = participant !== null && (list.data?.length ?? 0) >= PAGE_LENGTH;
  const found = useFound(conversationPages, { participant: participant ?? undefined }, isPartial);
  return {
    data: isPartial ? withFound(loaded, found.data) : loaded,
    isPending: isPartial ? found.isPending : list.isPending,
  };
}

export const conversationQuery = (client: QueryClient, id: number | null) =>
  queryOptions({
    ...queryOf('conversations.get', { params: { id: id ?? 0 } }),
    enabled: id !== null,
    initialData: () =>
      client.getQueryData(conversationListQuery.queryKey)?.find((conversation) => conversation.id === id),
    initialDataUpdatedAt: () => {
      const list = client.getQueryState(conversationListQuery.queryKey);
      // Data that is outdated in the list is outdated here.
      return list?.isInvalidated ? 0 : list?.dataUpdatedAt;
    },
    meta: personal,
  });

/** The person's inquiries by agents' forms, with the answers that came by email. New answers are not pushed. */
export const ownInquiriesQuery = queryOptions({
  ...queryOf('inquiries.own'),
  refetchOnMount: 'always',
  meta: personal,
});

/** The first time the newest page; from then on the missed messages. Getting messages marks them read. */
export function threadQuery(client: QueryClient, id: number | null, userId: number) {
  const queryKey = threadKey(id ?? 0);
  return queryOptions({
    queryKey,
    enabled: id !== null,
    queryFn: async ({ signal }): Promise<ThreadData> => {
      const params = { id: id ?? 0 };
      const cached = () => client.getQueryData<ThreadData>(queryKey);
      const known = cached();
      const isLive = currentConnection() === 'online';
      let thread: ThreadData;
      if (known?.isLoaded) {
        const missed = await fetchAfter(params.id, catchUpFrom(known, userId), signal);
        // Messages pushed during this request are in the cache by now.
        thread = withMissed(cached() ?? known, missed);
      } else {
        const query = { limit: MESSAGE_PAGE_SIZE };
        const page = await callApi('conversations.messages', { params, query }, { signal });
        thread = withNewest(cached(), page, MESSAGE_PAGE_SIZE);
      }
      // Messages stored between this answer and the connection were neither answered nor pushed.
      if (isLive || currentConnection() !== 'online') return thread;
      const missed = await fetchAfter(params.id, thread.syncedTo, signal);
      return withMissed({ ...thread, messages: mergeMessages(thread.messages, cached()?.messages ?? []) }, missed);
    },
    // Messages that are shown again are the same objects; comparing a whole thread deeply buys nothing.
    structuralSharing: false,
    staleTime: 0,
    meta: personal,
  });
}

/** Merges the newest messages of a hidden conversation into its cache, and marks nothing as read. @throws the failures of callApi. */
export async function peekThread(client: QueryClient, id: number, userId: number): Promise<void> {
  const queryKey = threadKey(id);
  const cached = client.getQueryCache().find<ThreadData>({ queryKey });
  // The screen keeps shown threads up to date.
  if (cached?.isActive()) return;
  const query = { limit: MESSAGE_PAGE_SIZE, peek: '1' } as const;
  await client.fetchQuery({
    ...threadQuery(client, id, userId),
    queryFn: async ({ signal }) => {
      const page = await callApi('conversations.messages', { params: { id }, query }, { signal });
      return withPeeked(client.getQueryData<ThreadData>(queryKey), page, MESSAGE_PAGE_SIZE);
    },
    retry: false,
  });
}

async function fetchAfter(id: number, firstId: number, signal: AbortSignal): Promise<Message[]> {
  const messages: Message[] = [];
  let after = firstId;
  for (;;) {
    const query = { after, limit: MAX_MESSAGE_PAGE_SIZE };
    const page = await callApi('conversations.messages', { params: { id }, query }, { signal });
    messages.push(...page);
    after = page.at(-1)?.id ?? after;
    if (page.length < MAX_MESSAGE_PAGE_SIZE) return messages;
  }
}

/** Fetches the page before the oldest known message. @throws the failures of callApi. */
export async function fetchOlder(client: QueryClient, id: number): Promise<void> {
  const before = client.getQueryData<ThreadData>(threadKey(id))?.messages[0]?.id;
  if (before === undefined) return;
  const query = { before, limit: MESSAGE_PAGE_SIZE };
  const page = await callApi('conversations.messages', { params: { id }, query });
  const merge = (known: ThreadData | undefined) => known && withOlder(known, page, MESSAGE_PAGE_SIZE);
  client.setQueryData<ThreadData>(threadKey(id), merge);
}

const SEND_TIMEOUT_MS = 15_000;

/** A connection that died silently must not hold a message forever. */
export const sendTimeout = () => ({ signal: AbortSignal.timeout(SEND_TIMEOUT_MS) });
