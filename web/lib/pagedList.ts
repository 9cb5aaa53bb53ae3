import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi } from './apiClient.ts';

/** The most that the server answers at once. */
export const PAGE_LENGTH = 100;

/** A list that is sorted by time and of which the server answers the latest part, or the part after an entry. */
export interface PagedList<Entry extends { id: number }> {
  /** Where the loaded entries are cached, as one array. */
  queryKey: QueryKey;
  path: string;
  /** By which the list is sorted, ISO-8601. */
  timeOf(entry: Entry): string | null;
  /** The array and each page begin with the earliest entry; else with the latest. */
  isSoonestFirst?: boolean;
}

export type Filter = Record<string, string | number | undefined>;

/** What is loaded so far ends at this entry. Entries with an id below zero are not stored yet. */
function lastLoaded<Entry extends { id: number }>(list: PagedList<Entry>, loaded: readonly Entry[]) {
  const isStored = ({ id }: Entry) => id > 0;
  return list.isSoonestFirst ? loaded.find(isStored) : loaded.findLast(isStored);
}

/** The place in the list where what is loaded ends, as the server reads it. */
export function endOf<Entry extends { id: number }>(list: PagedList<Entry>, loaded: readonly Entry[]) {
  const last = lastLoaded(list, loaded);
  return last && `${list.timeOf(last) ?? ''},${last.id}`;
}

function join<Entry extends { id: number }>(
  list: PagedList<Entry>,
  loaded: readonly Entry[],
  page: readonly Entry[],
): Entry[] {
  const known = new Set(loaded.map(({ id }) => id));
  const added = page.filter(({ id }) => !known.has(id));
  return list.isSoonestFirst ? [...added, ...loaded] : [...loaded, ...added];
}

export function fetchPage<Entry extends { id: number }>(
  list: PagedList<Entry>,
  {
    before,
    filter,
    signal,
  }: { before: string | undefined; filter?: Filter; signal?: AbortSignal | undefined },
): Promise<Entry[]> {
  const query = { limit: PAGE_LENGTH, before, ...filter };
  return callApi<Entry[]>('GET', list.path, { query, signal });
}

interface Extent<Entry> {
  /** At least so many, if there are so many. */
  length?: number | undefined;
  /** Whether what is loaded reaches far enough; it does after the first page when this is left out. */
  isEnough?: ((loaded: readonly Entry[]) => boolean) | undefined;
  filter?: Filter;
  signal?: AbortSignal | undefined;
}

/** The latest entries, page after page. @throws what callApi throws. */
export async function fetchPages<Entry extends { id: number }>(
  list: PagedList<Entry>,
  { length = 0, isEnough = () => true, filter = {}, signal }: Extent<Entry> = {},
): Promise<Entry[]> {
  let loaded: Entry[] = [];
  for (;;) {
    const page = await fetchPage(list, { before: endOf(list, loaded), filter, signal });
    loaded = join(list, loaded, page);
    if (page.length < PAGE_LENGTH || (loaded.length >= length && isEnough(loaded))) return loaded;
  }
}

/** Fetches anew as much of a list as is loaded, so that nobody loses what they had 'Show more' for. */
export async function refetchPages<Entry extends { id: number }>(
  list: PagedList<Entry>,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
  isEnough?: (loaded: readonly Entry[]) => boolean,
): Promise<Entry[]> {
  const length = client.getQueryData<Entry[]>(list.queryKey)?.length ?? 0;
  const loaded = await fetchPages(list, { length, isEnough, signal });
  const kept = Math.max(length, PAGE_LENGTH);
  if (isEnough || loaded.length <= kept) return loaded;
  return list.isSoonestFirst ? loaded.slice(-kept) : loaded.slice(0, kept);
}

/** Puts a changed entry in the place of the one that is shown, among the loaded ones and among those found. */
export function changeEntry<Entry extends { id: number }>(
  client: QueryClient,
  list: PagedList<Entry>,
  changed: Entry,
): void {
  const change = (entries: Entry[]) => entries.map((entry) => (entry.id === changed.id ? changed : entry));
  client.setQueryData<Entry[]>(list.queryKey, (entries) => entries && change(entries));
  client.setQueriesData<{ pages: Entry[][] }>(
    { queryKey: [...list.queryKey, 'found'] },
    (found) => found && { ...found, pages: found.pages.map(change) },
  );
}

/** The loaded ones, which are kept up to date, and what was found beyond them. */
export function withFound<Entry extends { id: number }>(
  loaded: readonly Entry[],
  found: readonly Entry[] = [],
): Entry[] {
  const known = new Set(loaded.map(({ id }) => id));
  return [...loaded, ...found.filter(({ id }) => !known.has(id))];
}

export interface More {
  /** There are entries that are not loaded. */
  hasMore: boolean;
  isLoading: boolean;
  isFailed: boolean;
  load(): void;
}

interface Rest<Counts> extends More {
  /** How many are not loaded, by kind; undefined until the server has counted them, or when there are none. */
  counts: Counts | undefined;
}

function restQuery<Counts>(
  list: Pick<PagedList<never>, 'path' | 'queryKey'>,
  before: string | undefined,
  filter?: Filter,
) {
  return {
    queryKey: [...list.queryKey, 'rest', before, filter],
    queryFn: ({ signal }: { signal?: AbortSignal }) =>
      callApi<Counts>('GET', `${list.path}/counts`, { query: { before, ...filter }, signal }),
    meta: { isPersonal: true },
  };
}

/** What of a list is not loaded, as the server counts it. Of a short list nothing is asked. */
export function useRest<Entry extends { id: number }, Counts extends { all: number }>(
  list: PagedList<Entry>,
  loaded: readonly Entry[] | undefined,
  filterOf?: (last: Entry) => Filter,
): Rest<Counts> {
  const client = useQueryClient();
  const countedAfter = (entries: readonly Entry[]) => {
    const last = lastLoaded(list, entries);
    return restQuery<Counts>(list, endOf(list, entries), last && filterOf?.(last));
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

/** Loads the next page of a list. @param prepare is given what will be loaded then. */
export function useMore<Entry extends { id: number }>(
  list: PagedList<Entry>,
  hasMore: boolean,
  prepare?: (loaded: Entry[]) => Promise<void>,
): More {
  const client = useQueryClient();
  const { mutate, isPending, isError } = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const before = client.getQueryData<Entry[]>(list.queryKey) ?? [];
      const page = await fetchPage(list, { before: endOf(list, before) });
      await prepare?.(join(list, before, page));
      client.setQueryData<Entry[]>(list.queryKey, (loaded) => loaded && join(list, loaded, page));
      // An answer on its way is as long as the list was; and where nothing came, what was counted is gone by now.
      const isFetching = client.getQueryState(list.queryKey)?.fetchStatus === 'fetching';
      if (isFetching || page.length === 0) await client.invalidateQueries({ queryKey: list.queryKey });
    },
  });
  return { hasMore, isLoading: isPending, isFailed: isError, load: () => !isPending && mutate() };
}
