import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { endOf, type Filter, fetchPage, type More, PAGE_LENGTH, type PagedList } from './pagedList.ts';
import { useDebounced } from './useSearchText.ts';

/** Entries that the server finds by a filter, loaded or not. */
export function useFound<Entry extends { id: number }, Sent extends Filter>(
  list: PagedList<Entry, unknown, Sent>,
  filter: Sent,
  isEnabled: boolean,
) {
  return useInfiniteQuery<Entry[], Error, Entry[], QueryKey, string | undefined>({
    queryKey: list.keyOfFound(filter),
    queryFn: ({ pageParam, signal }) => fetchPage(list, { before: pageParam, filter, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.length < PAGE_LENGTH ? undefined : endOf(list, page)),
    select: ({ pages }) => pages.flat(),
    enabled: isEnabled,
    meta: { isPersonal: true },
  });
}

const SEARCH_PAUSE_MS = 300;

/**
 * The server's search in a whole list after a pause in typing, beside the page's own search in the loaded part.
 * @param isNeeded whether the list is not completely loaded @param rest the list's paging, used without a search
 */
export function useFoundBeyond<
  Entry extends { id: number },
  Sent extends Filter & { search?: string | undefined },
>(
  list: PagedList<Entry, unknown, Sent>,
  { words, filter, isNeeded, rest }: { words: string; filter: Sent; isNeeded: boolean; rest: More },
) {
  const search = words.trim();
  const asked = useDebounced(search, SEARCH_PAUSE_MS);
  const isAsked = isNeeded && asked === search;
  const found = useFound(list, { ...filter, search: asked || undefined }, isAsked);
  const more: More = {
    hasMore: isAsked && found.hasNextPage,
    isLoading: found.isFetchingNextPage,
    isFailed: found.isFetchNextPageError,
    load: () => void found.fetchNextPage(),
  };
  return {
    beyond: isAsked ? (found.data ?? []) : [],
    isLooking: isNeeded && !found.isError && (found.isPending || !isAsked),
    hasFailed: isNeeded && found.isError,
    /** The first page failed; `more` reports failures of later pages. */
    hasNothing: isNeeded && found.isLoadingError,
    retry: () => void found.refetch(),
    more: isNeeded ? more : rest,
  };
}
