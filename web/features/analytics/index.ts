export { ChartCard } from './ChartCard.tsx';
export { type Figure, RangeBar, StatCard, StatCards } from './figureParts.tsx';
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
