import { useEffect } from 'react';
import type { Pagination } from '#shared/contracts/common.ts';

/** Where the last row of the last page went, the list goes back to the page that is the last now. */
export function useLastPage(
  { page, totalPages }: Pick<Pagination, 'page' | 'totalPages'> = { page: 1, totalPages: 1 },
  onPage: (page: number, options: { isCorrection: boolean }) => void,
): void {
  const last = Math.max(totalPages, 1);
  useEffect(() => {
    if (page > last) onPage(last, { isCorrection: true });
  }, [page, last, onPage]);
}
