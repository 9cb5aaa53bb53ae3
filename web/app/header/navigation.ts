import { Heart, LayoutDashboard, UserRound } from 'lucide-react';
import type { Role } from '#shared/contracts/auth.ts';
import { dashboardPath } from '#web/lib/dashboards.ts';

export const mainLinks = [
  { to: '/', label: 'Home' },
  { to: '/properties', label: 'Properties' },
  { to: '/agents', label: 'Agents' },
  { to: '/about', label: 'About Us' },
] as const;

export const accountLinks = (role: Role) => [
  { to: dashboardPath(role), label: 'My Dashboard', Icon: LayoutDashboard },
  { to: '/favorites', label: 'My Favorites', Icon: Heart },
  { to: '/profile', label: 'Profile', Icon: UserRound },
];
