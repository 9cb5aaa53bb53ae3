import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { endOf, type Filter, fetchPage, PAGE_LENGTH, type PagedList } from './pagedList.ts';

/** Those that the server finds by a filter, whether loaded or not. */
export function useFound<Entry extends { id: number }>(
  list: PagedList<Entry>,
  filter: Filter,
  isEnabled: boolean,
) {
  return useInfiniteQuery<Entry[], Error, Entry[], QueryKey, string | undefined>({
    queryKey: [...list.queryKey, 'found', filter],
    queryFn: ({ pageParam, signal }) => fetchPage(list, { before: pageParam, filter, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.length < PAGE_LENGTH ? undefined : endOf(list, page)),
    select: ({ pages }) => pages.flat(),
    enabled: isEnabled,
    meta: { isPersonal: true },
  });
}
