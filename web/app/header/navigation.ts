import type { Role } from '#shared/contracts/auth.ts';

export const mainLinks = [
  { to: '/', label: 'Home' },
  { to: '/properties', label: 'Properties' },
  { to: '/agents', label: 'Agents' },
  { to: '/about', label: 'About Us' },
] as const;

/** Where 'My Dashboard' leads (specification, part 1 §2). */
export function dashboardPath(role: Role): string {
  if (role === 'admin') return '/admin-dashboard';
  if (role === 'agent') return '/agent-dashboard';
  return '/dashboard';
}
