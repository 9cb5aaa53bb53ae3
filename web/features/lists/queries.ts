import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SharedList } from '#shared/contracts/lists.ts';
import { invalidate, queryOf } from '#web/lib/apiQueries.ts';
import { joinRoom, joinStops, listenToSocket } from '#web/lib/socket.ts';

export const listsQuery = queryOptions({
  ...queryOf('lists.list'),
  select: ({ lists }) => lists,
  meta: { isPersonal: true },
});

/** Read anew by each screen that opens: between two screens no change of others is heard. */
export const listQuery = (id: number) =>
  queryOptions({ ...queryOf('lists.get', { params: { id } }), staleTime: 0, meta: { isPersonal: true } });

/** The list that an invitation leads to. The call carries its token in the body: addresses are logged on the way. */
export const invitationQuery = (token: string) =>
  queryOptions({ ...queryOf('lists.look', { body: { token } }), meta: { isPersonal: true } });

/** A change that answers the list as it is then; null where an earlier try made it, whose answer was lost. */
export function useListChange<List extends SharedList | null = SharedList>() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (send: () => Promise<List>) => {
      const list = await send();
      if (list) client.setQueryData(listQuery(list.id).queryKey, list);
      void invalidate(client, list ? 'lists.list' : 'lists');
      return list;
    },
  });
}

export function useEndList() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (end: () => Promise<unknown>) => end(),
    onSettled: () => invalidate(client, 'lists'),
  });
}

/** Refetches changes of others when the server pushes them; for one list also votes and comments. */
export function useListUpdates(id?: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const stop = listenToSocket('list_changed', () => void invalidate(client, 'lists'));
    return id === undefined ? stop : joinStops(stop, joinRoom(`list ${id}`));
  }, [client, id]);
}
