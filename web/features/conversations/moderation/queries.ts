import type { AdminConversation, ConversationStatus } from '#shared/contracts/conversations.ts';
import { type Message, msg } from '#shared/messages.ts';
import { adminListQuery, adminQuery, useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';
import type { StatusKind } from '#web/ui/list/RowStatus.tsx';

/** Specification, part 3 §9. */
export const CONVERSATIONS_PAGE_SIZE = 10;

export const conversationsSchema = {
  search: 'text',
  status: ['all', 'active', 'suspended', 'closed'],
  sort: ['last_message_at', 'created_at', 'status'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

export const messageStatsQuery = adminQuery('conversationModeration.stats');

export const conversationsQuery = (state: ListState<typeof conversationsSchema>, limit: number) =>
  adminListQuery('conversationModeration.list', { query: { ...state, limit } });

/** A change, not a query: each reading needs a reason and is noted, so no query may repeat it by itself. */
export const useReadConversation = () =>
  useAdminChange(({ id, reason }: { id: number; reason: string }) =>
    callApi('conversationModeration.get', { params: { id }, query: { reason } }),
  );

export const useSetConversationStatus = () =>
  useRowChange(
    'conversationModeration.list',
    'conversations',
    ({ id, status }: { id: number; status: ConversationStatus }) =>
      callApi('conversationModeration.setStatus', { params: { id }, body: { status } }),
  );

export const conversationLabel: Record<ConversationStatus, Message> = {
  active: msg('Active'),
  suspended: msg('Suspended'),
  closed: msg('Closed'),
};

export const conversationStatus: StatusKind<AdminConversation, ConversationStatus> = {
  labels: conversationLabel,
  tones: { active: 'success', suspended: 'danger', closed: 'neutral' },
  choices: ['active', 'suspended', 'closed'],
  controlLabel: ({ user, agent }) =>
    t('Status of the conversation of {user} and {agent}', { user: user.name, agent: agent.name }),
  changedText: ({ user, agent }, status) =>
    t(
      'The conversation of {user} and {agent} is now {status, select, active {active} suspended {suspended} other {closed}}',
      { user: user.name, agent: agent.name, status },
    ),
  failure: msg('Failed to update conversation status'),
  isUndoable: true,
};
