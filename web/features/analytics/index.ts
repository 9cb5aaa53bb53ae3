export { analyticsFailure } from './analyticsFailure.ts';
export { inNumbers } from './figures.ts';
export { analyticsQuery, useAnalyticsUpdates } from './queries.ts';
export { StatCard } from './StatCard.tsx';
