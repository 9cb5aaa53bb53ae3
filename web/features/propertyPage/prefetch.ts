import { marketComparisonQuery } from '#web/features/market/index.ts';
import { buildingQuery, propertyQuery } from '#web/features/properties/index.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { readId } from '#web/lib/urlState.ts';
import { opensListingPages } from '#web/lib/useSite.ts';
import { preloadLaterParts } from './lazyParts.ts';
import { historyQuery, offersQuery } from './queries.ts';

export const prefetchProperty: Prefetch = (client, { params, userId }) => {
  const id = readId(params.id);
  if (id === null) return [];
  const ask = async () => {
    if (!(await opensListingPages(client, userId))) return;
    await client.prefetchQuery(propertyQuery(id));
    const property = client.getQueryData(propertyQuery(id).queryKey);
    if (!import.meta.env.SSR || !property) return;
    // The page's other data. A browser fetches it when it is shown.
    await Promise.all([
      client.prefetchQuery(offersQuery(id)),
      client.prefetchQuery(historyQuery(id)),
      client.prefetchQuery(marketComparisonQuery(id)),
      property.building && client.prefetchQuery(buildingQuery(property.building.id)),
    ]);
  };
  return import.meta.env.SSR ? [ask()] : [ask(), preloadLaterParts()];
};
