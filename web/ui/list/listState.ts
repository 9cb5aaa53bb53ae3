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
import type { TableSort } from '../dataTable/DataTable.tsx';

/** A list's state, which is stored in the address. Its names are also the API's parameters. Pages start at 1. */
export type ListState<Schema extends UrlSchema> = UrlValues<Schema> & { page: number };

/** Parameters of the order, which is no filter and is not cleared. */
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

/** Every change except of the page resets the page to 1 (specification, part 3 §4). */
export function changeListState<State extends { page: number }>(state: State, changes: Partial<State>): State {
  return { ...state, page: 1, ...changes };
}

const filterNames = (schema: UrlSchema) => Object.keys(schema).filter((name) => !ORDER_NAMES.includes(name));

export function hasFilters<Schema extends UrlSchema>(schema: Schema, state: UrlValues<Schema>): boolean {
  return filterNames(schema).some((name) => state[name] !== defaultOf(schema, name));
}

/** The filters of a list as a text, without order and page. */
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

/** The order for the table; undefined if the list has only one. */
function readOrder({ sort, order }: Record<string, unknown>): TableSort | undefined {
  return typeof sort === 'string' ? { key: sort, order: order === 'asc' ? 'asc' : 'desc' } : undefined;
}

/** Changes the order and resets the page; unknown orders are ignored. */
export function orderList<Schema extends UrlSchema>(
  schema: Schema,
  state: ListState<Schema>,
  { key, order }: TableSort,
): ListState<Schema> {
  const isKnown = Array.isArray(schema.sort) && schema.sort.includes(key);
  return isKnown ? { ...state, page: 1, sort: key, order } : state;
}

/** Parameters of the export: filters and order, without the page. */
export function withoutPage<State extends { page: number }>({ page: _page, ...rest }: State) {
  return rest;
}

/** A list's search, filters, order and page. A search while typing replaces the history entry. */
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

/** Goes back to the last page if the current one no longer exists. */
export function useLastPage(
  { page, totalPages }: Pick<Pagination, 'page' | 'totalPages'> = { page: 1, totalPages: 1 },
  onPage: (page: number, options: { isCorrection: boolean }) => void,
): void {
  const last = Math.max(totalPages, 1);
  useEffect(() => {
    if (page > last) onPage(last, { isCorrection: true });
  }, [page, last, onPage]);
}
