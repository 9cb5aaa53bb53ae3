import {
  type DataTag,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { callAny } from './apiClient.ts';
import { invalidate } from './apiQueries.ts';
import type { AnswerOf, CallName, InputOf } from './calls.ts';

/** The most that the server answers at once. */
export const PAGE_LENGTH = 100;

/** A list that is sorted by time and of which the server answers the latest part, or the part after an entry. */
export interface PagedList<Entry extends { id: number }, Counts = unknown, Sent extends Filter = Filter> {
  call: ListCall;
  /** Where the loaded entries are cached, as one array. */
  queryKey: DataTag<readonly [ListCall, object], Entry[], Error>;
  /** Where entries found by a filter are cached, page by page. */
  keyOfFound(filter?: Sent): QueryKey;
  fetchPart(query: Sent & Part, signal: AbortSignal | undefined): Promise<Entry[]>;
  /** How many entries come after one, by kind. */
  countsQuery(query: Sent & Pick<Part, 'before'>): {
    queryKey: QueryKey;
    queryFn(context: { signal: AbortSignal }): Promise<Counts>;
  };
  /** By which the list is sorted, ISO-8601. */
  timeOf(entry: Entry): string | null;
  /** The array and each page begin with the earliest entry; else with the latest. */
  isSoonestFirst?: boolean;
}

interface Part {
  limit?: number;
  before: string | undefined;
}

export type Filter = Record<string, string | number | undefined>;

type ListCall = 'conversations.list' | 'inquiries.list' | 'notifications.list' | 'reviews.list' | 'viewings.list';
type EntryOf<Name extends ListCall> = AnswerOf<Name>[number];
/** The call that counts the rest of a list has its name in the same feature. */
type CountsCall<Name extends ListCall> = Extract<
  Name extends `${infer Own}.list` ? `${Own}.counts` : never,
  CallName
>;
type FilterOf<Name extends ListCall> = {
  [Key in Exclude<keyof NonNullable<InputOf<Name>['query']>, keyof Part>]?: string | number | undefined;
};

/** @param input the parameters of the call's path. */
export function pagedList<Name extends ListCall>(
  call: Name,
  input: Pick<InputOf<Name>, 'params'>,
  order: Pick<PagedList<EntryOf<Name>>, 'timeOf' | 'isSoonestFirst'>,
): PagedList<EntryOf<Name>, AnswerOf<CountsCall<Name>>, FilterOf<Name>> {
  const counts = call.replace('.list', '.counts') as CallName;
  return {
    ...order,
    call,
    queryKey: [call, input] as unknown as DataTag<readonly [Name, object], EntryOf<Name>[], Error>,
    keyOfFound: (filter) => [call, filter ? { ...input, query: filter } : input, 'found'],
    fetchPart: (query, signal) => callAny(call, { ...input, query }, { signal }) as Promise<EntryOf<Name>[]>,
    countsQuery: (query) => ({
      queryKey: [counts, { ...input, query }],
      queryFn: ({ signal }) =>
        callAny(counts, { ...input, query }, { signal }) as Promise<AnswerOf<CountsCall<Name>>>,
    }),
  };
}

/** Invalidates a list's cached data: the loaded entries, the found ones, and the counts of the others. */
export const invalidateList = (client: QueryClient, { call }: Pick<PagedList<never>, 'call'>) =>
  invalidate(client, call, call.replace('.list', '.counts') as CallName);

/** The last loaded entry. Entries with an id below zero are not stored yet. */
function lastLoaded<Entry extends { id: number }>(
  list: PagedList<Entry, unknown, never>,
  loaded: readonly Entry[],
) {
  const isStored = ({ id }: Entry) => id > 0;
  return list.isSoonestFirst ? loaded.find(isStored) : loaded.findLast(isStored);
}

/** The end of the loaded entries, as the server reads it. */
export function endOf<Entry extends { id: number }>(
  list: PagedList<Entry, unknown, never>,
  loaded: readonly Entry[],
) {
  const last = lastLoaded(list, loaded);
  return last && `${list.timeOf(last) ?? ''},${last.id}`;
}

function join<Entry extends { id: number }>(
  list: PagedList<Entry, unknown, never>,
  loaded: readonly Entry[],
  page: readonly Entry[],
): Entry[] {
  const known = new Set(loaded.map(({ id }) => id));
  const added = page.filter(({ id }) => !known.has(id));
  return list.isSoonestFirst ? [...added, ...loaded] : [...loaded, ...added];
}

interface Asked<Sent> {
  filter?: Sent | undefined;
  signal?: AbortSignal | undefined;
}

export const fetchPage = <Entry extends { id: number }, Sent extends Filter>(
  list: PagedList<Entry, unknown, Sent>,
  { before, filter, signal }: { before: string | undefined } & Asked<Sent>,
): Promise<Entry[]> => list.fetchPart({ limit: PAGE_LENGTH, before, ...filter } as Sent & Part, signal);

interface Extent<Entry, Sent> extends Asked<Sent> {
  /** At least so many, if there are so many. */
  length?: number | undefined;
  /** Whether the loaded entries reach far enough; left out, the first page does. */
  isEnough?: ((loaded: readonly Entry[]) => boolean) | undefined;
}

/** The latest entries, page after page. @throws the failures of callApi. */
export async function fetchPages<Entry extends { id: number }, Sent extends Filter>(
  list: PagedList<Entry, unknown, Sent>,
  { length = 0, isEnough = () => true, filter, signal }: Extent<Entry, Sent> = {},
): Promise<Entry[]> {
  let loaded: Entry[] = [];
  for (;;) {
    const page = await fetchPage(list, { before: endOf(list, loaded), filter, signal });
    loaded = join(list, loaded, page);
    if (page.length < PAGE_LENGTH || (loaded.length >= length && isEnough(loaded))) return loaded;
  }
}

/** Fetches as much of a list as is loaded again, so that entries behind 'Show more' stay. */
export async function refetchPages<Entry extends { id: number }, Sent extends Filter>(
  list: PagedList<Entry, unknown, Sent>,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
  isEnough?: (loaded: readonly Entry[]) => boolean,
): Promise<Entry[]> {
  const length = client.getQueryData(list.queryKey)?.length ?? 0;
  const loaded = await fetchPages(list, { length, isEnough, signal });
  const kept = Math.max(length, PAGE_LENGTH);
  if (isEnough || loaded.length <= kept) return loaded;
  return list.isSoonestFirst ? loaded.slice(-kept) : loaded.slice(0, kept);
}

/** Replaces the shown entry by the changed one, among the loaded entries and among the found ones. */
export function changeEntry<Entry extends { id: number }>(
  client: QueryClient,
  list: PagedList<Entry, unknown, never>,
  changed: Entry,
): void {
  const change = (entries: Entry[]) => entries.map((entry) => (entry.id === changed.id ? changed : entry));
  client.setQueryData(list.queryKey, (entries) => entries && change(entries));
  client.setQueriesData<{ pages: Entry[][] }>(
    { queryKey: [list.call], predicate: ({ queryKey }) => queryKey[2] === 'found' },
    (found) => found && { ...found, pages: found.pages.map(change) },
  );
}

/** The loaded entries, which are kept up to date, and the entries found beyond them. */
export function withFound<Entry extends { id: number }>(
  loaded: readonly Entry[],
  found: readonly Entry[] = [],
): Entry[] {
  const known = new Set(loaded.map(({ id }) => id));
  return [...loaded, ...found.filter(({ id }) => !known.has(id))];
}

export interface More {
  hasMore: boolean;
  isLoading: boolean;
  isFailed: boolean;
  load(): void;
}

interface Rest<Counts> extends More {
  /** How many are not loaded, by kind; undefined until the server has counted them, or when there are none. */
  counts: Counts | undefined;
}

/** The server's counts of the entries that are not loaded. For a short list the server is not asked. */
export function useRest<Entry extends { id: number }, Counts extends { all: number }, Sent extends Filter>(
  list: PagedList<Entry, Counts, Sent>,
  loaded: readonly Entry[] | undefined,
  filterOf?: (last: Entry) => Sent,
): Rest<Counts> {
  const client = useQueryClient();
  const countedAfter = (entries: readonly Entry[]) => {
    const last = lastLoaded(list, entries);
    const query = { before: endOf(list, entries), ...(last && filterOf?.(last)) } as Sent & Part;
    return { ...list.countsQuery(query), meta: { isPersonal: true } };
  };
  const isLong = loaded !== undefined && loaded.length >= PAGE_LENGTH;
  const counted = useQuery({
    ...countedAfter(loaded ?? []),
    enabled: isLong,
    placeholderData: keepPreviousData,
  });
  const counts = isLong ? counted.data : undefined;
  const more = useMore(list, isLong && (counted.isError || (counts?.all ?? 0) > 0), async (entries) => {
    // Counted before they are shown: a sum of both is never wrong in between.
    await client.prefetchQuery(countedAfter(entries));
  });
  return { ...more, counts };
}

/** Loads the next page of a list. @param prepare called with the entries that will be loaded then. */
export function useMore<Entry extends { id: number }>(
  list: PagedList<Entry, unknown, never>,
  hasMore: boolean,
  prepare?: (loaded: Entry[]) => Promise<void>,
): More {
  const client = useQueryClient();
  const { mutate, isPending, isError } = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const before = client.getQueryData(list.queryKey) ?? [];
      const page = await fetchPage(list, { before: endOf(list, before) });
      await prepare?.(join(list, before, page));
      client.setQueryData(list.queryKey, (loaded) => loaded && join(list, loaded, page));
      // A pending answer is as long as the list was; and where no answer came, the counted entries are gone by now.
      const isFetching = client.getQueryState(list.queryKey)?.fetchStatus === 'fetching';
      if (isFetching || page.length === 0) await invalidateList(client, list);
    },
  });
  return { hasMore, isLoading: isPending, isFailed: isError, load: () => !isPending && mutate() };
}
