import type { ListPlan, ListState } from '#web/ui/adminList/listState.ts';

export const conversationsPlan = {
  search: 'text',
  status: ['all', 'active', 'suspended', 'closed'],
  sort: ['last_message_at', 'created_at', 'status'],
  order: ['desc', 'asc'],
} as const satisfies ListPlan;

export type ConversationsState = ListState<typeof conversationsPlan>;
