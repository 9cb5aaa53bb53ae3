import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

export { marketComparisonQuery, marketQuery } from './queries.ts';

export const LazyMarketSection = lazyWithRetry(async () => (await import('./MarketSection.tsx')).MarketSection);
export const LazyMarketLine = lazyWithRetry(async () => (await import('./MarketLines.tsx')).MarketLine, 'none');
export const LazyMarketComparison = lazyWithRetry(
  async () => (await import('./MarketLines.tsx')).MarketComparisonLine,
  'none',
);
export const LazyPriceHelp = lazyWithRetry(async () => (await import('./PriceHelp.tsx')).PriceHelp, 'none');
