import type {
  AdminConversation,
  AdminConversationDetail,
  AdminConversationList,
  MessageStats,
} from '#shared/contracts/conversationModeration.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import { adminListQuery, adminQuery, useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { BadgeTone } from '#web/ui/display/Badge.tsx';
import type { ListState } from '#web/ui/list/listState.ts';

/** Specification, part 3 §9. */
export const CONVERSATIONS_PAGE_SIZE = 10;

export const conversationsSchema = {
  search: 'text',
  status: ['all', 'active', 'suspended', 'closed'],
  sort: ['last_message_at', 'created_at', 'status'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

export type ConversationsState = ListState<typeof conversationsSchema>;

const path = '/api/admin/conversations';

export const messageStatsQuery = adminQuery<MessageStats>('messageStats', '/api/admin/messages/stats');

export const conversationsQuery = (query: ConversationsState & { limit: number }) =>
  adminListQuery<AdminConversationList>('conversations', path, query);

/** A change, not a query: each reading is asked for with a reason and noted, so nothing may read again by itself. */
export const useReadConversation = () =>
  useAdminChange(({ id, reason }: { id: number; reason: string }) =>
    callApi<AdminConversationDetail>('GET', `${path}/${id}`, { query: { reason } }),
  );

export const useSetConversationStatus = () =>
  useRowChange('conversations', ({ id, status }: { id: number; status: ConversationStatus }) =>
    callApi<AdminConversation>('PUT', `${path}/${id}/status`, { body: { status } }),
  );

export const conversationLabel: Record<ConversationStatus, string> = {
  active: 'Active',
  suspended: 'Suspended',
  closed: 'Closed',
};

export const conversationTone: Record<ConversationStatus, BadgeTone> = {
  active: 'success',
  suspended: 'danger',
  closed: 'neutral',
};

export const conversationStatuses: readonly ConversationStatus[] = ['active', 'suspended', 'closed'];

/** 'Ana Reyes and Marco Cruz' */
export function participantsOf({ user, agent }: Pick<AdminConversation, 'user' | 'agent'>): string {
  return `${user.name} and ${agent.name}`;
}
