export { clearBrowsingHistory, recordViewed, useBrowsingHistory } from './browsingHistory.ts';
export { RecentlyViewedTab } from './RecentlyViewedTab.tsx';
export { ViewedBadge } from './ViewedBadge.tsx';
