import type {
  AdminConversation,
  AdminConversationDetail,
  AdminConversationList,
  MessageStats,
} from '#shared/contracts/admin.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import { adminListQuery, adminQuery, useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { ListState } from '#web/ui/adminList/listState.ts';
import type { conversationsPlan } from './conversationsPlan.ts';

const path = '/api/admin/conversations';

export const messageStatsQuery = adminQuery<MessageStats>('messageStats', '/api/admin/messages/stats');

export const conversationsQuery = (query: ListState<typeof conversationsPlan> & { limit: number }) =>
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
