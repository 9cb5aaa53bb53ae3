import { Building, Heart, LayoutDashboard, Settings, UserRound } from 'lucide-react';
import type { Role, User } from '#shared/contracts/auth.ts';
import { roleLabel } from '#shared/labels.ts';
import { dashboardPath } from '#web/lib/dashboards.ts';
import { t } from '#web/lib/i18n.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';

/** Links of the account menus; the list of the account area leads to the rest. */
export const accountLinks = (role: Role) => [
  { to: dashboardPath(role), label: t('My Dashboard'), Icon: LayoutDashboard },
  ...(role === 'agent' ? [{ to: '/desk/office', label: t('My Office'), Icon: Building }] : []),
  { to: '/favorites', label: t('My Favorites'), Icon: Heart },
  { to: '/profile', label: t('Profile'), Icon: UserRound },
  { to: '/settings', label: t('Settings'), Icon: Settings },
];

export function UserSummary({ user }: { user: User }) {
  return (
    <div className="flex gap-3 min-w-0">
      <Avatar src={user.avatar_url} size={44} />
      <div className="grid justify-items-start min-w-0">
        <div dir="auto" className="max-w-full overflow-hidden font-bold leading-[1.3] text-ellipsis">
          {user.name}
        </div>
        <div className="max-w-full mb-2 overflow-hidden text-muted text-sm text-ellipsis">{user.email}</div>
        <Badge tone="primary">{t(roleLabel[user.role])}</Badge>
      </div>
    </div>
  );
}
