import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PropertyList } from '#shared/contracts/properties.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { countWords } from '#web/lib/countWords.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';

interface CountFilter {
  location?: string;
  listing_type?: 'sale' | 'rent' | 'lease';
}

/** How many listings can still be had, without fetching them: what the list behind the count will say. */
const listingCountQuery = (filter: CountFilter) =>
  queryOptions({
    queryKey: ['properties', 'count', filter],
    queryFn: async ({ signal }) => {
      const query = { ...filter, status: 'available', limit: 1 };
      const list = await callApi<PropertyList>('GET', '/api/properties', { query, signal });
      return list.pagination.total;
    },
    staleTime: 5 * 60_000,
  });

/** 'N properties', as the server counts them now; nothing where it does not say. */
export function ListingCount({ filter }: { filter: CountFilter }) {
  const { data, isPending } = useQuery(listingCountQuery(filter));
  if (isPending) return <Skeleton width="6.5rem" height="1.25em" />;
  return data === undefined ? null : countWords(data, 'property', 'properties');
}
