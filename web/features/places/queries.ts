import { listingCountQuery, offers } from '#web/features/locations/index.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';

const SHOWN = 12;

export const nearListingsQuery = (slug: string) =>
  queryOf('properties.list', { query: { near: [slug], status: 'available', limit: SHOWN, sort: 'newest' } });

export const prefetchNear: Prefetch = (client, { params: { slug } }) =>
  slug
    ? [
        client.prefetchQuery(nearListingsQuery(slug)),
        ...offers.map((listing_type) => client.prefetchQuery(listingCountQuery({ near: [slug], listing_type }))),
      ]
    : [];
