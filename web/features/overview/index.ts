export { waitingQuery } from './queries.ts';
export { OverviewTab } from './UserOverview.tsx';
