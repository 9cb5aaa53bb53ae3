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
import { type ReactNode, Suspense } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { type Message, msg } from '#shared/messages.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { deskQuery, InboxScreen, useDeskUpdates } from '#web/features/desk/index.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { useOfficeUpdates } from '#web/features/offices/index.ts';
import { openPalette } from '#web/features/search/index.ts';
import { useViewingUpdates } from '#web/features/viewings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, Navigate, useParams, useSearchParams } from '#web/lib/router.tsx';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { ConnectionNotice } from '#web/ui/states/ConnectionNotice.tsx';
import { ErrorBoundary } from '#web/ui/states/EmptyState.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import { LogoMark } from '../header/Logo.tsx';
import { UserMenu } from '../header/UserMenu.tsx';

const OwnRows = lazyWithRetry(async () => (await import('#web/features/properties/own/OwnRows.tsx')).OwnRows);
const DeskCalendar = lazyWithRetry(
  async () => (await import('#web/features/desk/calendar/DeskCalendar.tsx')).DeskCalendar,
);
const InsightsScreen = lazyWithRetry(
  async () => (await import('#web/features/insights/InsightsScreen.tsx')).InsightsScreen,
);

const OfficeScreen = lazyWithRetry(
  async () => (await import('#web/features/offices/OfficeScreen.tsx')).OfficeScreen,
);

/** The agents' workspace, which fills the window; its panes scroll separately. */
export function DeskLayout() {
  const { user } = useSession();
  const named = useParams().section ?? 'inbox';
  const section = allSections.find(({ id }) => id === named);
  useTitle(section ? t(section.label) : t('Desk'));
  if (!user) return <SignedOut title={t('Access Denied')} text={t('Please log in to view your dashboard.')} />;
  if (!section) return <Navigate to="/desk" replace />;
  return <Desk key={user.id} user={user} active={section.id} />;
}

function Desk({ user, active }: { user: User; active: SectionId }) {
  const isPhone = !useMediaQuery('md');
  const [parameters] = useSearchParams();
  const isInConversation = isPhone && parameters.has('client');
  useDeskUpdates();
  useViewingUpdates();
  useOfficeUpdates();
  return (
    <div className="flex h-full pt-safe-top pr-safe-right bg-page max-md:flex-col max-md:pl-safe-left">
      {isPhone ? (
        <DeskBar user={user} active={active} isHidden={isInConversation} />
      ) : (
        <DeskRail user={user} active={active} />
      )}
      <div id="content" className="flex flex-col flex-1 min-w-0 min-h-0 focus:outline-none" tabIndex={-1}>
        <ConnectionNotice />
        <div className="flex-1 min-h-0">
          <ErrorBoundary key={active} headingLevel={1}>
            <DeskSection user={user} active={active} />
          </ErrorBoundary>
        </div>
      </div>
      {isPhone && !isInConversation && <DeskTabs active={active} />}
    </div>
  );
}

function DeskSection({ user: { id }, active }: { user: User; active: SectionId }) {
  if (active === 'inbox' || active === 'clients')
    return <InboxScreen key={active} userId={id} isEverybody={active === 'clients'} />;
  if (active === 'calendar')
    return (
      <Suspense fallback={<PageSpinner />}>
        <DeskCalendar userId={id} />
      </Suspense>
    );
  return (
    <ScrollPane title={labelOf(active)}>
      <Suspense fallback={<PageSpinner />}>
        {active === 'listings' && <OwnRows agentId={id} />}
        {active === 'insights' && <InsightsScreen />}
        {active === 'office' && <OfficeScreen userId={id} />}
      </Suspense>
    </ScrollPane>
  );
}

function ScrollPane({ title, children }: { title: string; children: ReactNode }) {
  return (
    // Sticky parts below the site's header stick to the top here.
    <div className="h-full overflow-y-auto [--s-header-height:0px]">
      <div className="max-w-360 mx-auto py-6 px-gutter">
        <h1 className="visuallyHidden">{title}</h1>
        {children}
      </div>
    </div>
  );
}

interface DeskBarProps {
  user: User;
  active: SectionId;
  /** Hidden while a conversation fills the phone; the bell stays mounted and counts. */
  isHidden: boolean;
}

/** The bar above the list on phones. */
function DeskBar({ user, active, isHidden }: DeskBarProps) {
  return (
    <div
      className={`relative z-30 flex-none items-center gap-1 min-h-13 pl-4 pr-2 bg-page ${isHidden ? 'hidden' : 'flex'}`}
    >
      <p className="mr-auto text-lg font-bold tracking-[-0.02em]" aria-hidden="true">
        {labelOf(active)}
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

/** The section links at the bottom of phones. */
function DeskTabs({ active }: { active: SectionId }) {
  return (
    <div className="relative z-30 flex-none border-t border-t-line bg-surface pb-[env(safe-area-inset-bottom)]">
      <SectionLinks active={active} className="flex gap-0.5 p-1" />
    </div>
  );
}

const sections = [
  { id: 'inbox', label: msg('Inbox'), Icon: Inbox },
  { id: 'calendar', label: msg('Calendar'), Icon: CalendarDays },
  { id: 'listings', label: msg('Listings'), Icon: Building2 },
  { id: 'clients', label: msg('Clients'), Icon: UsersRound },
  { id: 'insights', label: msg('Insights'), Icon: ChartLine },
] as const satisfies readonly { id: string; label: Message; Icon: LucideIcon }[];

/** The office has no link among the sections, as it is not used daily. */
const allSections = [...sections, { id: 'office', label: msg('My Office') }] as const;

type SectionId = (typeof allSections)[number]['id'];

const labelOf = (active: SectionId) => t(allSections.find(({ id }) => id === active)?.label ?? '');

const MOST_SHOWN = 99;

/** Links of the Desk's sections; the inbox shows the number of waiting clients. */
function SectionLinks({ active, className }: { active: SectionId; className: string }) {
  const { data: desk } = useQuery(deskQuery());
  const waiting = desk?.counts?.needs_me ?? 0;
  return (
    <nav className={className} aria-label={t('Desk')}>
      {sections.map(({ id, label, Icon }) => (
        <Link
          key={id}
          to={id === 'inbox' ? '/desk' : `/desk/${id}`}
          className="rail-item"
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
              className="count absolute top-1 left-[calc(50%_+_0.3125rem)] after:content-[attr(data-count)]"
              data-count={waiting > MOST_SHOWN ? t('{count}+', { count: MOST_SHOWN }) : waiting}
            />
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Its links stand beside a phone's camera, its ground goes on below it. */
const RAIL =
  'box-content w-[3.9375rem] py-3 pr-1.5 pl-[calc(0.375rem_+_env(safe-area-inset-left))] border-r border-r-line bg-surface';

/** The rail beside the Desk's panes: sections, search, bell and account. */
function DeskRail({ user, active }: { user: User; active: SectionId }) {
  const { siteName } = useSite();
  return (
    <div className={`relative z-30 flex flex-none flex-col items-center gap-3 ${RAIL}`}>
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
          className="icon-btn icon-btn-plain rounded-full no-underline hover:bg-sunken aria-page:bg-primary-soft aria-page:text-primary"
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
