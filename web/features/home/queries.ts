import { listingTypes } from '#shared/listing/vocabulary.ts';
import { listingCountQuery } from '#web/features/locations/index.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { mainAreas } from '#web/lib/contact.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';

export const NEWEST_COUNT = 4;

export const newestListingsQuery = queryOf('properties.list', {
  query: { status: 'available', sort: 'newest', limit: NEWEST_COUNT },
});

export const prefetchHome: Prefetch = (client) => [
  client.prefetchQuery(newestListingsQuery),
  ...listingTypes.map((type) => client.prefetchQuery(listingCountQuery({ listing_type: type }))),
  ...mainAreas.map(({ location }) => client.prefetchQuery(listingCountQuery({ location }))),
];
