import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Property } from '#shared/contracts/properties.ts';
import { pickSimilar } from '#shared/similar.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';

const CANDIDATES = 24;
export const SIMILAR_COUNT = 4;

/** Available listings of the same kind in the same city. */
const candidatesQuery = ({ location, listing_type }: Property) =>
  queryOptions({
    ...queryOf('properties.list', {
      query: { location: location.city, listing_type, status: 'available', limit: CANDIDATES },
    }),
    staleTime: 5 * 60_000,
  });

/** Those listings, the most alike first; more than are shown. */
export const similarQuery = (property: Property) =>
  queryOptions({
    ...candidatesQuery(property),
    select: ({ properties }) => pickSimilar(property, properties, CANDIDATES),
  });

/** The ids of the listings most like it. @throws the failures of callApi */
export async function findSimilar(client: QueryClient, property: Property, count: number): Promise<number[]> {
  const { properties } = await client.fetchQuery(candidatesQuery(property));
  return pickSimilar(property, properties, count).map(({ id }) => id);
}

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
