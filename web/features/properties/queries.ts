import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryOf } from '#web/lib/apiQueries.ts';

/** One listing. Cards ask for it ahead of the click, so that its page opens with its contents. */
export const propertyQuery = (id: number) => queryOf('properties.get', { params: { id } });

/** Whether a listing is gone, and others like it. */
export const nearOffersQuery = (id: number) => queryOf('properties.similar', { params: { id } });

/** For a removed listing there is no reason to log in. A server that does not answer proves no removal. */
export async function isListingGone(client: QueryClient, id: number): Promise<boolean> {
  const known = await client.fetchQuery({ ...propertyQuery(id), retry: false }).catch(() => null);
  if (known && known.status !== 'sold' && known.status !== 'rented') return false;
  const near = await client.fetchQuery({ ...nearOffersQuery(id), retry: false }).catch(() => null);
  return near?.gone === true;
}

/** Public listings by id, in the requested order; removed and hidden ones are left out. At most 50. */
export const propertiesByIdsQuery = (ids: readonly number[]) =>
  queryOptions({
    ...queryOf('properties.byIds', { query: { ids: ids.join(',') } }),
    select: ({ properties }) => properties,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

export const buildingQuery = (id: number) => queryOf('buildings.get', { params: { id } });
