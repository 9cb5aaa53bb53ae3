import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryOf } from '#web/lib/apiQueries.ts';

/** One listing. Cards ask for it ahead of the click, so that its page opens with its contents. */
export const propertyQuery = (id: number) => queryOf('properties.get', { params: { id } });

/** Whether a listing is gone, and others like it. */
export const nearOffersQuery = (id: number) => queryOf('properties.similar', { params: { id } });

/** Of one that is gone nothing is left to log in for. A server that does not answer says so of none. */
export async function isListingGone(client: QueryClient, id: number): Promise<boolean> {
  const known = await client.fetchQuery({ ...propertyQuery(id), retry: false }).catch(() => null);
  if (known && known.status !== 'sold' && known.status !== 'rented') return false;
  const near = await client.fetchQuery({ ...nearOffersQuery(id), retry: false }).catch(() => null);
  return near?.gone === true;
}

/** Public listings by id, in the order asked for; those that are gone or hidden are left out. At most 50. */
export const propertiesByIdsQuery = (ids: readonly number[]) =>
  queryOptions({
    ...queryOf('properties.byIds', { query: { ids: ids.join(',') } }),
    select: ({ properties }) => properties,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

/** A building with how many listings are in it and what they cost. */
export const buildingQuery = (id: number) => queryOf('buildings.get', { params: { id } });
