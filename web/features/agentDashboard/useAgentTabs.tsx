import { useQuery } from '@tanstack/react-query';
import { countUnread } from '../../components/chat/listData.ts';
import { conversationListQuery } from '../../components/chat/queries.ts';
import { useNow } from '../../components/chat/useNow.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import type { TabItem } from '../../components/ui/Tabs.tsx';
import { useViewingUpdates, viewingsQuery } from '../../components/viewings/queries.ts';
import { sectionViewings } from '../../components/viewings/viewingSides.ts';
import { countContacts } from './messages/contactRules.ts';
import { contactsQuery, useContactUpdates } from './queries.ts';
import { type AgentTab, agentTabs } from './useAgentTab.ts';

/** The tabs with their counts: new inquiries and unread conversations, viewings that wait for an answer. */
export function useAgentTabs(agentId: number): TabItem<AgentTab>[] {
  const { data: contacts = [] } = useQuery(contactsQuery(agentId));
  const { data: unread = 0 } = useQuery({ ...conversationListQuery, select: countUnread });
  const { data: viewings = [] } = useQuery(viewingsQuery(agentId));
  useContactUpdates(agentId);
  useViewingUpdates();
  const waiting = sectionViewings(viewings, agentId, useNow()).waiting.length;
  const badges: Partial<Record<AgentTab, { count: number; words: string }>> = {
    messages: { count: countContacts(contacts).new + unread, words: ' new' },
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
