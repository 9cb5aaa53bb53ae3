export { ChartCard } from './ChartCard.tsx';
export {
  analyticsFailure,
  analyticsQuery,
  type DayRange,
  durationWords,
  inNumbers,
  percentWords,
  type RangeChoice,
  rangeLabel,
  rangeOf,
  rangeWords,
  useAnalyticsUpdates,
} from './figures.ts';
export { StatCard } from './StatCard.tsx';
