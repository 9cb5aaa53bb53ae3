import { type AdminAbility, type AdminRole, isAllowed } from '#shared/adminRoles.ts';
import type { Role } from '#shared/contracts/auth.ts';
import { type Message, msg } from '#shared/messages.ts';
import { abilityFor } from '#web/lib/dashboards.ts';

export interface Destination {
  label: Message;
  url: string;
  /** Synonyms that people search by. */
  also?: string;
  /** Keys that lead there; see lib/shortcuts.ts. */
  keys?: string;
  /** The ability that an administrator's role needs. */
  ability?: AdminAbility;
}

export const NEW_PROPERTY: Destination = {
  label: msg('Add New Property'),
  url: '/agent-dashboard?tab=properties&new=1',
  also: 'create listing post',
};

const everyone: Destination[] = [
  { label: msg('Home'), url: '/', keys: 'g h', also: 'start' },
  { label: msg('Properties'), url: '/properties', also: 'listings buy rent lease map search' },
  { label: msg('Agents'), url: '/agents', also: 'directory' },
  { label: msg('Locations'), url: '/locations', also: 'areas cities districts' },
  { label: msg('Compare'), url: '/compare', also: 'side by side' },
  { label: msg('About Us'), url: '/about', also: 'company' },
];

const account: Destination[] = [
  { label: msg('My Favorites'), url: '/favorites', keys: 'g f', also: 'saved' },
  { label: msg('Profile'), url: '/profile', also: 'account password avatar' },
  { label: msg('Settings'), url: '/settings', keys: 'g s', also: 'preferences notifications privacy' },
];

const ofRole: Record<Role, Destination[]> = {
  user: [
    { label: msg('My Dashboard'), url: '/dashboard', keys: 'g d', also: 'overview' },
    { label: msg('Messages'), url: '/dashboard?tab=messages', keys: 'g m', also: 'chat conversations' },
    { label: msg('Viewings'), url: '/dashboard?tab=viewings', keys: 'g v', also: 'visits appointments' },
    { label: msg('Recently Viewed'), url: '/dashboard?tab=viewed', also: 'history' },
  ],
  agent: [
    NEW_PROPERTY,
    { label: msg('Inbox'), url: '/desk', keys: 'g i', also: 'desk queue clients waiting' },
    { label: msg('Calendar'), url: '/desk/calendar', keys: 'g c', also: 'desk viewings week day' },
    { label: msg('Clients'), url: '/desk/clients', keys: 'g k', also: 'desk people contacts' },
    { label: msg('Insights'), url: '/desk/insights', also: 'desk figures' },
    { label: msg('My Office'), url: '/desk/office', also: 'desk brokerage team colleagues members' },
    { label: msg('Agent Dashboard'), url: '/agent-dashboard', keys: 'g d', also: 'overview' },
    { label: msg('My Properties'), url: '/agent-dashboard?tab=properties', keys: 'g p', also: 'listings' },
    {
      label: msg('Messages'),
      url: '/agent-dashboard?tab=messages',
      keys: 'g m',
      also: 'inquiries chat conversations',
    },
    {
      label: msg('Viewings'),
      url: '/agent-dashboard?tab=viewings',
      keys: 'g v',
      also: 'calendar appointments',
    },
    {
      label: msg('Analytics'),
      url: '/agent-dashboard?tab=analytics',
      keys: 'g a',
      also: 'figures charts revenue',
    },
  ],
  admin: [
    { label: msg('Admin Dashboard'), url: '/admin-dashboard', keys: 'g d', also: 'overview' },
    {
      label: msg('Admin: Users'),
      url: '/admin-dashboard?tab=users',
      keys: 'g u',
      also: 'accounts people',
      ability: abilityFor('users'),
    },
    {
      label: msg('Admin: Agents'),
      url: '/admin-dashboard?tab=agents',
      keys: 'g a',
      also: 'applications approvals',
      ability: abilityFor('agents'),
    },
    {
      label: msg('Admin: Properties'),
      url: '/admin-dashboard?tab=properties',
      keys: 'g p',
      also: 'listings moderation',
      ability: abilityFor('properties'),
    },
    {
      label: msg('Admin: Buildings'),
      url: '/admin-dashboard?tab=buildings',
      also: 'projects condominiums towers',
      ability: abilityFor('buildings'),
    },
    {
      label: msg('Admin: Messages'),
      url: '/admin-dashboard?tab=messages',
      keys: 'g m',
      also: 'conversations',
      ability: abilityFor('messages'),
    },
    {
      label: msg('Admin: Settings'),
      url: '/admin-dashboard?tab=settings',
      also: 'system mail backup',
      ability: abilityFor('settings'),
    },
    {
      label: msg('Admin: Audit Log'),
      url: '/admin-dashboard?tab=audit',
      also: 'history changes',
      ability: abilityFor('audit'),
    },
  ],
};

/**
 * Pages this person may open, the own tools first; a visitor's role is null, and so is the admin role of users who
 * are no admin.
 */
export function destinationsOf(role: Role | null, adminRole: AdminRole | null = null): Destination[] {
  if (role === null) return everyone;
  const own = ofRole[role].filter(({ ability }) => !ability || isAllowed(adminRole, ability));
  return [...own, ...account, ...everyone];
}
