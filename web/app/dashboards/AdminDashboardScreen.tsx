import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { User } from '#shared/contracts/auth.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { statsQuery } from '#web/features/overview/index.ts';
import { type AdminSectionId, adminSections, readSection } from '#web/lib/dashboards.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageSpinner } from '#web/ui/PageSpinner.tsx';
import { useLogout } from '../header/useLogout.ts';
import styles from './AdminDashboardScreen.module.css';
import { AdminNav } from './AdminNav.tsx';
import { useWaitingCases } from './useWaitingCases.ts';

const sections: Record<AdminSectionId, React.ComponentType> = {
  overview: lazy(async () => ({
    default: (await import('#web/features/overview/AdminOverview.tsx')).OverviewSection,
  })),
  users: lazy(async () => ({ default: (await import('#web/features/users/UsersSection.tsx')).UsersSection })),
  agents: lazy(async () => ({
    default: (await import('#web/features/agents/approvals/AgentsSection.tsx')).AgentsSection,
  })),
  properties: lazy(async () => ({
    default: (await import('#web/features/properties/moderation/PropertiesSection.tsx')).PropertiesSection,
  })),
  messages: lazy(async () => ({
    default: (await import('#web/features/conversations/moderation/MessagesSection.tsx')).MessagesSection,
  })),
  trust: lazy(async () => ({ default: (await import('./TrustSection.tsx')).TrustSection })),
  privacy: lazy(async () => ({
    default: (await import('#web/features/privacy/PrivacySection.tsx')).PrivacySection,
  })),
  settings: lazy(async () => ({
    default: (await import('#web/features/settings/system/SettingsSection.tsx')).SettingsSection,
  })),
  audit: lazy(async () => ({
    default: (await import('#web/features/auditLog/AuditSection.tsx')).AuditSection,
  })),
};

/** Nothing is asked of the server unless an admin is signed in (specification, part 3 §2). */
export function AdminDashboardScreen() {
  const { user } = useSession();
  useTitle('Admin Dashboard');
  return (
    <div className={styles.page} data-width="wide">
      {user?.role === 'admin' ? (
        <AdminDashboard key={user.id} user={user} />
      ) : (
        <SignedOut title="Access Denied" text="Please log in as an admin to view this dashboard." />
      )}
    </div>
  );
}

function AdminDashboard({ user }: { user: User }) {
  const [params] = useSearchParams();
  const active = readSection(params);
  const logout = useLogout();
  const { data: stats } = useQuery(statsQuery);
  const { reports, duplicates, licenses } = useWaitingCases();
  const Section = sections[active];
  const label = adminSections.find(({ id }) => id === active)?.label;
  return (
    <>
      <header className={styles.header}>
        <div>
          <h1>Admin Dashboard</h1>
          <p className={styles.welcome}>Welcome back, {user.name}</p>
        </div>
        <Button variant="outlined" onClick={() => void logout()}>
          <LogOut size={18} aria-hidden="true" />
          Logout
        </Button>
      </header>
      <div className={styles.body}>
        <AdminNav
          active={active}
          waiting={{
            agents: stats?.pendingAgents ?? 0,
            trust: reports + duplicates + licenses,
          }}
        />
        <div className={styles.section}>
          <Suspense fallback={<PageSpinner label={`Loading ${label}…`} />}>
            <Section />
          </Suspense>
        </div>
      </div>
    </>
  );
}
