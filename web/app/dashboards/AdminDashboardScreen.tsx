import {
  Building2,
  History,
  House,
  LayoutDashboard,
  ListChecks,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  Scale,
  Settings,
  ShieldCheck,
  ShieldOff,
  UserCheck,
  UsersRound,
} from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { type AdminAbility, isAllowed, whoIsAllowed } from '#shared/adminRoles.ts';
import type { User } from '#shared/contracts/auth.ts';
import { adminRoleLabel } from '#shared/labels.ts';
import { type Message, msg } from '#shared/messages.ts';
import { SignedOut, useIsAllowed, useSession } from '#web/features/auth/index.ts';
import {
  type AdminSectionId,
  abilityFor,
  adminSections,
  readSection,
  sectionAddress,
} from '#web/lib/dashboards.ts';
import { focusHeading } from '#web/lib/focusHeading.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, useSearchParams } from '#web/lib/router.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { useActiveInView } from '#web/ui/layout/Tabs.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import { useLogout } from '../header/useLogout.ts';
import { useWaitingCases } from './useWaitingCases.ts';

const sections: Record<AdminSectionId, React.ComponentType> = {
  overview: lazyWithRetry(async () => (await import('#web/features/overview/AdminOverview.tsx')).OverviewSection),
  users: lazyWithRetry(async () => (await import('#web/features/users/UsersSection.tsx')).UsersSection),
  agents: lazyWithRetry(async () => (await import('#web/features/agents/PendingAgents.tsx')).AgentsSection),
  properties: lazyWithRetry(
    async () => (await import('#web/features/properties/moderation/PropertiesSection.tsx')).PropertiesSection,
  ),
  buildings: lazyWithRetry(
    async () => (await import('#web/features/buildings/BuildingsSection.tsx')).BuildingsSection,
  ),
  messages: lazyWithRetry(
    async () => (await import('#web/features/conversations/moderation/MessagesSection.tsx')).MessagesSection,
  ),
  trust: lazyWithRetry(async () => (await import('./TrustSection.tsx')).TrustSection),
  privacy: lazyWithRetry(async () => (await import('#web/features/privacy/PrivacySection.tsx')).PrivacySection),
  settings: lazyWithRetry(
    async () => (await import('#web/features/settings/system/SettingsSection.tsx')).SettingsSection,
  ),
  audit: lazyWithRetry(async () => (await import('#web/features/auditLog/AuditSection.tsx')).AuditSection),
  jobs: lazyWithRetry(async () => (await import('#web/features/jobs/JobsSection.tsx')).JobsSection),
};

/** Makes no call unless an admin is signed in (specification, part 3 §2). */
export function AdminDashboardScreen() {
  const { user, isLoading } = useSession();
  const active = readSection(useSearchParams()[0]);
  const title = t('Admin Dashboard');
  useTitle(active === 'overview' ? title : `${t(titleOf(active))} – ${title}`);
  return (
    <div className="max-w-page mx-auto pt-6 px-gutter pb-0" data-width="wide">
      {user?.role === 'admin' ? (
        <AdminDashboard key={user.id} user={user} isLoading={isLoading} />
      ) : (
        <SignedOut title={t('Access Denied')} text={t('Please log in as an admin to view this dashboard.')} />
      )}
    </div>
  );
}

const titleOf = (active: AdminSectionId) => adminSections.find(({ id }) => id === active)?.label ?? '';

/** @param isLoading whether the session is still being checked, so that the user's data may be outdated */
function AdminDashboard({ user, isLoading }: { user: User; isLoading: boolean }) {
  const [params] = useSearchParams();
  const active = readSection(params);
  const ability = abilityFor(active);
  const logout = useLogout();
  const waiting = useWaitingCases();
  const Section = sections[active];
  const title = titleOf(active);
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(active);
  useEffect(() => {
    if (shown.current === active || !content.current) return;
    shown.current = active;
    return focusHeading(content.current, 'h2');
  }, [active]);
  return (
    <>
      <header className="flex items-center justify-between gap-3 mb-6">
        <div className="min-w-0">
          <h1>{t('Admin Dashboard')}</h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 mt-1 text-muted wrap-anywhere">
            {t('Welcome back, {name}', { name: user.name })}
            {user.admin_role && <Badge tone="primary">{t(adminRoleLabel[user.admin_role])}</Badge>}
          </p>
        </div>
        <Button variant="outlined" className="flex-none" onClick={() => void logout()}>
          <LogOut size={18} className="flex-none" />
          {t('Logout')}
        </Button>
      </header>
      <div className="grid grid-cols-[13.5rem_minmax(0,1fr)] gap-8 items-start max-xl:grid-cols-1 max-xl:gap-6">
        <AdminNav
          active={active}
          waiting={{
            agents: waiting.applications,
            properties: waiting.listings,
            trust: waiting.reports + waiting.duplicates + waiting.licenses + waiting.offices + waiting.signals,
            privacy: waiting.erasures,
          }}
        />
        <div ref={content} className="min-w-0 min-h-[60vh] focus:outline-none" tabIndex={-1}>
          <Suspense fallback={<PageSpinner label={t('Loading {section}…', { section: t(title) })} />}>
            {isAllowed(user.admin_role, ability) ? (
              <Section />
            ) : isLoading ? (
              <PageSpinner label={t('Loading {section}…', { section: t(title) })} />
            ) : (
              <NotInRole ability={ability} />
            )}
          </Suspense>
        </div>
      </div>
    </>
  );
}

/** Shown for a section's address that the role does not include. */
function NotInRole({ ability }: { ability: AdminAbility }) {
  return (
    <EmptyState
      headingLevel={2}
      icon={<ShieldOff size={28} />}
      title={t('Your role does not include this page')}
      text={t('{who}. Ask an owner if you need it for your work.', { who: t(whoIsAllowed(ability)) })}
      action={
        <ButtonLink variant="outlined" to={sectionAddress('overview')}>
          {t('Go to the overview')}
        </ButtonLink>
      }
    />
  );
}

const icons: Record<AdminSectionId, LucideIcon> = {
  overview: LayoutDashboard,
  users: UsersRound,
  agents: UserCheck,
  properties: House,
  buildings: Building2,
  messages: MessagesSquare,
  trust: Scale,
  privacy: ShieldCheck,
  settings: Settings,
  audit: History,
  jobs: ListChecks,
};

interface AdminNavProps {
  active: AdminSectionId;
  waiting: Partial<Record<AdminSectionId, number>>;
}

/** Read out after the count, for screen readers. */
const waitingWords: Partial<Record<AdminSectionId, Message>> = {
  agents: msg('waiting for approval'),
  properties: msg('waiting for approval'),
};

const WAITING = msg('waiting for a decision');

/** One row that scrolls sideways. */
const narrowNav =
  'max-xl:flex max-xl:pt-1 max-xl:px-gutter max-xl:pb-3 max-xl:border-b-line max-xl:border-b max-xl:overflow-x-auto';

/** Links instead of tabs, so that sections can be opened in new windows and Back works. */
function AdminNav({ active, waiting }: AdminNavProps) {
  const isAllowed = useIsAllowed();
  const list = useRef<HTMLUListElement>(null);
  useActiveInView(list, active);

  return (
    <nav
      className="sticky top-[calc(var(--s-header-height)_+_var(--s-space-5))] min-w-0 max-xl:static max-xl:-mx-gutter"
      aria-label={t('Admin sections')}
    >
      <ul ref={list} className={`grid gap-1 scrollbar-none ${narrowNav}`}>
        {adminSections.map(({ id, label, ability }) => {
          if (!isAllowed(ability)) return null;
          const Icon = icons[id];
          const count = waiting[id] ?? 0;
          return (
            <li key={id}>
              <Link className="nav-item" to={sectionAddress(id)} aria-current={id === active ? 'page' : undefined}>
                <Icon size={20} />
                {t(label)}
                {count > 0 && (
                  <Badge tone="warning">
                    {count}
                    <span className="visuallyHidden"> {t(waitingWords[id] ?? WAITING)}</span>
                  </Badge>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
