import { queryOptions } from '@tanstack/react-query';
import type { Property, PropertyList } from '#shared/contracts/properties.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { pickSimilar } from './similar.ts';

const CANDIDATES = 24;
export const SIMILAR_COUNT = 4;

/** Available listings of the same kind in the same city. */
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
      return pickSimilar(property, properties, SIMILAR_COUNT);
    },
    staleTime: 5 * 60_000,
  });

/** Counting is the server's business: a failure is none of the visitor's. */
export async function countView(propertyId: number): Promise<void> {
  try {
    await callApi('POST', `/api/properties/${propertyId}/views`);
  } catch (error) {
    console.warn('The view was not counted', error);
  }
}
