import { queryOptions } from '@tanstack/react-query';
import type { PropertyList } from '#shared/contracts/properties.ts';
import { callApi } from '#web/lib/apiClient.ts';

export const AREA_LISTINGS = 8;

export const areaListingsQuery = (location: string) =>
  queryOptions({
    queryKey: ['locations', 'listings', location],
    queryFn: ({ signal }) =>
      callApi<PropertyList>('GET', '/api/properties', {
        query: { location, status: 'available', limit: AREA_LISTINGS, sort: 'newest' },
        signal,
      }),
  });

export interface CountFilter {
  location?: string;
  listing_type?: 'sale' | 'rent' | 'lease';
}

/** How many listings can still be had, without fetching them: what the list behind the count will say. */
export const listingCountQuery = (filter: CountFilter) =>
  queryOptions({
    queryKey: ['properties', 'count', filter],
    queryFn: async ({ signal }) => {
      const query = { ...filter, status: 'available', limit: 1 };
      const list = await callApi<PropertyList>('GET', '/api/properties', { query, signal });
      return list.pagination.total;
    },
    staleTime: 5 * 60_000,
  });

/** The ways of having a home that an area's page counts. */
export const offers = ['sale', 'rent', 'lease'] as const;
