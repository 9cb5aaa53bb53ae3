import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { z } from 'zod';
import type {
  DeskClient,
  DeskRow,
  deskCalls,
  QueueCounts,
  QueueScope,
  QueueView,
} from '#shared/contracts/desk.ts';
import { officeQuery } from '#web/features/offices/index.ts';
import { isCall, type SendResult, sendOrQueue, shownOutbox } from '#web/features/offline/index.ts';
import { callApi, newClientId } from '#web/lib/apiClient.ts';
import { invalidate, keyOf, keyOfPages, queryOf } from '#web/lib/apiQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { serverNow } from '#web/lib/serverTime.ts';
import { joinStops, listenToSocket } from '#web/lib/socket.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import {
  type ClientChange,
  changedClient,
  changedRow,
  countsAfter,
  inverseOf,
  mergeRow,
  type QueuePage,
  replaceRow,
} from './deskData.ts';
import { dropUndo, offerUndo } from './undo.ts';

export type Desk = z.infer<typeof deskCalls.get.answer>;
export type TimelinePage = z.infer<typeof deskCalls.timeline.answer>;

const personal = { isPersonal: true };
/** The most ids that the server answers at once. */
const MAX_IDS = 50;
/** Shown for so long, a client's words count as read. */
const READ_MS = 1_000;

const clientKey = (id: number) => keyOf('desk.client', { params: { id } });
const timelineKey = (id: number) => keyOfPages('desk.timeline', { params: { id } });
/** A row as it was last known, wherever it was shown; no call answers it alone. */
const rowKey = (id: number) => ['deskRow', id] as const;
const changeKey = (id: number) => ['desk.update', id] as const;

export const invalidateDesk = (client: QueryClient) => invalidate(client, 'desk', 'availability');

/** Left out where it is the server's default. */
const scopeInCall = (scope: QueueScope) => (scope === 'own' ? undefined : scope);

/** How many clients are in each part of the queue, and today's viewings. */
export const deskQuery = (scope: QueueScope = 'own') =>
  queryOptions({ ...queryOf('desk.get', { query: { scope: scopeInCall(scope) } }), meta: personal });

const queueKey = ['desk.queue'] as const;
type QueueFilter = { scope: QueueScope; view: QueueView; search: string };

/** One part of the queue, page after page; while a search is typed the rows before stay until the next have come. */
export const queueQuery = (view: QueueView, search = '', scope: QueueScope = 'own') =>
  infiniteQueryOptions({
    // Search results are not kept for reading offline.
    queryKey: [...keyOf('desk.queue', { query: { scope, view, search } }), search ? 'found' : 'pages'],
    queryFn: async ({ pageParam, signal, client }) => {
      const query = { scope: scopeInCall(scope), view, search, after: pageParam };
      const page = await callApi('desk.queue', { query }, { signal });
      client.setQueryData(deskQuery(scope).queryKey, (desk) => desk && { ...desk, counts: page.counts });
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    ...(search ? { placeholderData: keepPreviousData } : {}),
    meta: personal,
  });

export const clientQuery = (id: number) =>
  queryOptions({ ...queryOf('desk.client', { params: { id } }), meta: personal });

/** The timeline of the agent and one client, the newest page first. Reading it marks nothing as read. */
export const timelineQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: timelineKey(id),
    queryFn: ({ pageParam, signal }) =>
      callApi('desk.timeline', { params: { id }, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries, has_older }) => {
      const oldest = entries.at(-1);
      return has_older && oldest ? `${oldest.at},${oldest.id}` : undefined;
    },
    meta: personal,
  });

export function prefetchClient(client: QueryClient, id: number): void {
  void client.prefetchQuery(clientQuery(id));
  void client.prefetchInfiniteQuery(timelineQuery(id));
}

/** The first data of the Desk, for users who may open one. */
export const prefetchDesk: Prefetch = (client) =>
  readStoredSession()?.user.role === 'agent'
    ? [
        client.prefetchQuery(deskQuery()),
        client.prefetchInfiniteQuery(queueQuery('needs_me')),
        client.prefetchQuery(officeQuery),
      ]
    : [];

/** The row as it was last known: wherever it is shown, or as it was when it left the queue. */
export function findRow(client: QueryClient, id: number): DeskRow | undefined {
  const opened = client.getQueryState<DeskClient>(clientKey(id));
  const alone = client.getQueryState<DeskRow>(rowKey(id));
  const known: { row: DeskRow | undefined; at: number }[] = [
    { row: opened?.data?.row, at: opened?.dataUpdatedAt ?? 0 },
    { row: alone?.data, at: alone?.dataUpdatedAt ?? 0 },
  ];
  for (const { state } of client.getQueryCache().findAll({ queryKey: queueKey })) {
    const rows = (state.data as InfiniteData<QueuePage> | undefined)?.pages.flatMap((page) => page.rows);
    known.push({ row: rows?.find((row) => row.id === id), at: state.dataUpdatedAt });
  }
  // A queue that is not on the screen is not fetched again.
  const newest = known.sort((a, b) => (b.row?.version ?? 0) - (a.row?.version ?? 0) || b.at - a.at)[0];
  return newest?.row;
}

/** The row of the selected client: at once from the queue, then as it is known anywhere. */
export function useClientRow(id: number | null): DeskRow | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    ...clientQuery(id ?? 0),
    enabled: id !== null,
    select: ({ row }: DeskClient) => row,
  });
  return id === null ? undefined : (data ?? findRow(client, id));
}

/** The clients of a part of the Desk: an agent's own of every kind, or all clients of the office. */
const isInScope = (scope: QueueScope, row: DeskRow): boolean =>
  scope === 'office' ? row.kind === 'client' : isOwnRow(row);

/** The agent looks after this client; a colleague's is only read. */
export function isOwnRow({ agent }: Pick<DeskRow, 'agent'>): boolean {
  const userId = readStoredSession()?.user.id;
  return userId === undefined || agent.id === userId;
}

/** Puts a row wherever it is shown or counted. @param told the server's counts; without them they follow from the row. */
export function putRow(client: QueryClient, row: DeskRow, told?: { scope: QueueScope; counts: QueueCounts }) {
  const now = serverNow();
  const before = findRow(client, row.id);
  // Answers may overtake each other.
  if (before && before.version > row.version) return;
  for (const [queryKey, data] of client.getQueriesData<InfiniteData<QueuePage>>({ queryKey: queueKey })) {
    const [, { query }] = queryKey as [string, { query: QueueFilter }];
    if (!data) continue;
    const pages = query.search
      ? replaceRow(data.pages, row)
      : mergeRow(data.pages, isInScope(query.scope, row) ? query.view : null, row, now);
    client.setQueryData(queryKey, { ...data, pages });
  }
  for (const scope of ['own', 'office'] as const)
    client.setQueryData(deskQuery(scope).queryKey, (desk) => {
      if (!desk) return desk;
      if (told?.scope === scope) return { ...desk, counts: told.counts };
      // The server counts clients without an agent again.
      return isInScope(scope, row) ? { ...desk, counts: countsAfter(desk.counts, before, row, now) } : desk;
    });
  client.setQueryData<DeskClient>(clientKey(row.id), (known) => known && { ...known, row });
  client.setQueryData(rowKey(row.id), row);
}

/** Refetches the rows of these clients and their open details. */
export async function refreshClients(client: QueryClient, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    void client.invalidateQueries({ queryKey: clientKey(id) });
    void client.invalidateQueries({ queryKey: timelineKey(id) });
  }
  let missing = await refreshRows(client, ids, 'own');
  // Colleagues' clients are pushed too, and are shown where the office's queue was opened.
  const isOfficeShown =
    client.getQueriesData({ queryKey: [...queueKey, { query: { scope: 'office' } }] }).length > 0;
  if (missing.length > 0 && isOfficeShown) missing = await refreshRows(client, missing, 'office');
  if (missing.length === 0) return;
  // A client joined with another row is nowhere any more; a client handed over may be out of sight.
  void invalidate(client, 'desk.queue', 'desk.get');
}

/** @returns the clients that are not in that queue. */
async function refreshRows(client: QueryClient, ids: readonly number[], scope: QueueScope) {
  const known = new Set<number>();
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const asked = ids.slice(at, at + MAX_IDS);
    const { rows, counts } = await callApi('desk.queue', {
      query: { scope: scopeInCall(scope), view: 'all', ids: asked.join(',') },
    });
    for (const row of rows) {
      known.add(row.id);
      if (!isChanging(client, row.id)) putRow(client, row, { scope, counts });
    }
  }
  return ids.filter((id) => !known.has(id));
}

/** The agent's change is shown as made until the server has it. */
const isChanging = (client: QueryClient, id: number) =>
  client.isMutating({ mutationKey: changeKey(id) }) > 0 ||
  shownOutbox(readStoredSession()?.user.id).some(
    (entry) => isCall(entry, 'desk.update', { id }) && entry.state !== 'refused',
  );

/** Changes a client everywhere at once, with an undo by its `words`; a refused change is reverted. @returns whether it held. */
export function useUpdateClient(): (id: number, change: ClientChange, words: string) => Promise<boolean> {
  const client = useQueryClient();
  return useCallback(
    async (id, change, words) => {
      const row = findRow(client, id);
      const opened = client.getQueryData<DeskClient>(clientKey(id));
      const inverse = row && inverseOf(change, row, opened, serverNow());
      const step =
        inverse &&
        offerUndo(words, () => {
          void sendChange(client, id, inverse, t('Undone: {words}', { words })).catch(showRefusal);
        });
      try {
        await sendChange(client, id, change, words);
        return true;
      } catch (error) {
        if (step !== undefined) dropUndo(step);
        showRefusal(error);
        return false;
      }
    },
    [client],
  );
}

const showRefusal = (error: unknown) =>
  showToast(failureSentence(error, t('This could not be changed. Please try again.')), 'error');

/** A change that puts a client aside needs the version that was seen: messages since then would go unseen. */
const isPutAside = ({ done, snoozed_until }: ClientChange) => done === true || !!snoozed_until;

/** A client is put off or done; the later change overrides the earlier one. */
function merge(earlier: ClientChange, change: ClientChange): ClientChange {
  const { done, snoozed_until, ...others } = earlier;
  const isAside = change.done !== undefined || change.snoozed_until !== undefined;
  return isAside ? { ...others, ...change } : { ...earlier, ...change };
}

/** @throws the failures of callApi; by then the change is taken back. */
async function sendChange(client: QueryClient, id: number, change: ClientChange, words: string) {
  const before = findRow(client, id);
  const opened = client.getQueryData<DeskClient>(clientKey(id));
  const onTheirWay = client.getQueryCache().findAll({
    queryKey: queueKey,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data !== undefined,
  });
  const mutation = client.getMutationCache().build<SendResult<DeskRow>, Error, void, void>(
    client,
    client.defaultMutationOptions({
      mutationKey: changeKey(id),
      // One after the other, so that the last one stays.
      scope: { id: `desk client ${id}` },
      onMutate: async () => {
        // An answer on its way may be older than the change.
        await client.cancelQueries({ queryKey: clientKey(id) });
        await Promise.all(onTheirWay.map(({ queryKey }) => client.cancelQueries({ queryKey })));
        applyChange(client, id, change);
      },
      mutationFn: () => {
        const version = findRow(client, id)?.version;
        const expectation = isPutAside(change) && version !== undefined ? { expected_version: version } : {};
        return sendOrQueue({
          id: newClientId(),
          userId: readStoredSession()?.user.id ?? 0,
          kind: 'deskChange',
          call: 'desk.update',
          input: { params: { id }, body: { ...change, ...expectation } },
          mergedWith: (earlier) => merge(earlier as ClientChange, { ...change, ...expectation }),
          label: before?.name ?? t('Client'),
          detail: words,
        });
      },
      onSuccess: (result) => {
        // A queued change is shown as made.
        if (result.isQueued) return;
        const row = result.data;
        // A later change of the same client has not been answered yet, and would be taken back for a moment.
        const isLast = client.isMutating({ mutationKey: changeKey(id) }) <= 1;
        const shown = findRow(client, id);
        putRow(client, isLast || !shown ? row : { ...shown, version: row.version });
      },
      onError: () => {
        if (before) applyChange(client, id, inverseOf(change, before, opened, serverNow()));
      },
    }),
  );
  let isQueued = false;
  try {
    ({ isQueued } = await mutation.execute());
  } finally {
    // The server does not have the queued changes, and would revert them.
    if (!isQueued) {
      void invalidate(client, 'desk.get');
      for (const { queryKey } of onTheirWay) void client.invalidateQueries({ queryKey });
      // So may the first answer to a view that was opened meanwhile.
      const opening = client.getQueryCache().findAll({
        queryKey: queueKey,
        fetchStatus: 'fetching',
        predicate: ({ state }) => state.data === undefined,
      });
      for (const { queryKey } of opening)
        void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
      // The stage is a line of the timeline; after a refusal all of it is old.
      void refreshClients(client, [id]).catch(() => undefined);
    }
  }
}

function applyChange(client: QueryClient, id: number, change: ClientChange): void {
  const now = serverNow();
  const row = findRow(client, id);
  if (row) putRow(client, changedRow(row, change, now));
  client.setQueryData<DeskClient>(clientKey(id), (known) => known && changedClient(known, change, now));
}

/** Events that arrive together (a message, its notice, its row) cause one request. */
const GATHER_MS = 120;
/** A busy hour is counted again now and then, not with every word. */
const COUNT_EVERY_MS = 1_000;

/** Keeps the Desk as the server pushes it. */
export function useDeskUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const changed = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let counting: ReturnType<typeof setTimeout> | undefined;
    let countedAt = 0;
    const askForAll = () => void invalidateDesk(client);
    const askForChanged = () => {
      timer = undefined;
      const ids = [...changed];
      changed.clear();
      refreshClients(client, ids).catch((error: unknown) => {
        console.warn('Changed clients could not be fetched', error);
        askForAll();
      });
    };
    const askForCounts = () => {
      counting ??= setTimeout(
        () => {
          counting = undefined;
          countedAt = performance.now();
          void invalidate(client, 'desk.get');
        },
        Math.max(GATHER_MS, countedAt + COUNT_EVERY_MS - performance.now()),
      );
    };
    return joinStops(
      listenToSocket('client_changed', ({ clientId }) => {
        if (clientId === null) return askForAll();
        changed.add(clientId);
        timer ??= setTimeout(askForChanged, GATHER_MS);
      }),
      // An act changes its client's row: this refetch updates the queue before the row's own event.
      ...(['message_notification', 'new_message', 'notification', 'viewing_changed'] as const).map((name) =>
        listenToSocket(name, askForCounts),
      ),
      // Clients of colleagues may be seen from now on, or no longer, or are with another one.
      listenToSocket('office_changed', askForAll),
      () => {
        clearTimeout(timer);
        clearTimeout(counting);
      },
    );
  }, [client]);
}

/** Marks a client's messages as read once they have been before the agent's eyes for a second. */
export function useMarkRead(id: number): void {
  const client = useQueryClient();
  const { data: unread = 0 } = useQuery({
    ...clientQuery(id),
    // A colleague's is read by the colleague.
    select: ({ row }) => (isOwnRow(row) ? row.unread : 0),
  });
  useEffect(() => {
    if (unread === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = async () => {
      try {
        await callApi('desk.read', { params: { id } });
        const row = findRow(client, id);
        if (row) putRow(client, { ...row, unread: 0 });
      } catch (error) {
        console.warn('What was shown could not be marked as read', error);
      }
    };
    const watch = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible' && document.hasFocus()) timer = setTimeout(mark, READ_MS);
    };
    watch();
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('focus', watch, { signal });
    window.addEventListener('blur', watch, { signal });
    document.addEventListener('visibilitychange', watch, { signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [client, id, unread]);
}
