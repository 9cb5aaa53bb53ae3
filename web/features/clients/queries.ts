import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Client } from '#shared/contracts/clients.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate, keyOfPages, queryOf } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import { joinStops, listenToSocket } from '#web/lib/socket.ts';

const personal = { isPersonal: true };

export interface ClientFilter {
  search: string;
  needsAnswer: boolean;
}

/** Latest activity first. The previous people stay until the next have loaded. */
export const clientListQuery = ({ search, needsAnswer }: ClientFilter) =>
  infiniteQueryOptions({
    queryKey: keyOfPages('clients.list', {
      query: { search, ...(needsAnswer ? { needs_answer: 'true' } : {}) },
    }),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        'clients.list',
        {
          query: {
            page: pageParam,
            ...(search ? { search } : {}),
            ...(needsAnswer ? { needs_answer: 'true' } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    meta: personal,
  });

/** The whole history of one person with the agent. */
export const clientQuery = (key: string) =>
  queryOptions({ ...queryOf('clients.get', { params: { key } }), meta: personal });

/** Messages, answers and viewings change which clients wait; an inquiry is pushed to the whole dashboard. */
export function useClientUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => void invalidate(client, 'clients');
    return joinStops(
      listenToSocket('new_message', refresh),
      listenToSocket('messages_read', refresh),
      listenToSocket('viewing_changed', refresh),
      listenToSocket('conversation_changed', refresh),
    );
  }, [client]);
}

type Counts = Pick<Client, 'inquiries' | 'conversations' | 'viewings'>;

/** '2 inquiries · 1 chat' */
export function countsOf({ inquiries, conversations, viewings }: Counts): string {
  return [
    inquiries > 0 && t('{count, plural, one {# inquiry} other {# inquiries}}', { count: inquiries }),
    conversations > 0 && t('{count, plural, one {# chat} other {# chats}}', { count: conversations }),
    viewings > 0 && t('{count, plural, one {# viewing} other {# viewings}}', { count: viewings }),
  ]
    .filter(Boolean)
    .join(' · ');
}
