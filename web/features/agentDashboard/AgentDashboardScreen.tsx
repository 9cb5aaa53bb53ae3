import { lazy, Suspense } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import account from '../../components/account/AccountPage.module.css';
import { SignedOut } from '../../components/account/SignedOut.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { PageSpinner } from '../../components/ui/PageSpinner.tsx';
import { Tabs } from '../../components/ui/Tabs.tsx';
import { useTitle } from '../../lib/useTitle.ts';
import { useSession } from '../../state/session.tsx';
import styles from './AgentDashboardScreen.module.css';
import { MessagesTab } from './messages/MessagesTab.tsx';
import { useAgentTab } from './useAgentTab.ts';
import { useAgentTabs } from './useAgentTabs.tsx';
import { ViewingsTab } from './viewings/ViewingsTab.tsx';

const OverviewTab = lazy(async () => ({ default: (await import('./overview/OverviewTab.tsx')).OverviewTab }));
const PropertiesTab = lazy(async () => ({
  default: (await import('./properties/PropertiesTab.tsx')).PropertiesTab,
}));
const AnalyticsTab = lazy(async () => ({
  default: (await import('./analytics/AnalyticsTab.tsx')).AnalyticsTab,
}));

export function AgentDashboardScreen() {
  const { user } = useSession();
  useTitle('Agent Dashboard');
  return (
    <div className={account.page}>
      {user ? (
        <AgentDashboard key={user.id} user={user} />
      ) : (
        <SignedOut title="Access Denied" text="Please log in to view your dashboard." />
      )}
    </div>
  );
}

function AgentDashboard({ user }: { user: User }) {
  const [tab, openTab] = useAgentTab();
  const tabs = useAgentTabs(user.id);
  return (
    <>
      <header className={`${account.header} ${styles.header}`}>
        <div>
          <h1>Agent Dashboard</h1>
          <p>{user.name}</p>
        </div>
        {!user.agent?.license_lapsed_at && (
          <ButtonLink to={`/agents/${user.id}`} variant="outlined">
            View Public Profile
          </ButtonLink>
        )}
      </header>
      <Tabs label="Your agent dashboard" tabs={tabs} active={tab} onChange={openTab}>
        <Suspense fallback={<PageSpinner />}>
          {tab === 'overview' && <OverviewTab agentId={user.id} />}
          {tab === 'properties' && <PropertiesTab agentId={user.id} />}
          {tab === 'analytics' && <AnalyticsTab agentId={user.id} />}
        </Suspense>
        {tab === 'messages' && <MessagesTab agentId={user.id} />}
        {tab === 'viewings' && <ViewingsTab agentId={user.id} />}
      </Tabs>
    </>
  );
}
