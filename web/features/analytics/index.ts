export {
  analyticsFailure,
  analyticsQuery,
  type DayRange,
  durationWords,
  inNumbers,
  percentWords,
  readRange,
  useAnalyticsUpdates,
} from './figures.ts';
export { RangeBar } from './RangeBar.tsx';
export { StatCard } from './StatCard.tsx';
