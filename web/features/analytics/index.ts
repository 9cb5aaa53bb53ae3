export {
  analyticsFailure,
  analyticsQuery,
  type DayRange,
  inNumbers,
  useAnalyticsUpdates,
} from './figures.ts';
export { StatCard } from './StatCard.tsx';
