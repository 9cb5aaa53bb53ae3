import { keepPreviousData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { queryOf } from './apiQueries.ts';
import type { CallName, InputArgument } from './calls.ts';

/** The queries of the admin dashboard: figures and lists are fetched anew whenever the admin comes back to the window. */
const live = { meta: { isPersonal: true, isAdmin: true }, refetchOnWindowFocus: 'always' } as const;

export const adminQuery = <Name extends CallName>(name: Name, ...input: InputArgument<Name>) => ({
  ...queryOf(name, ...input),
  ...live,
});

/** A page of a list. The page before stays on the screen until the next has come. */
export const adminListQuery = <Name extends CallName>(name: Name, ...input: InputArgument<Name>) => ({
  ...adminQuery(name, ...input),
  placeholderData: keepPreviousData,
});

export const invalidateAdmin = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.isAdmin === true });

/** A change, after which (or its refusal) each query of the dashboard is fetched anew (specification, part 3 §4). */
export function useAdminChange<Change, Answer>(send: (change: Change) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSettled: () => void invalidateAdmin(client) });
}

/**
 * A change that answers with the row as it is now: its list shows the row at once, before it is fetched anew.
 * @param list the call that answers the list. @param rows the field of the answer that holds the rows.
 */
export function useRowChange<Change, Row extends { id: number }>(
  list: CallName,
  rows: string,
  send: (change: Change) => Promise<Row>,
) {
  const client = useQueryClient();
  return useAdminChange(async (change: Change) => {
    const changed = await send(change);
    client.setQueriesData<Record<string, Row[] | undefined>>(
      { queryKey: [list] },
      (answer) =>
        answer && { ...answer, [rows]: answer[rows]?.map((row) => (row.id === changed.id ? changed : row)) },
    );
    return changed;
  });
}
