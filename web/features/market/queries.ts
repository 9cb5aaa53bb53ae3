import { queryOptions } from '@tanstack/react-query';
import type { MarketAnswer, MarketComparison } from '#shared/contracts/market.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { callApi } from '#web/lib/apiClient.ts';

/** They are computed a few times a day. */
const staleTime = 10 * 60_000;

interface MarketFilter {
  /** A slug or a name. */
  area: string;
  type?: PropertyType | undefined;
  listing_type?: ListingType | undefined;
}

export const marketQuery = (filter: MarketFilter) =>
  queryOptions({
    queryKey: ['market', filter],
    queryFn: ({ signal }) => callApi<MarketAnswer>('GET', '/api/market', { query: { ...filter }, signal }),
    staleTime,
  });

export const marketComparisonQuery = (propertyId: number) =>
  queryOptions({
    queryKey: ['market', 'property', propertyId],
    queryFn: ({ signal }) =>
      callApi<{ comparison: MarketComparison | null }>('GET', `/api/properties/${propertyId}/market`, {
        signal,
      }),
    staleTime,
  });
