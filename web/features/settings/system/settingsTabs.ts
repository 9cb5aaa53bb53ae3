import type { SettingsCategory } from '#shared/contracts/settings.ts';

/** Specification, part 3 §2. */
export const settingsTabs = [
  { id: 'application', label: 'Application' },
  { id: 'email', label: 'Email Service' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'security', label: 'Security' },
  { id: 'backup', label: 'Backup & Recovery' },
] as const satisfies { id: SettingsCategory; label: string }[];

export function readSettingsTab(params: URLSearchParams): SettingsCategory {
  return settingsTabs.find(({ id }) => id === params.get('section'))?.id ?? 'application';
}
