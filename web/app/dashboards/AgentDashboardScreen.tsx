import { Suspense } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { ViewingsTab } from '#web/features/viewings/index.ts';
import { useUrlTab } from '#web/lib/urlState.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/controls/ButtonLink.tsx';
import { Page, PageHeader } from '#web/ui/layout/Page.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import { MessagesTab } from './MessagesTab.tsx';
import { agentTabs, useAgentTabs } from './useAgentTabs.tsx';

const OverviewTab = lazyWithRetry(
  async () => (await import('#web/features/overview/AgentOverview.tsx')).OverviewTab,
);
const PropertiesTab = lazyWithRetry(
  async () => (await import('#web/features/properties/own/PropertiesTab.tsx')).PropertiesTab,
);
const AnalyticsTab = lazyWithRetry(
  async () => (await import('#web/features/analytics/AnalyticsTab.tsx')).AnalyticsTab,
);

export function AgentDashboardScreen() {
  const { user } = useSession();
  useTitle('Agent Dashboard');
  return (
    <Page>
      {user ? (
        <AgentDashboard key={user.id} user={user} />
      ) : (
        <SignedOut title="Access Denied" text="Please log in to view your dashboard." />
      )}
    </Page>
  );
}

function AgentDashboard({ user }: { user: User }) {
  const [tab, openTab] = useUrlTab(agentTabs, { isAlone: true, isAlwaysWritten: true });
  const tabs = useAgentTabs(user.id);
  return (
    <>
      <PageHeader
        title="Agent Dashboard"
        text={user.name}
        action={
          !user.agent?.license_lapsed_at && (
            <ButtonLink to={`/agents/${user.id}`} variant="outlined">
              View Public Profile
            </ButtonLink>
          )
        }
      />
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
