import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

export { marketComparisonQuery, marketQuery } from './queries.ts';

/** The medians of an area by kind of listing, on its page. */
export const LazyMarketSection = lazyWithRetry(
  async () => (await import('./MarketSection.tsx')).MarketSection,
);
/** One line about the area that a list shows. */
export const LazyMarketLine = lazyWithRetry(
  async () => (await import('./MarketLines.tsx')).MarketLine,
  'none',
);
/** A listing's price beside its area's. */
export const LazyMarketComparison = lazyWithRetry(
  async () => (await import('./MarketLines.tsx')).MarketComparisonLine,
  'none',
);
/** Prices of similar listings beside the price field. */
export const LazyPriceHelp = lazyWithRetry(async () => (await import('./PriceHelp.tsx')).PriceHelp, 'none');
