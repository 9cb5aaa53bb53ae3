import { marketComparisonQuery } from '#web/features/market/index.ts';
import { buildingQuery, propertyQuery } from '#web/features/properties/index.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { readId } from '#web/lib/urlState.ts';
import { opensListingPages } from '#web/lib/useSite.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { historyQuery, offersQuery } from './queries.ts';

// Fetched once they are needed; until then the server's rendering of them is shown.

const later = () => import('./LaterParts.tsx');
export const LazyCostEstimate = lazyWithRetry(async () => (await later()).CostEstimate);
export const LazyHomeOffers = lazyWithRetry(async () => (await later()).HomeOffers, 'none');
export const LazyListingHistory = lazyWithRetry(async () => (await later()).ListingHistory);
export const LazyPrintSheet = lazyWithRetry(async () => (await later()).PrintSheet, 'none');
export const LazySidebar = lazyWithRetry(async () => (await later()).Sidebar);
export const LazyContactDialog = lazyWithRetry(async () => (await later()).ContactDialog, 'dialog');
export const LazySimilarProperties = lazyWithRetry(async () => (await later()).SimilarProperties, 'none');
export const LazyVideoLink = lazyWithRetry(async () => (await later()).VideoLink, 'none');
export const LazyAgentMessageModal = lazyWithRetry(async () => (await later()).AgentMessageModal, 'dialog');

const tabs = () => import('./PropertyTabs.tsx');
export const LazyDetailsTab = lazyWithRetry(async () => (await tabs()).DetailsTab);
export const LazyLocationTab = lazyWithRetry(async () => (await tabs()).LocationTab);
export const LazyAgentTab = lazyWithRetry(async () => (await tabs()).AgentTab);

/** For a page that the browser renders itself: all parts appear at once. */
export async function preloadLaterParts(): Promise<void> {
  await Promise.all(
    [
      LazyCostEstimate,
      LazyHomeOffers,
      LazyListingHistory,
      LazyPrintSheet,
      LazySidebar,
      LazyContactDialog,
      LazySimilarProperties,
      LazyVideoLink,
      LazyDetailsTab,
      LazyLocationTab,
      LazyAgentTab,
    ].map((part) => part.preload()),
  );
}

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
