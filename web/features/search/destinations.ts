import type { Role } from '#shared/contracts/auth.ts';

export interface Destination {
  label: string;
  url: string;
  /** Other words people look for it by. */
  also?: string;
  /** Keys that lead there; see lib/shortcutKeys.ts. */
  keys?: string;
}

export const NEW_PROPERTY: Destination = {
  label: 'Add New Property',
  url: '/agent-dashboard?tab=properties&new=1',
  also: 'create listing post',
};

const everyone: Destination[] = [
  { label: 'Home', url: '/', keys: 'g h', also: 'start' },
  { label: 'Properties', url: '/properties', also: 'listings buy rent lease map search' },
  { label: 'Agents', url: '/agents', also: 'directory' },
  { label: 'Locations', url: '/locations', also: 'areas cities districts' },
  { label: 'Compare', url: '/compare', also: 'side by side' },
  { label: 'About Us', url: '/about', also: 'company' },
];

const account: Destination[] = [
  { label: 'My Favorites', url: '/favorites', keys: 'g f', also: 'saved' },
  { label: 'Profile', url: '/profile', also: 'account password avatar' },
  { label: 'Settings', url: '/settings', keys: 'g s', also: 'preferences notifications privacy' },
];

const ofRole: Record<Role, Destination[]> = {
  user: [
    { label: 'My Dashboard', url: '/dashboard', keys: 'g d', also: 'overview' },
    { label: 'Messages', url: '/dashboard?tab=messages', keys: 'g m', also: 'chat conversations' },
    { label: 'Viewings', url: '/dashboard?tab=viewings', keys: 'g v', also: 'visits appointments' },
    { label: 'Recently Viewed', url: '/dashboard?tab=viewed', also: 'history' },
  ],
  agent: [
    NEW_PROPERTY,
    { label: 'Agent Dashboard', url: '/agent-dashboard', keys: 'g d', also: 'overview' },
    { label: 'My Properties', url: '/agent-dashboard?tab=properties', keys: 'g p', also: 'listings' },
    {
      label: 'Messages',
      url: '/agent-dashboard?tab=messages',
      keys: 'g m',
      also: 'inquiries chat conversations',
    },
    { label: 'Viewings', url: '/agent-dashboard?tab=viewings', keys: 'g v', also: 'calendar appointments' },
    {
      label: 'Analytics',
      url: '/agent-dashboard?tab=analytics',
      keys: 'g a',
      also: 'figures charts revenue',
    },
  ],
  admin: [
    { label: 'Admin Dashboard', url: '/admin-dashboard', keys: 'g d', also: 'overview' },
    { label: 'Admin: Users', url: '/admin-dashboard?tab=users', keys: 'g u', also: 'accounts people' },
    {
      label: 'Admin: Agents',
      url: '/admin-dashboard?tab=agents',
      keys: 'g a',
      also: 'applications approvals',
    },
    {
      label: 'Admin: Properties',
      url: '/admin-dashboard?tab=properties',
      keys: 'g p',
      also: 'listings moderation',
    },
    { label: 'Admin: Messages', url: '/admin-dashboard?tab=messages', keys: 'g m', also: 'conversations' },
    { label: 'Admin: Settings', url: '/admin-dashboard?tab=settings', also: 'system mail backup' },
    { label: 'Admin: Audit Log', url: '/admin-dashboard?tab=audit', also: 'history changes' },
  ],
};

/** Pages this person may open, the own tools first; a visitor's role is null. */
export function destinationsOf(role: Role | null): Destination[] {
  return role === null ? everyone : [...ofRole[role], ...account, ...everyone];
}
