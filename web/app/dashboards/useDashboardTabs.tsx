import { useQuery } from '@tanstack/react-query';
import { useUnreadConversations } from '#web/features/conversations/index.ts';
import { useFavoriteIds } from '#web/features/favorites/index.ts';
import { sectionViewings, viewingsQuery } from '#web/features/viewings/index.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import type { TabItem } from '#web/ui/layout/Tabs.tsx';

export const dashboardTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'favorites', label: 'Favorites' },
  { id: 'messages', label: 'Messages' },
  { id: 'viewed', label: 'Recently Viewed' },
  { id: 'viewings', label: 'Viewings' },
  { id: 'settings', label: 'Settings' },
] as const;

type DashboardTab = (typeof dashboardTabs)[number]['id'];

/** The tabs with their counts: favourites, conversations with something unread, viewings that wait for an answer. */
export function useDashboardTabs(userId: number): TabItem<DashboardTab>[] {
  const favoriteIds = useFavoriteIds() ?? [];
  const unread = useUnreadConversations();
  const { data: viewings = [] } = useQuery(viewingsQuery(userId));
  const waiting = sectionViewings(viewings, userId, useNow()).waiting.length;
  const badges: Partial<Record<DashboardTab, { count: number; words: string }>> = {
    favorites: { count: favoriteIds.length, words: '' },
    messages: { count: unread, words: ' unread' },
    viewings: { count: waiting, words: ' waiting for your answer' },
  };
  return dashboardTabs.map((tab) => {
    const badge = badges[tab.id];
    if (!badge || badge.count === 0) return tab;
    const tone = tab.id === 'favorites' ? 'neutral' : 'danger';
    return {
      ...tab,
      badge: (
        <Badge tone={tone}>
          {badge.count}
          {badge.words && <span className="visuallyHidden">{badge.words}</span>}
        </Badge>
      ),
    };
  });
}
