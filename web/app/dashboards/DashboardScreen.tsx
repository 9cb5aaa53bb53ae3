import type { User } from '#shared/contracts/auth.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { MessagesPanel } from '#web/features/conversations/index.ts';
import { FavoritesTab } from '#web/features/favorites/index.ts';
import { RecentlyViewedTab } from '#web/features/history/index.ts';
import { OverviewTab } from '#web/features/overview/index.ts';
import { SettingsTab } from '#web/features/settings/index.ts';
import { ViewingsPanel } from '#web/features/viewings/index.ts';
import { useUrlTab } from '#web/lib/urlState.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/controls/ButtonLink.tsx';
import { Page, PageHeader } from '#web/ui/layout/Page.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { dashboardTabs, useDashboardTabs } from './useDashboardTabs.tsx';

export function DashboardScreen() {
  const { user } = useSession();
  useTitle('My Dashboard');
  return (
    <Page>
      {user ? (
        <Dashboard key={user.id} user={user} />
      ) : (
        <SignedOut title="Access Denied" text="Please log in to view your dashboard." />
      )}
    </Page>
  );
}

function Dashboard({ user }: { user: User }) {
  const [tab, openTab] = useUrlTab(dashboardTabs, { isAlone: true });
  const tabs = useDashboardTabs(user.id);
  return (
    <>
      <PageHeader
        title={`Welcome back, ${user.name}!`}
        text="Your favorites, messages and viewings in one place."
      />
      <Tabs label="Your dashboard" tabs={tabs} active={tab} onChange={openTab}>
        {tab === 'overview' && <OverviewTab userId={user.id} onOpen={openTab} />}
        {tab === 'favorites' && <FavoritesTab userId={user.id} />}
        {tab === 'messages' && (
          <MessagesPanel emptyAction={<ButtonLink to="/properties">Browse Properties</ButtonLink>} />
        )}
        {tab === 'viewed' && <RecentlyViewedTab />}
        {tab === 'viewings' && <ViewingsPanel userId={user.id} />}
        {tab === 'settings' && <SettingsTab user={user} />}
      </Tabs>
    </>
  );
}
