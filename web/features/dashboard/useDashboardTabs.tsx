import { useQuery } from '@tanstack/react-query';
import account from '../../components/account/AccountPage.module.css';
import { countUnread } from '../../components/chat/listData.ts';
import { conversationListQuery } from '../../components/chat/queries.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import type { TabItem } from '../../components/ui/Tabs.tsx';
import { useFavorites } from '../../state/favorites.ts';
import { type DashboardTab, dashboardTabs } from './useDashboardTab.ts';

/** The tabs with their counts: favourites, and conversations with something unread. */
export function useDashboardTabs(): TabItem<DashboardTab>[] {
  const { ids } = useFavorites();
  const { data: unread = 0 } = useQuery({ ...conversationListQuery, select: countUnread });
  const badges: Partial<Record<DashboardTab, { count: number; words: string }>> = {
    favorites: { count: ids.length, words: '' },
    messages: { count: unread, words: ' unread' },
  };
  return dashboardTabs.map((tab) => {
    const badge = badges[tab.id];
    if (!badge || badge.count === 0) return tab;
    const tone = tab.id === 'messages' ? 'danger' : 'neutral';
    return {
      ...tab,
      badge: (
        <Badge tone={tone}>
          {badge.count}
          {badge.words && <span className={account.hidden}>{badge.words}</span>}
        </Badge>
      ),
    };
  });
}
