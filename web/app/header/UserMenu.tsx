import { ChevronDown, Heart, LayoutDashboard, LogOut, UserRound } from 'lucide-react';
import type { User } from '#shared/contracts/auth.ts';
import { dashboardPath } from '#web/lib/dashboards.ts';
import { Menu } from '#web/ui/dialogs/Menu.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import styles from './SiteHeader.module.css';
import { UserSummary } from './UserSummary.tsx';
import { useLogout } from './useLogout.ts';

export function UserMenu({ user }: { user: User }) {
  const logout = useLogout();
  return (
    <Menu
      label={`Account menu of ${user.name}`}
      triggerClassName={styles.userTrigger}
      trigger={
        <>
          <Avatar src={user.avatar_url} size={36} />
          <span className="max-w-40 overflow-hidden text-ellipsis whitespace-nowrap">{user.name}</span>
          <ChevronDown size={16} aria-hidden="true" />
        </>
      }
      header={<UserSummary user={user} />}
      entries={[
        { label: 'My Dashboard', icon: <LayoutDashboard size={18} />, to: dashboardPath(user.role) },
        { label: 'My Favorites', icon: <Heart size={18} />, to: '/favorites' },
        { label: 'Profile', icon: <UserRound size={18} />, to: '/profile' },
        'divider',
        { label: 'Log Out', icon: <LogOut size={18} />, onSelect: () => void logout(), isDanger: true },
      ]}
    />
  );
}
