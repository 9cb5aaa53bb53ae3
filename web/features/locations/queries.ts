import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#web/lib/apiClient.ts';
import { keyOf, queryOf } from '#web/lib/apiQueries.ts';

const AREA_LISTINGS = 8;

export const areaListingsQuery = (location: string) =>
  queryOf('properties.list', {
    query: { location, status: 'available', limit: AREA_LISTINGS, sort: 'newest' },
  });

export interface CountFilter {
  location?: string;
  listing_type?: 'sale' | 'rent' | 'lease';
}

const countInput = (filter: CountFilter) => ({ query: { ...filter, status: 'available', limit: 1 } }) as const;

/** Number of available listings, without fetching them: the total of the list behind the count. */
export const listingCountQuery = (filter: CountFilter) =>
  queryOptions({
    // The number alone: a page that the server renders carries it.
    queryKey: [...keyOf('properties.list', countInput(filter)), 'count'],
    queryFn: async ({ signal }) =>
      (await callApi('properties.list', countInput(filter), { signal })).pagination.total,
    staleTime: 5 * 60_000,
  });

export const offers = ['sale', 'rent', 'lease'] as const;
