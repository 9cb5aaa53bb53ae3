import { queryOptions } from '@tanstack/react-query';
import type { Property } from '#shared/contracts/properties.ts';
import { pickSimilar } from '#shared/similar.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';

const CANDIDATES = 24;
export const SIMILAR_COUNT = 4;

/** Available listings of the same kind in the same city, the most alike first; more than are shown. */
export const similarQuery = (property: Property) =>
  queryOptions({
    ...queryOf('properties.list', {
      query: {
        location: property.location.city,
        listing_type: property.listing_type,
        status: 'available',
        limit: CANDIDATES,
      },
    }),
    select: ({ properties }) => pickSimilar(property, properties, CANDIDATES),
    staleTime: 5 * 60_000,
  });

/** The history of a listing, newest first. */
export const historyQuery = (propertyId: number) => queryOf('properties.history', { params: { id: propertyId } });

export const offersQuery = (propertyId: number) => queryOf('offers.list', { params: { id: propertyId } });

/** Counting is the server's business: a failure is none of the visitor's. */
export async function countView(propertyId: number): Promise<void> {
  try {
    await callApi('properties.recordView', { params: { id: propertyId } });
  } catch (error) {
    console.warn('The view was not counted', error);
  }
}
