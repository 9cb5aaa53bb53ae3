import { queryOptions } from '@tanstack/react-query';
import type { PropertyList } from '#shared/contracts/properties.ts';
import { listingCountQuery } from '#web/features/locations/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { mainAreas } from '#web/lib/contact.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { categories } from './content.ts';

export const NEWEST_COUNT = 4;

/** What can still be had, newest first. */
export const newestListingsQuery = queryOptions({
  queryKey: ['home', 'newest'],
  queryFn: ({ signal }) =>
    callApi<PropertyList>('GET', '/api/properties', {
      query: { status: 'available', sort: 'newest', limit: NEWEST_COUNT },
      signal,
    }),
});

export const prefetchHome: Prefetch = (client) => [
  client.prefetchQuery(newestListingsQuery),
  ...categories.map(({ type }) => client.prefetchQuery(listingCountQuery({ listing_type: type }))),
  ...mainAreas.map(({ location }) => client.prefetchQuery(listingCountQuery({ location }))),
];
