import { useSearchParams } from 'react-router';

export const settingsTabs = [
  { id: 'profile', label: 'Profile', section: 'profile' },
  { id: 'notifications', label: 'Notifications', section: 'notifications' },
  { id: 'privacy', label: 'Privacy', section: 'privacy' },
  { id: 'preferences', label: 'Preferences', section: 'search' },
] as const;

export type SettingsTab = (typeof settingsTabs)[number]['id'];

/** The open tab stands in the address (`?tab=privacy`). */
export function useSettingsTab(): [SettingsTab, (tab: SettingsTab) => void] {
  const [parameters, setParameters] = useSearchParams();
  const named = settingsTabs.find(({ id }) => id === parameters.get('tab'));
  const open = (tab: SettingsTab) =>
    setParameters(tab === 'profile' ? {} : { tab }, { replace: true, preventScrollReset: true });
  return [named?.id ?? 'profile', open];
}
