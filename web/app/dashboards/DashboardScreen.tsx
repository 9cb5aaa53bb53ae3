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
import account from '#web/ui/AccountPage.module.css';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { dashboardTabs, useDashboardTabs } from './useDashboardTabs.tsx';

export function DashboardScreen() {
  const { user } = useSession();
  useTitle('My Dashboard');
  return (
    <div className={account.page}>
      {user ? (
        <Dashboard key={user.id} user={user} />
      ) : (
        <SignedOut title="Access Denied" text="Please log in to view your dashboard." />
      )}
    </div>
  );
}

function Dashboard({ user }: { user: User }) {
  const [tab, openTab] = useUrlTab(dashboardTabs, { isAlone: true });
  const tabs = useDashboardTabs(user.id);
  return (
    <>
      <header className={account.header}>
        <h1>Welcome back, {user.name}!</h1>
        <p>Your favorites, messages and viewings in one place.</p>
      </header>
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
