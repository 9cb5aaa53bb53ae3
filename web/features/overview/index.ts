export { statsQuery } from './queries.ts';
export { OverviewTab } from './UserOverview.tsx';
