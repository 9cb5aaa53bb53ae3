import { useCallback, useEffect, useMemo } from 'react';
import type { Pagination } from '#shared/contracts/common.ts';
import {
  defaultOf,
  readPage,
  readUrl,
  type UrlSchema,
  type UrlValues,
  useUrlState,
  writePage,
  writeUrl,
} from '#web/lib/urlState.ts';
import type { TableSort } from '../dataTable/tableSort.ts';

/** Everything a list shows follows from this, and this from the address. Its names are also its API call's. Pages start at 1. */
export type ListState<Schema extends UrlSchema> = UrlValues<Schema> & { page: number };

/** The order is no filter: clearing keeps it. */
const ORDER_NAMES: readonly string[] = ['sort', 'order'];

export function readListState<Schema extends UrlSchema>(
  schema: Schema,
  params: URLSearchParams,
): ListState<Schema> {
  return { ...readUrl(schema, params), page: readPage(params) };
}

export function writeListState<Schema extends UrlSchema>(
  schema: Schema,
  state: ListState<Schema>,
  params: URLSearchParams,
): URLSearchParams {
  return writePage(state.page, writeUrl(schema, state, params));
}

/** A change of anything but the page itself leads back to page 1 (specification, part 3 §4). */
export function changeListState<State extends { page: number }>(
  state: State,
  changes: Partial<State>,
): State {
  return { ...state, page: 1, ...changes };
}

const filterNames = (schema: UrlSchema) => Object.keys(schema).filter((name) => !ORDER_NAMES.includes(name));

export function hasFilters<Schema extends UrlSchema>(schema: Schema, state: UrlValues<Schema>): boolean {
  return filterNames(schema).some((name) => state[name] !== defaultOf(schema, name));
}

/** What tells one search of a list from another, in one text; neither its order nor the page do. */
export function describeFilters<Schema extends UrlSchema>(schema: Schema, state: UrlValues<Schema>): string {
  return JSON.stringify(filterNames(schema).map((name) => state[name]));
}

export function clearFilters<Schema extends UrlSchema>(
  schema: Schema,
  state: ListState<Schema>,
): ListState<Schema> {
  const defaults = Object.fromEntries(filterNames(schema).map((name) => [name, defaultOf(schema, name)]));
  return { ...state, ...defaults, page: 1 };
}

/** The order of a list as its table reads it; undefined where it has only one. */
function readOrder({ sort, order }: Record<string, unknown>): TableSort | undefined {
  return typeof sort === 'string' ? { key: sort, order: order === 'asc' ? 'asc' : 'desc' } : undefined;
}

/** The list in another order, from its first page; one the schema does not know changes nothing. */
export function orderList<Schema extends UrlSchema>(
  schema: Schema,
  state: ListState<Schema>,
  { key, order }: TableSort,
): ListState<Schema> {
  const isKnown = Array.isArray(schema.sort) && schema.sort.includes(key);
  return isKnown ? { ...state, page: 1, sort: key, order } : state;
}

/** What the export takes: the list's filters and order, all its pages. */
export function withoutPage<State extends { page: number }>({ page: _page, ...rest }: State) {
  return rest;
}

/** A list's search, filters, order and page. Searching as one types replaces the entry of the history. */
export function useListState<Schema extends UrlSchema>(schema: Schema) {
  const codec = useMemo(
    () => ({
      read: (params: URLSearchParams) => readListState(schema, params),
      write: (state: ListState<Schema>, params: URLSearchParams) => writeListState(schema, state, params),
    }),
    [schema],
  );
  const [state, show] = useUrlState(codec);
  const change = useCallback(
    (changes: Partial<ListState<Schema>>, { isTyping = false } = {}) =>
      show((latest) => changeListState(latest, changes), { isReplacing: isTyping }),
    [show],
  );
  const clear = useCallback(() => show((latest) => clearFilters(schema, latest)), [schema, show]);
  const openPage = useCallback(
    (page: number, { isCorrection = false } = {}) =>
      show((latest) => ({ ...latest, page }), { isReplacing: isCorrection }),
    [show],
  );
  const sortBy = useCallback(
    (sort: TableSort) => show((latest) => orderList(schema, latest, sort)),
    [schema, show],
  );
  return { state, order: readOrder(state), change, clear, openPage, sortBy };
}

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
