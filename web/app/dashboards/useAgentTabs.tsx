import { useQuery } from '@tanstack/react-query';
import { useUnreadConversations } from '#web/features/conversations/index.ts';
import { useInquiries, useInquiryUpdates } from '#web/features/inquiries/index.ts';
import { sectionViewings, useViewingUpdates, viewingsQuery } from '#web/features/viewings/index.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import type { TabItem } from '#web/ui/layout/Tabs.tsx';

export const agentTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'properties', label: 'My Properties' },
  { id: 'messages', label: 'Messages' },
  { id: 'viewings', label: 'Viewings' },
  { id: 'analytics', label: 'Analytics' },
] as const;

type AgentTab = (typeof agentTabs)[number]['id'];

/** The tabs with their counts: new inquiries and unread conversations, viewings that wait for an answer. */
export function useAgentTabs(agentId: number): TabItem<AgentTab>[] {
  const { counts } = useInquiries(agentId);
  const unread = useUnreadConversations();
  const { data: viewings = [] } = useQuery(viewingsQuery(agentId));
  useInquiryUpdates(agentId);
  useViewingUpdates();
  const waiting = sectionViewings(viewings, agentId, useNow()).waiting.length;
  const badges: Partial<Record<AgentTab, { count: number; words: string }>> = {
    messages: { count: counts.new + unread, words: ' new' },
    viewings: { count: waiting, words: ' waiting for your answer' },
  };
  return agentTabs.map((tab) => {
    const { count, words } = badges[tab.id] ?? { count: 0, words: '' };
    if (count === 0) return tab;
    return {
      ...tab,
      badge: (
        <Badge tone="danger">
          {count}
          <span className="visuallyHidden">{words}</span>
        </Badge>
      ),
    };
  });
}
