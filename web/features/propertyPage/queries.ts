import { queryOptions } from '@tanstack/react-query';
import type { HomeOffers } from '#shared/contracts/offers.ts';
import type { HistoryEvent, Property, PropertyList } from '#shared/contracts/properties.ts';
import { pickSimilar } from '#shared/similar.ts';
import { callApi } from '#web/lib/apiClient.ts';

const CANDIDATES = 24;
export const SIMILAR_COUNT = 4;

/** Available listings of the same kind in the same city, the most alike first; more than are shown. */
export const similarQuery = (property: Property) =>
  queryOptions({
    queryKey: ['properties', 'similar', property.id],
    queryFn: async ({ signal }) => {
      const { properties } = await callApi<PropertyList>('GET', '/api/properties', {
        query: {
          location: property.location.city,
          listing_type: property.listing_type,
          status: 'available',
          limit: CANDIDATES,
        },
        signal,
      });
      return pickSimilar(property, properties, CANDIDATES);
    },
    staleTime: 5 * 60_000,
  });

/** What happened to a listing, newest first. */
export const historyQuery = (propertyId: number) =>
  queryOptions({
    queryKey: ['properties', 'history', propertyId],
    queryFn: ({ signal }) =>
      callApi<{ events: HistoryEvent[] }>('GET', `/api/properties/${propertyId}/history`, { signal }),
  });

/** Who else offers this home. */
export const offersQuery = (propertyId: number) =>
  queryOptions({
    queryKey: ['properties', 'offers', propertyId],
    queryFn: ({ signal }) => callApi<HomeOffers>('GET', `/api/properties/${propertyId}/offers`, { signal }),
  });

/** Counting is the server's business: a failure is none of the visitor's. */
export async function countView(propertyId: number): Promise<void> {
  try {
    await callApi('POST', `/api/properties/${propertyId}/views`);
  } catch (error) {
    console.warn('The view was not counted', error);
  }
}
