import type { Role } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';

/** Where 'My Dashboard' leads (specification, part 1 §2). */
export function dashboardPath(role: Role): string {
  if (role === 'admin') return '/admin-dashboard';
  if (role === 'agent') return '/agent-dashboard';
  return '/dashboard';
}

/** The admin dashboard's sections, by their names in the address (specification, part 3 §2). */
export const adminSections = [
  { id: 'overview', label: msg('Overview') },
  { id: 'users', label: msg('Users') },
  { id: 'agents', label: msg('Agents') },
  { id: 'properties', label: msg('Properties') },
  { id: 'messages', label: msg('Messages') },
  { id: 'trust', label: msg('Trust Desk') },
  { id: 'privacy', label: msg('Privacy') },
  { id: 'settings', label: msg('Settings') },
  { id: 'audit', label: msg('Audit Log') },
  { id: 'jobs', label: msg('Background Work') },
] as const;

export type AdminSectionId = (typeof adminSections)[number]['id'];

/** The section an address names; the overview where it names none. */
export function readSection(params: URLSearchParams): AdminSectionId {
  return adminSections.find(({ id }) => id === params.get('tab'))?.id ?? 'overview';
}

/** The address of a section, with what its list starts with. */
export function sectionAddress(tab: AdminSectionId, list: Record<string, string> = {}): string {
  return `/admin-dashboard?${new URLSearchParams({ tab, ...list })}`;
}
