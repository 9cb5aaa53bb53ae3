import { z } from 'zod';
import { MAX_REASON_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import {
  ADMIN_PAGE_SIZE,
  defineCall,
  isoTime,
  optionalInQuery,
  orderQuery,
  pagination,
  paginationQuery,
  requiredText,
  searchQuery,
} from './common.ts';
import { conversationStatuses } from './conversations.ts';

export const messageStats = z.object({
  totalConversations: z.number(),
  totalMessages: z.number(),
  /** With a message in the last seven days. */
  activeConversations: z.number(),
  unreadMessages: z.number(),
  /** Of the last 24 hours. */
  recentMessages: z.number(),
});
export type MessageStats = z.infer<typeof messageStats>;

const party = z.object({ id: z.number().nullable(), name: z.string(), email: z.string().nullable() });

export const adminConversation = z.object({
  id: z.number(),
  subject: z.string(),
  status: z.enum(conversationStatuses),
  user: party,
  agent: party,
  property: z.object({ id: z.number(), title: z.string() }).nullable(),
  message_count: z.number(),
  last_message_at: isoTime.nullable(),
  created_at: isoTime,
  updated_at: isoTime,
});
export type AdminConversation = z.infer<typeof adminConversation>;

export const conversationFilters = {
  search: searchQuery,
  status: optionalInQuery(z.enum(['all', ...conversationStatuses])),
  sort: optionalInQuery(z.enum(['created_at', 'last_message_at', 'status'])),
  order: orderQuery,
};
export const adminConversationQuery = z.object({
  ...conversationFilters,
  ...paginationQuery(ADMIN_PAGE_SIZE),
});
export type AdminConversationQuery = z.infer<typeof adminConversationQuery>;
export const adminConversationList = z.object({ conversations: z.array(adminConversation), pagination });

export const adminMessage = z.object({
  id: z.number(),
  content: z.string(),
  sender_type: z.enum(['user', 'agent']),
  sender_name: z.string(),
  created_at: isoTime,
  read_at: isoTime.nullable(),
});
export type AdminMessage = z.infer<typeof adminMessage>;

export const adminConversationDetail = z.object({
  conversation: adminConversation,
  messages: z.array(adminMessage),
});
export type AdminConversationDetail = z.infer<typeof adminConversationDetail>;

export const conversationModerationCalls = {
  stats: defineCall('admin', 'GET /api/admin/messages/stats', {
    ability: 'figures.read',
    summary: 'The counters of the messages section',
    answer: messageStats,
  }),
  list: defineCall('admin', 'GET /api/admin/conversations', {
    ability: 'conversations.read',
    summary: 'Conversations without their words: searched by participant, filtered, a page',
    query: adminConversationQuery,
    answer: adminConversationList,
  }),
  export: defineCall('admin', 'GET /api/admin/conversations/export', {
    ability: 'conversations.read',
    budget: { action: 'exports' },
    summary: 'The same conversations as a CSV file, all pages, without their words',
    query: z.object(conversationFilters),
    answer: z.string(),
    fileType: 'text/csv',
  }),
  get: defineCall('admin', 'GET /api/admin/conversations/{id}', {
    ability: 'conversations.read',
    summary: 'A private conversation with its messages; the reason for reading it goes to the audit log',
    query: z.object({
      reason: requiredText(MAX_REASON_LENGTH, msg('Please say why you need to read this conversation')),
    }),
    answer: adminConversationDetail,
  }),
  setStatus: defineCall('admin', 'PUT /api/admin/conversations/{id}/status', {
    ability: 'conversations.moderate',
    summary: 'Opens, suspends or closes a conversation',
    body: z.object({ status: z.enum(conversationStatuses) }),
    answer: adminConversation,
  }),
};
