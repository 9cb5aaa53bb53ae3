import { useSearchParams } from 'react-router';

export const dashboardTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'favorites', label: 'Favorites' },
  { id: 'messages', label: 'Messages' },
  { id: 'viewed', label: 'Recently Viewed' },
  { id: 'viewings', label: 'Viewings' },
  { id: 'settings', label: 'Settings' },
] as const;

export type DashboardTab = (typeof dashboardTabs)[number]['id'];

/** The open tab stands in the address (`?tab=viewings`), where notifications lead to. */
export function useDashboardTab(): [DashboardTab, (tab: DashboardTab) => void] {
  const [parameters, setParameters] = useSearchParams();
  const named = dashboardTabs.find(({ id }) => id === parameters.get('tab'));
  const open = (tab: DashboardTab) =>
    setParameters(tab === 'overview' ? {} : { tab }, { replace: true, preventScrollReset: true });
  return [named?.id ?? 'overview', open];
}
