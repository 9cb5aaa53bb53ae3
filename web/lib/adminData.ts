import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from './apiClient.ts';

/** Every query of the admin dashboard has a key that begins so: a change makes all of them old. */
export const ADMIN_KEY = ['admin'] as const;

type ListQuery = Record<string, string | number>;

/** Figures and lists are looked at anew whenever the admin comes back to the window. */
const live = { meta: { isPersonal: true }, refetchOnWindowFocus: 'always' } as const;

export const adminQuery = <Data>(name: string, path: string) =>
  queryOptions({
    ...live,
    queryKey: [...ADMIN_KEY, name],
    queryFn: ({ signal }) => callApi<Data>('GET', path, { signal }),
  });

/** A page of a list. The page before stays on the screen until the next has come. */
export const adminListQuery = <List>(name: string, path: string, query: ListQuery) =>
  queryOptions({
    ...live,
    queryKey: [...ADMIN_KEY, name, query],
    queryFn: ({ signal }) => callApi<List>('GET', path, { query, signal }),
    placeholderData: keepPreviousData,
  });

/**
 * A change made by the admin. Lists and counters are read anew afterwards (specification, part 3 §4), also after a refusal:
 * somebody else may have been faster.
 */
export function useAdminChange<Change, Answer>(send: (change: Change) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => void client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}

/**
 * A change that answers with the row as it is now: its list shows it at once, before it is read anew.
 * @param name of the list, in its query's key and in its answer.
 */
export function useRowChange<Change, Row extends { id: number }>(
  name: string,
  send: (change: Change) => Promise<Row>,
) {
  const client = useQueryClient();
  return useAdminChange(async (change: Change) => {
    const changed = await send(change);
    client.setQueriesData<Record<string, Row[] | undefined>>(
      { queryKey: [...ADMIN_KEY, name] },
      (list) =>
        list && {
          ...list,
          [name]: list[name]?.map((row) => (row.id === changed.id ? changed : row)),
        },
    );
    return changed;
  });
}
