import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { User } from '#shared/contracts/auth.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { statsQuery } from '#web/features/overview/index.ts';
import { type AdminSectionId, adminSections, readSection } from '#web/lib/dashboards.ts';
import { t } from '#web/lib/i18n.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import { useLogout } from '../header/useLogout.ts';
import { AdminNav } from './AdminNav.tsx';
import { useWaitingCases } from './useWaitingCases.ts';

const sections: Record<AdminSectionId, React.ComponentType> = {
  overview: lazyWithRetry(
    async () => (await import('#web/features/overview/AdminOverview.tsx')).OverviewSection,
  ),
  users: lazyWithRetry(async () => (await import('#web/features/users/UsersSection.tsx')).UsersSection),
  agents: lazyWithRetry(async () => (await import('#web/features/agents/PendingAgents.tsx')).AgentsSection),
  properties: lazyWithRetry(
    async () => (await import('#web/features/properties/moderation/PropertiesSection.tsx')).PropertiesSection,
  ),
  messages: lazyWithRetry(
    async () => (await import('#web/features/conversations/moderation/MessagesSection.tsx')).MessagesSection,
  ),
  trust: lazyWithRetry(async () => (await import('./TrustSection.tsx')).TrustSection),
  privacy: lazyWithRetry(
    async () => (await import('#web/features/privacy/PrivacySection.tsx')).PrivacySection,
  ),
  settings: lazyWithRetry(
    async () => (await import('#web/features/settings/system/SettingsSection.tsx')).SettingsSection,
  ),
  audit: lazyWithRetry(async () => (await import('#web/features/auditLog/AuditSection.tsx')).AuditSection),
  jobs: lazyWithRetry(async () => (await import('#web/features/jobs/JobsSection.tsx')).JobsSection),
};

/** Nothing is asked of the server unless an admin is signed in (specification, part 3 §2). */
export function AdminDashboardScreen() {
  const { user } = useSession();
  useTitle(t('Admin Dashboard'));
  return (
    <div className="max-w-page mx-auto pt-6 px-gutter pb-0" data-width="wide">
      {user?.role === 'admin' ? (
        <AdminDashboard key={user.id} user={user} />
      ) : (
        <SignedOut title={t('Access Denied')} text={t('Please log in as an admin to view this dashboard.')} />
      )}
    </div>
  );
}

function AdminDashboard({ user }: { user: User }) {
  const [params] = useSearchParams();
  const active = readSection(params);
  const logout = useLogout();
  const { data: stats } = useQuery(statsQuery);
  const { reports, duplicates, licenses, signals } = useWaitingCases();
  const Section = sections[active];
  const title = adminSections.find(({ id }) => id === active)?.label ?? '';
  return (
    <>
      <header className="flex items-center justify-between gap-3 mb-6">
        <div>
          <h1>{t('Admin Dashboard')}</h1>
          <p className="mt-1 text-muted">{t('Welcome back, {name}', { name: user.name })}</p>
        </div>
        <Button variant="outlined" onClick={() => void logout()}>
          <LogOut size={18} />
          {t('Logout')}
        </Button>
      </header>
      <div className="grid grid-cols-[13.5rem_minmax(0,1fr)] gap-8 items-start max-xl:grid-cols-1 max-xl:gap-6">
        <AdminNav
          active={active}
          waiting={{
            agents: stats?.pendingAgents ?? 0,
            trust: reports + duplicates + licenses + signals,
          }}
        />
        <div className="min-w-0 min-h-[60vh]">
          <Suspense fallback={<PageSpinner label={t('Loading {section}…', { section: t(title) })} />}>
            <Section />
          </Suspense>
        </div>
      </div>
    </>
  );
}
