import { queryOptions } from '@tanstack/react-query';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { queryOf } from '#web/lib/apiQueries.ts';

/** The figures are computed a few times a day. */
const staleTime = 10 * 60_000;

interface MarketFilter {
  /** A slug or a name. */
  area: string;
  type?: PropertyType | undefined;
  listing_type?: ListingType | undefined;
}

export const marketQuery = (filter: MarketFilter) =>
  queryOptions({ ...queryOf('market.figures', { query: { ...filter } }), staleTime });

export const marketComparisonQuery = (propertyId: number) =>
  queryOptions({ ...queryOf('market.ofProperty', { params: { id: propertyId } }), staleTime });
