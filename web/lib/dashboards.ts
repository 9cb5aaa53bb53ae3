import type { AdminAbility } from '#shared/adminRoles.ts';
import type { Role } from '#shared/contracts/auth.ts';
import { type Message, msg } from '#shared/messages.ts';

/** Target of 'My Dashboard' (specification, part 1 §2). */
export function dashboardPath(role: Role): string {
  if (role === 'admin') return '/admin-dashboard';
  if (role === 'agent') return '/agent-dashboard';
  return '/dashboard';
}

/** The admin dashboard's sections by their names in the address, with the ability that each requires. */
export const adminSections = [
  { id: 'overview', label: msg('Overview'), ability: 'figures.read' },
  { id: 'users', label: msg('Users'), ability: 'accounts.read' },
  { id: 'agents', label: msg('Agents'), ability: 'applications.read' },
  { id: 'properties', label: msg('Properties'), ability: 'listings.read' },
  { id: 'buildings', label: msg('Buildings'), ability: 'listings.read' },
  { id: 'messages', label: msg('Messages'), ability: 'conversations.read' },
  { id: 'trust', label: msg('Trust Desk'), ability: 'trust.read' },
  { id: 'privacy', label: msg('Privacy'), ability: 'erasures.read' },
  { id: 'settings', label: msg('Settings'), ability: 'settings.manage' },
  { id: 'audit', label: msg('Audit Log'), ability: 'auditLog.read' },
  { id: 'jobs', label: msg('Background Work'), ability: 'jobs.manage' },
] as const satisfies readonly { id: string; label: Message; ability: AdminAbility }[];

export type AdminSectionId = (typeof adminSections)[number]['id'];

/** The section in the address, by default the overview. */
export const readSection = (params: URLSearchParams): AdminSectionId =>
  adminSections.find(({ id }) => id === params.get('tab'))?.id ?? 'overview';

export const abilityFor = (section: AdminSectionId): AdminAbility =>
  adminSections.find(({ id }) => id === section)?.ability ?? 'figures.read';

/** The address of a section, with the first filters of its list. */
export const sectionAddress = (tab: AdminSectionId, list: Record<string, string> = {}): string =>
  `/admin-dashboard?${new URLSearchParams({ tab, ...list })}`;
