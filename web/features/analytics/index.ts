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
  readRange,
  useAnalyticsUpdates,
} from './figures.ts';
export { RangeBar } from './RangeBar.tsx';
export { StatCard } from './StatCard.tsx';
