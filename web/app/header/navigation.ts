import { BellRing, Building, Heart, LayoutDashboard, UserRound, Users } from 'lucide-react';
import type { Role } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { dashboardPath } from '#web/lib/dashboards.ts';
import { t } from '#web/lib/i18n.tsx';

export const mainLinks = [
  { to: '/', label: msg('Home') },
  { to: '/properties', label: msg('Properties') },
  { to: '/agents', label: msg('Agents') },
  { to: '/about', label: msg('About Us') },
] as const;

export const accountLinks = (role: Role) => [
  { to: dashboardPath(role), label: t('My Dashboard'), Icon: LayoutDashboard },
  ...(role === 'agent' ? [{ to: '/desk/office', label: t('My Office'), Icon: Building }] : []),
  { to: '/favorites', label: t('My Favorites'), Icon: Heart },
  { to: '/lists', label: t('Shared Lists'), Icon: Users },
  { to: '/saved-searches', label: t('Saved Searches'), Icon: BellRing },
  { to: '/profile', label: t('Profile'), Icon: UserRound },
];
