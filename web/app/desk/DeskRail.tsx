import { useQuery } from '@tanstack/react-query';
import {
  Building,
  Building2,
  CalendarDays,
  ChartLine,
  Inbox,
  type LucideIcon,
  Search,
  UsersRound,
} from 'lucide-react';
import type { User } from '#shared/contracts/auth.ts';
import { type Message, msg } from '#shared/messages.ts';
import { deskQuery } from '#web/features/desk/index.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { openPalette } from '#web/features/search/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { LogoMark } from '../header/Logo.tsx';
import { UserMenu } from '../header/UserMenu.tsx';

export const sections = [
  { id: 'inbox', label: msg('Inbox'), Icon: Inbox },
  { id: 'calendar', label: msg('Calendar'), Icon: CalendarDays },
  { id: 'listings', label: msg('Listings'), Icon: Building2 },
  { id: 'clients', label: msg('Clients'), Icon: UsersRound },
  { id: 'insights', label: msg('Insights'), Icon: ChartLine },
] as const satisfies readonly { id: string; label: Message; Icon: LucideIcon }[];

/** A section of the Desk. The office is no entry of `sections`, as it is not used daily. */
export type SectionId = (typeof sections)[number]['id'] | 'office';

const MOST_SHOWN = 99;

/** Links of the Desk's sections; the inbox shows the number of waiting clients. */
export function SectionLinks({ active, className }: { active: SectionId; className: string }) {
  const { data: desk } = useQuery(deskQuery());
  const waiting = desk?.counts.needs_me ?? 0;
  return (
    <nav className={className} aria-label={t('Desk')}>
      {sections.map(({ id, label, Icon }) => (
        <Link
          key={id}
          to={id === 'inbox' ? '/desk' : `/desk/${id}`}
          className="relative grid justify-items-center content-center gap-1 min-w-0 flex-1 min-h-14 rounded-sm text-muted text-[0.6875rem] font-semibold leading-none no-underline transition-colors hover:text-ink hover:bg-[color-mix(in_srgb,var(--s-text)_5%,transparent)] aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary md:w-full md:flex-none"
          aria-current={id === active ? 'page' : undefined}
          aria-label={
            id === 'inbox' && waiting > 0
              ? t('Inbox, {count, plural, one {# needs you} other {# need you}}', { count: waiting })
              : undefined
          }
        >
          <Icon size={21} strokeWidth={1.9} />
          {t(label)}
          {id === 'inbox' && waiting > 0 && (
            <span
              className="absolute top-1 left-[calc(50%_+_0.3125rem)] min-w-[1.125rem] px-1 rounded-full bg-primary text-on-primary text-[0.6875rem] font-bold leading-[1.125rem] text-center tabular-nums after:content-[attr(data-count)]"
              data-count={waiting > MOST_SHOWN ? t('{count}+', { count: MOST_SHOWN }) : waiting}
            />
          )}
        </Link>
      ))}
    </nav>
  );
}

/** The rail beside the Desk's panes: sections, search, bell and account. */
export function DeskRail({ user, active }: { user: User; active: SectionId }) {
  const { siteName } = useSite();
  return (
    <div className="relative z-30 flex flex-none flex-col items-center gap-3 w-19 py-3 px-1.5 border-r border-r-line bg-surface">
      <Link
        to="/"
        className="grid place-items-center w-11 h-11 rounded-sm"
        aria-label={t('{siteName}, home', { siteName })}
      >
        <LogoMark />
      </Link>
      <SectionLinks active={active} className="flex flex-col gap-1 w-full" />
      <div className="grid justify-items-center gap-1 mt-auto">
        <Link
          to="/desk/office"
          className="grid place-items-center w-control h-control rounded-full text-ink no-underline transition-colors hover:bg-sunken aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
          aria-label={t('My Office')}
          title={t('My Office')}
          aria-current={active === 'office' ? 'page' : undefined}
        >
          <Building size={21} strokeWidth={1.9} />
        </Link>
        <IconButton
          label={t('Search, or jump to a page')}
          icon={<Search size={21} strokeWidth={1.9} />}
          onClick={() => openPalette()}
        />
        <NotificationBell key={user.id} userId={user.id} placement="beside" />
        <UserMenu user={user} isCompact placement="beside" />
      </div>
    </div>
  );
}
