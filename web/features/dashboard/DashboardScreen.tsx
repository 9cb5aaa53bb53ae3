import type { User } from '#shared/contracts/auth.ts';
import account from '../../components/account/AccountPage.module.css';
import { SignedOut } from '../../components/account/SignedOut.tsx';
import { MessagesPanel } from '../../components/chat/MessagesPanel.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { Tabs } from '../../components/ui/Tabs.tsx';
import { ViewingsPanel } from '../../components/viewings/ViewingsPanel.tsx';
import { useTitle } from '../../lib/useTitle.ts';
import { useSession } from '../../state/session.tsx';
import { FavoritesTab } from './FavoritesTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { RecentlyViewedTab } from './RecentlyViewedTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { useDashboardTab } from './useDashboardTab.ts';
import { useDashboardTabs } from './useDashboardTabs.tsx';

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
  const [tab, openTab] = useDashboardTab();
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
