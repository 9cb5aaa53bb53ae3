import { listingCountQuery } from '#web/features/locations/index.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { mainAreas } from '#web/lib/contact.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { categories } from './content.ts';

export const NEWEST_COUNT = 4;

/** Available listings, newest first. */
export const newestListingsQuery = queryOf('properties.list', {
  query: { status: 'available', sort: 'newest', limit: NEWEST_COUNT },
});

export const prefetchHome: Prefetch = (client) => [
  client.prefetchQuery(newestListingsQuery),
  ...categories.map(({ type }) => client.prefetchQuery(listingCountQuery({ listing_type: type }))),
  ...mainAreas.map(({ location }) => client.prefetchQuery(listingCountQuery({ location }))),
];
