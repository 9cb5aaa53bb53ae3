import { Search } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { InboxScreen, useDeskUpdates } from '#web/features/desk/index.ts';
import { NotificationBell } from '#web/features/notifications/index.ts';
import { useOfficeUpdates } from '#web/features/offices/index.ts';
import { openPalette } from '#web/features/search/index.ts';
import { useViewingUpdates } from '#web/features/viewings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Navigate, useParams, useSearchParams } from '#web/lib/router.tsx';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import { UserMenu } from '../header/UserMenu.tsx';
import { DeskRail, type SectionId, SectionLinks, sections } from './DeskRail.tsx';

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
  const section =
    named === 'office'
      ? ({ id: named, label: msg('My Office') } as const)
      : sections.find(({ id }) => id === named);
  useTitle(section ? t(section.label) : t('Desk'));
  if (!user)
    return <SignedOut title={t('Access Denied')} text={t('Please log in to view your dashboard.')} />;
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
    <div className="flex h-full bg-page max-md:flex-col">
      {isPhone ? (
        <DeskBar user={user} active={active} isHidden={isInConversation} />
      ) : (
        <DeskRail user={user} active={active} />
      )}
      <div id="content" className="flex-1 min-w-0 min-h-0 focus:outline-none" tabIndex={-1}>
        <ErrorBoundary key={active} headingLevel={1}>
          <DeskSection user={user} active={active} />
        </ErrorBoundary>
      </div>
      {isPhone && !isInConversation && <DeskTabs active={active} />}
    </div>
  );
}

const paneTitles = { listings: msg('Listings'), insights: msg('Insights'), office: msg('My Office') };

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
    <ScrollPane title={t(paneTitles[active])}>
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

/** The section links at the bottom of phones. */
function DeskTabs({ active }: { active: SectionId }) {
  return (
    <div className="relative z-30 flex-none border-t border-t-line bg-surface pb-[env(safe-area-inset-bottom)]">
      <SectionLinks active={active} className="flex gap-0.5 p-1" />
    </div>
  );
}
