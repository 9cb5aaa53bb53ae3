export {
  clearBrowsingHistory,
  recordViewed,
  useBrowsingHistory,
  ViewedBadge,
} from './browsingHistory.tsx';
export { RecentlyViewedTab } from './RecentlyViewedTab.tsx';
