import type { SavedView, ViewedList } from '#shared/contracts/savedViews.ts';
import { adminQuery } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { defaultOf, readUrl, type UrlSchema, type UrlValues } from '#web/lib/urlState.ts';

export const savedViewsQuery = adminQuery('savedViews.list');

type NewView = Omit<SavedView, 'id'>;

/** Views alone are read anew after a change: no list is different for it. */
async function changing<Answer>(change: Promise<Answer>): Promise<Answer> {
  try {
    return await change;
  } finally {
    await invalidate(currentQueryClient(), 'savedViews');
  }
}

export const createView = (view: NewView) => changing(callApi('savedViews.create', { body: view }));

export const renameView = (id: number, name: string) =>
  changing(callApi('savedViews.rename', { params: { id }, body: { name } }));

export const deleteView = (id: number) => changing(callApi('savedViews.remove', { params: { id } }));

/** The stored part of a list's state: filters and order that differ from the defaults. */
export function toViewQuery<Schema extends UrlSchema>(
  schema: Schema,
  state: UrlValues<Schema>,
): Record<string, string> {
  return Object.fromEntries(
    Object.keys(schema).flatMap((name) => {
      const value = String(state[name]);
      return value === defaultOf(schema, name) ? [] : [[name, value]];
    }),
  );
}

/** All filters and the order of a view; values unknown to this version are left out. */
export function readView<Schema extends UrlSchema>(
  schema: Schema,
  { query }: Pick<SavedView, 'query'>,
): UrlValues<Schema> {
  return readUrl(schema, new URLSearchParams(query));
}

/** The view with the list's present filters. */
export function findOpenView<Schema extends UrlSchema>(
  views: readonly SavedView[],
  list: ViewedList,
  schema: Schema,
  state: UrlValues<Schema>,
): SavedView | undefined {
  const describe = (values: UrlValues<Schema>) => JSON.stringify(toViewQuery(schema, values));
  return views.find((view) => view.list === list && describe(readView(schema, view)) === describe(state));
}
