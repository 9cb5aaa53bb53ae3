export { analyticsFailure, analyticsQuery, inNumbers, useAnalyticsUpdates } from './figures.ts';
export { StatCard } from './StatCard.tsx';
