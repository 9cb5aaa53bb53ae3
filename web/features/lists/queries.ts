import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import type { ListInvitation, ListSummary, listsCalls, SharedList } from '#shared/contracts/lists.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { joinRoom, joinStops, listenToOnline, listenToSocket } from '#web/lib/socket.ts';

const PATH = '/api/lists';

/** The lists the person is in, the last changed first. */
export const listsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['lists', 'all', userId],
    queryFn: async ({ signal }) => (await callApi<{ lists: ListSummary[] }>('GET', PATH, { signal })).lists,
    meta: { isPersonal: true },
  });

export const listQuery = (id: number) =>
  queryOptions({
    queryKey: ['lists', 'one', id],
    queryFn: ({ signal }) => callApi<SharedList>('GET', `${PATH}/${id}`, { signal }),
    meta: { isPersonal: true },
  });

/** What a link is for. Asked by a call that carries its token in the body: addresses are written down on the way. */
export const invitationQuery = (token: string, userId: number) =>
  queryOptions({
    queryKey: ['lists', 'invitation', token, userId],
    queryFn: ({ signal }) =>
      callApi<ListInvitation>('POST', `${PATH}/invitation`, { body: { token }, signal }),
    meta: { isPersonal: true },
  });

type Method = Parameters<typeof callApi>[0];

function keep(client: QueryClient, list: SharedList): SharedList {
  client.setQueryData(listQuery(list.id).queryKey, list);
  void client.invalidateQueries({ queryKey: ['lists', 'all'] });
  return list;
}

/** A change that answers the list as it is then. */
export function useListChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ method, path, body }: { method: Method; path: string; body?: object }) =>
      keep(client, await callApi<SharedList>(method, `${PATH}${path}`, body ? { body } : {})),
  });
}

export function useMakeLink(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const answer = await callApi<z.infer<(typeof listsCalls)['makeLink']['answer']>>(
        'POST',
        `${PATH}/${id}/links`,
      );
      keep(client, answer.list);
      return answer.url;
    },
  });
}

/** Leaves or deletes a list: it is nothing to the person any more. */
export function useEndList() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (path: string) => callApi<{ id: number }>('DELETE', `${PATH}${path}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['lists'] }),
  });
}

/** Asks again for what others change, as the server tells it; of one list also votes and comments. */
export function useListUpdates(id?: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: ['lists'] });
    const stops = joinStops(listenToSocket('list_changed', ask), listenToOnline(ask));
    return id === undefined ? stops : joinStops(stops, joinRoom(`list ${id}`));
  }, [client, id]);
}
