import type { QueryClient } from '@tanstack/react-query';
import { areas } from '#shared/areas.ts';
import { marketQuery } from '#web/features/market/index.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { areaListingsQuery, type CountFilter, listingCountQuery, offers } from './queries.ts';

// Apart from the queries, which the home page needs without the texts and places of the areas.

const prefetchCounts = (client: QueryClient, filters: CountFilter[]) =>
  filters.map((filter) => client.prefetchQuery(listingCountQuery(filter)));

export const prefetchLocations: Prefetch = (client) =>
  prefetchCounts(
    client,
    areas.map(({ location }) => ({ location })),
  );

export const prefetchLocation: Prefetch = (client, { params }) => {
  const area = areas.find(({ slug }) => slug === params.slug);
  if (!area) return [];
  const { location, nearby } = area;
  const closeBy = areas.filter(({ slug }) => nearby.includes(slug));
  return [
    client.prefetchQuery(areaListingsQuery(location)),
    client.prefetchQuery(marketQuery({ area: area.slug })),
    ...prefetchCounts(client, [
      ...offers.map((listing_type) => ({ location, listing_type })),
      ...closeBy.map((other) => ({ location: other.location })),
    ]),
  ];
};
