import { agentQuery } from '#web/features/agents/index.ts';
import { marketComparisonQuery } from '#web/features/market/index.ts';
import { buildingQuery, propertyQuery } from '#web/features/properties/index.ts';
import type { Prefetch } from '#web/lib/queryClient.ts';
import { readId } from '#web/lib/urlState.ts';
import { opensListingPages } from '#web/lib/useSite.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { historyQuery, offersQuery } from './queries.ts';

// Fetched once they are needed; until then the server's rendering of them is shown.

const later = () => import('./LaterParts.tsx');
const tabs = () => import('./PropertyTabs.tsx');

export const Later = {
  CostEstimate: lazyWithRetry(async () => (await later()).CostEstimate),
  HomeOffers: lazyWithRetry(async () => (await later()).HomeOffers, 'none'),
  ListingHistory: lazyWithRetry(async () => (await later()).ListingHistory),
  PrintSheet: lazyWithRetry(async () => (await later()).PrintSheet, 'none'),
  Sidebar: lazyWithRetry(async () => (await later()).Sidebar),
  ContactDialog: lazyWithRetry(async () => (await later()).ContactDialog, 'dialog'),
  SimilarProperties: lazyWithRetry(async () => (await later()).SimilarProperties, 'none'),
  VideoLink: lazyWithRetry(async () => (await later()).VideoLink, 'none'),
  AgentMessageModal: lazyWithRetry(async () => (await later()).AgentMessageModal, 'dialog'),
  DetailsTab: lazyWithRetry(async () => (await tabs()).DetailsTab),
  LocationTab: lazyWithRetry(async () => (await tabs()).LocationTab),
  AgentTab: lazyWithRetry(async () => (await tabs()).AgentTab),
};

/** For a page that the browser renders itself: all parts appear at once. */
export async function preloadLaterParts(): Promise<void> {
  await Promise.all(Object.values(Later).map((part) => part.preload()));
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
      property.agent && client.prefetchQuery(agentQuery(property.agent.id)),
      property.building && client.prefetchQuery(buildingQuery(property.building.id)),
    ]);
  };
  return import.meta.env.SSR ? [ask()] : [ask(), preloadLaterParts()];
};
