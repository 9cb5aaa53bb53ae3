import type { ListingType } from '#shared/listing/vocabulary.ts';
import { offers } from '#web/features/locations/index.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';

const SHOWN = 12;

export const nearListingsQuery = (slug: string) =>
  queryOf('properties.list', { query: { near: [slug], status: 'available', limit: SHOWN, sort: 'newest' } });

/** How many homes are offered near, and for which prices. */
export const nearOfferQuery = (slug: string, listing_type: ListingType) =>
  queryOf('properties.facets', { query: { near: [slug], listing_type, status: 'available' } });

export const prefetchNear: Prefetch = (client, { params: { slug } }) =>
  slug
    ? [
        client.prefetchQuery(nearListingsQuery(slug)),
        ...offers.map((offer) => client.prefetchQuery(nearOfferQuery(slug, offer))),
      ]
    : [];
