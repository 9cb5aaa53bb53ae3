import type { Pagination } from '#shared/contracts/common.ts';

const wholeNumbers = new Intl.NumberFormat('en-PH');

/** 'Showing 11 to 20 of 45 results' (specification, part 3 §2). */
export function resultsWords({ page, limit, total }: Pick<Pagination, 'page' | 'limit' | 'total'>): string {
  const first = Math.min((page - 1) * limit + 1, total);
  const last = Math.min(page * limit, total);
  const [from, to, all] = [first, last, total].map((count) => wholeNumbers.format(count));
  return `Showing ${from} to ${to} of ${all} results`;
}
