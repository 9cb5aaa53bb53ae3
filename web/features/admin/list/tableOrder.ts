import { useEffect } from 'react';
import type { Pagination } from '#shared/contracts/common.ts';
import type { TableSort } from '../../../components/dataTable/tableSort.ts';

/** The order of a list as its table reads it. */
export function readOrder({ sort, order }: { sort: string; order: 'asc' | 'desc' }): TableSort {
  return { key: sort, order };
}

/** Where the last row of the last page was deleted, the list goes back to the page that is the last now. */
export function usePageInRange(
  pagination: Pagination | undefined,
  change: (changes: { page: number }, options: { isTyping: boolean }) => void,
): void {
  const { page = 1, totalPages = 1 } = pagination ?? {};
  const last = Math.max(totalPages, 1);
  useEffect(() => {
    if (page > last) change({ page: last }, { isTyping: true });
  }, [page, last, change]);
}
