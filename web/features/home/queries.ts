import { queryOptions } from '@tanstack/react-query';
import type { PropertyList } from '#shared/contracts/properties.ts';
import { callApi } from '#web/lib/apiClient.ts';

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
