import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { MessagesPanel, useUnreadConversations } from '#web/features/conversations/index.ts';
import { FavoritesTab, useFavoriteIds } from '#web/features/favorites/index.ts';
import { RecentlyViewedTab } from '#web/features/history/index.ts';
import { OverviewTab } from '#web/features/overview/UserOverview.tsx';
import { SettingsTab } from '#web/features/settings/index.ts';
import { sectionViewings, ViewingsPanel, viewingsQuery } from '#web/features/viewings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSearchParams } from '#web/lib/router.tsx';
import { useUrlTab } from '#web/lib/urlState.ts';
import { useNow } from '#web/lib/useNow.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Page, PageHeader } from '#web/ui/layout/Page.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { countedTabs, dashboardTitle } from './countedTabs.tsx';

const dashboardTabs = [
  { id: 'overview', label: msg('Overview') },
  { id: 'favorites', label: msg('Favorites') },
  { id: 'messages', label: msg('Messages') },
  { id: 'viewed', label: msg('Recently Viewed') },
  { id: 'viewings', label: msg('Viewings') },
  { id: 'settings', label: msg('Settings') },
] as const;

export function DashboardScreen() {
  const { user } = useSession();
  useTitle(dashboardTitle(t('My Dashboard'), dashboardTabs, useSearchParams()[0]));
  return (
    <Page>
      {user ? (
        <Dashboard key={user.id} user={user} />
      ) : (
        <SignedOut title={t('Access Denied')} text={t('Please log in to view your dashboard.')} />
      )}
    </Page>
  );
}

function Dashboard({ user }: { user: User }) {
  const [tab, openTab] = useUrlTab(dashboardTabs, { isAlone: true });
  const favorites = useFavoriteIds()?.length ?? 0;
  const unread = useUnreadConversations();
  const { data: viewings = [] } = useQuery(viewingsQuery);
  const { waiting } = sectionViewings(viewings, user.id, useNow());
  const tabs = countedTabs(dashboardTabs, {
    favorites: { count: favorites, tone: 'neutral' },
    messages: { count: unread, words: t('unread') },
    viewings: { count: waiting.length, words: t('waiting for your answer') },
  });
  return (
    <>
      <PageHeader
        title={t('Welcome back, {name}!', { name: user.name })}
        text={t('Your favorites, messages and viewings in one place.')}
      />
      <Tabs label={t('Your dashboard')} tabs={tabs} active={tab} onChange={openTab}>
        {tab === 'overview' && <OverviewTab userId={user.id} onOpen={openTab} />}
        {tab === 'favorites' && <FavoritesTab />}
        {tab === 'messages' && (
          <MessagesPanel
            hasInquiries
            emptyAction={<ButtonLink to="/properties">{t('Browse Properties')}</ButtonLink>}
          />
        )}
        {tab === 'viewed' && <RecentlyViewedTab />}
        {tab === 'viewings' && <ViewingsPanel userId={user.id} />}
        {tab === 'settings' && <SettingsTab user={user} />}
      </Tabs>
    </>
  );
}
