import { ChevronDown, Download, LogOut } from 'lucide-react';
import type { User } from '#shared/contracts/auth.ts';
import { useInstall } from '#web/features/install/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Menu, type MenuPlacement } from '#web/ui/dialogs/Menu.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { accountLinks, UserSummary } from './UserSummary.tsx';
import { useLogout } from './useLogout.ts';

interface UserMenuProps {
  user: User;
  /** Shows only the picture. */
  isCompact?: boolean;
  placement?: MenuPlacement;
}

const frame = 'transition-colors hover:border-line-strong aria-expanded:border-line-strong';

export function UserMenu({ user, isCompact = false, placement }: UserMenuProps) {
  const logout = useLogout();
  const install = useInstall();
  const { siteName } = useSite();
  return (
    <Menu
      label={t('Account menu of {name}', { name: user.name })}
      placement={placement}
      triggerClassName={
        isCompact
          ? `${frame} justify-center w-control border-2 border-transparent`
          : `${frame} gap-2.5 py-0.75 pr-3 pl-0.75 border border-line bg-surface text-md font-semibold`
      }
      trigger={
        <>
          <Avatar src={user.avatar_url} size={36} />
          {!isCompact && (
            <>
              <span dir="auto" className="max-w-40 overflow-hidden text-ellipsis whitespace-nowrap">
                {user.name}
              </span>
              <ChevronDown size={16} />
            </>
          )}
        </>
      }
      header={<UserSummary user={user} />}
      entries={[
        ...accountLinks(user.role).map(({ to, label, Icon }) => ({ to, label, icon: <Icon size={18} /> })),
        ...(install
          ? [
              {
                label: t('Install {siteName}', { siteName }),
                icon: <Download size={18} />,
                onSelect: install,
              },
            ]
          : []),
        'divider',
        { label: t('Log Out'), icon: <LogOut size={18} />, onSelect: () => void logout(), isDanger: true },
      ]}
    />
  );
}
