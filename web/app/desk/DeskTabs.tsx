import { Search } from 'lucide-react';
import type { User } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { openPalette } from '#web/features/search/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { UserMenu } from '../header/UserMenu.tsx';
import { type SectionId, SectionLinks, sections } from './DeskRail.tsx';

interface DeskBarProps {
  user: User;
  active: SectionId;
  /** A conversation has the whole phone; the bell goes on counting. */
  isHidden: boolean;
}

/** Above the list on a phone. */
export function DeskBar({ user, active, isHidden }: DeskBarProps) {
  const label = active === 'office' ? msg('My Office') : sections.find(({ id }) => id === active)?.label;
  return (
    <div
      className={`relative z-30 flex-none items-center gap-1 min-h-13 pl-4 pr-2 bg-page ${isHidden ? 'hidden' : 'flex'}`}
    >
      <p className="mr-auto text-lg font-bold tracking-[-0.02em]" aria-hidden="true">
        {label && t(label)}
      </p>
      <IconButton
        label={t('Search, or jump to a page')}
        icon={<Search size={21} />}
        onClick={() => openPalette()}
      />
      <NotificationBell key={user.id} userId={user.id} />
      <UserMenu user={user} isCompact />
    </div>
  );
}

/** The sections at the foot of a phone. */
export function DeskTabs({ active }: { active: SectionId }) {
  return (
    <div className="relative z-30 flex-none border-t border-t-line bg-surface pb-[env(safe-area-inset-bottom)]">
      <SectionLinks active={active} className="flex gap-0.5 p-1" />
    </div>
  );
}
