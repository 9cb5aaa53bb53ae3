import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { ClientsView } from '#web/features/clients/ClientsView.tsx';
import { RecentConversations } from '#web/features/conversations/index.ts';
import { deskQuery, useDeskUpdates } from '#web/features/desk/index.ts';
import { ClientMessages, useInquiryUpdates } from '#web/features/inquiries/index.ts';
import { sectionViewings, useViewingUpdates, ViewingsTab, viewingsQuery } from '#web/features/viewings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSearchParams } from '#web/lib/router.tsx';
import { useUrlParameters, useUrlTab } from '#web/lib/urlState.ts';
import { useNow } from '#web/lib/useNow.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { ViewSwitch } from '#web/ui/controls/ViewSwitch.tsx';
import { Page, PageHeader } from '#web/ui/layout/Page.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { ConnectionNotice } from '#web/ui/states/ConnectionNotice.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import { countedTabs, dashboardTitle } from './countedTabs.tsx';

const agentTabs = [
  { id: 'overview', label: msg('Overview') },
  { id: 'properties', label: msg('My Properties') },
  { id: 'messages', label: msg('Messages') },
  { id: 'viewings', label: msg('Viewings') },
  { id: 'analytics', label: msg('Analytics') },
] as const;

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
  useTitle(dashboardTitle(t('Agent Dashboard'), agentTabs, useSearchParams()[0]));
  return (
    <Page>
      {user ? (
        <AgentDashboard key={user.id} user={user} />
      ) : (
        <SignedOut title={t('Access Denied')} text={t('Please log in to view your dashboard.')} />
      )}
    </Page>
  );
}

function AgentDashboard({ user }: { user: User }) {
  const [tab, openTab] = useUrlTab(agentTabs, { isAlone: true, isAlwaysWritten: true });
  const { data: desk } = useQuery(deskQuery());
  const { data: viewings = [] } = useQuery(viewingsQuery);
  useDeskUpdates();
  useInquiryUpdates();
  useViewingUpdates();
  const { waiting } = sectionViewings(viewings, user.id, useNow());
  const needsMe = desk?.counts.needs_me ?? 0;
  const tabs = countedTabs(agentTabs, {
    // The same count as on the Desk.
    messages: {
      count: needsMe,
      words: t('{count, plural, one {client needs you} other {clients need you}}', { count: needsMe }),
    },
    viewings: { count: waiting.length, words: t('waiting for your answer') },
  });
  return (
    <>
      <PageHeader
        title={t('Agent Dashboard')}
        text={user.name}
        action={
          <div className="flex flex-wrap gap-3">
            {!user.agent?.license_lapsed_at && (
              <ButtonLink to={`/agents/${user.id}`} variant="outlined">
                {t('View Public Profile')}
              </ButtonLink>
            )}
            <ButtonLink to="/desk">{t('Open the Desk')}</ButtonLink>
          </div>
        }
      />
      <ConnectionNotice />
      <Tabs label={t('Your agent dashboard')} tabs={tabs} active={tab} onChange={openTab}>
        <Suspense fallback={<PageSpinner />}>
          {tab === 'overview' && <OverviewTab agentId={user.id} />}
          {tab === 'properties' && <PropertiesTab agentId={user.id} />}
          {tab === 'analytics' && <AnalyticsTab />}
        </Suspense>
        {tab === 'messages' && <MessagesTab agentId={user.id} />}
        {tab === 'viewings' && <ViewingsTab agentId={user.id} />}
      </Tabs>
    </>
  );
}

const views = [
  { id: 'messages', label: msg('Client Messages & Conversations') },
  { id: 'clients', label: msg('Clients') },
] as const;

function MessagesTab({ agentId }: { agentId: number }) {
  const [parameters, change] = useUrlParameters();
  const view = parameters.get('view') === 'clients' ? 'clients' : 'messages';
  return (
    <div className="grid grid-cols-1 gap-12 [&>fieldset]:justify-self-start [&>fieldset]:-mb-6">
      <ViewSwitch
        label={t('Messages by')}
        views={views.map(({ id, label }) => ({ id, label: t(label) }))}
        active={view}
        onChange={(id) => change({ view: id === 'clients' ? id : null, client: null, inquiry: null })}
      />
      {view === 'clients' ? (
        <ClientsView agentId={agentId} />
      ) : (
        <>
          <ClientMessages agentId={agentId} />
          <RecentConversations agentId={agentId} />
        </>
      )}
    </div>
  );
}
