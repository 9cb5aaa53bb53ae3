import { z } from 'zod';
import { DEFAULT_SUBJECT } from '../labels.ts';
import { MAX_MESSAGE_LENGTH, MAX_MESSAGE_PAGE_SIZE, MAX_REASON_LENGTH, MESSAGE_PAGE_SIZE } from '../limits.ts';
import { english, msg } from '../messages.ts';
import { attachment, attachmentIds } from './attachments.ts';
import {
  ADMIN_PAGE_SIZE,
  beforeQuery,
  bodyId,
  csvFile,
  defineCall,
  id,
  isoTime,
  listPartQuery,
  MAX_ID,
  optionalInQuery,
  orderQuery,
  pagination,
  paginationQuery,
  possibleText,
  queryInteger,
  queryLimit,
  requiredLine,
  requiredText,
  searchQuery,
} from './common.ts';

export const conversationStatuses = ['active', 'suspended', 'closed'] as const;
export type ConversationStatus = (typeof conversationStatuses)[number];

export const DELETED_USER_NAME = english('Deleted user');

export const message = z.object({
  id: z.number(),
  conversationId: z.number(),
  sender_id: z.number().nullable(),
  sender_type: z.enum(['user', 'agent']),
  /** The author, who after a hand-over may differ from the agent of that side now; null once that account is gone. */
  sender_name: z.string().nullable(),
  /** Empty where only files were sent. */
  content: z.string(),
  attachments: z.array(attachment),
  created_at: isoTime,
  /** When the other side read it. */
  read_at: isoTime.nullable(),
  /** Made by the sending client; a retry carries the same one. */
  client_id: z.string().nullable(),
});
export type Message = z.infer<typeof message>;

export const conversation = z.object({
  id: z.number(),
  subject: z.string(),
  status: z.enum(conversationStatuses),
  /** The other side. Id null and name 'Deleted user' once that account is gone. */
  participant: z.object({
    id: z.number().nullable(),
    name: z.string(),
    email: z.string().nullable(),
    /** Confirmed as theirs; otherwise as they typed it. */
    email_confirmed: z.boolean(),
    avatar_url: z.string().nullable(),
    role: z.enum(['user', 'agent', 'admin']).nullable(),
  }),
  /** Which side the caller is on. */
  own_side: z.enum(['user', 'agent']),
  property: z.object({ id: z.number(), title: z.string(), image: z.string().nullable() }).nullable(),
  last_message: message.pick({ id: true, content: true, sender_type: true, created_at: true }).nullable(),
  last_message_at: isoTime.nullable(),
  unread_count: z.number(),
  created_at: isoTime,
});
export type Conversation = z.infer<typeof conversation>;

const content = requiredText(MAX_MESSAGE_LENGTH, msg('Message is required'));
export const messageClientId = z
  .string()
  .regex(/^[\w-]{8,64}$/, 'client_id must be 8 to 64 letters, digits, - or _');
const clientId = messageClientId.optional();

/** Words, files, or both. */
export const hasContent = ({
  content,
  attachment_ids: files = [],
}: {
  content: string;
  attachment_ids?: number[] | undefined;
}) => content !== '' || files.length > 0;
export const contentMissing = { path: ['content'], error: msg('Message is required').id };

export const conversationsCalls = {
  list: defineCall('user conversations:read', 'GET /api/conversations', {
    summary:
      'The caller’s conversations, the one with the newest message first. `before` is last_message_at and id of the last one known; `search` finds words in names, subjects, listings and messages',
    query: z.object({
      ...paginationQuery(100),
      before: listPartQuery.before,
      search: searchQuery,
      unread: z.literal('true').optional(),
      /** The other side. */
      participant: id.optional(),
    }),
    answer: z.array(conversation),
  }),
  counts: defineCall('user conversations:read', 'GET /api/conversations/counts', {
    summary: 'How many conversations the caller has, and how many hold something unread',
    query: z.object(beforeQuery),
    answer: z.object({ all: z.number(), unread: z.number() }),
  }),
  start: defineCall('user', 'POST /api/conversations', {
    failures: [404],
    budget: { action: 'conversations', target: 'body.agentId' },
    summary: 'Starts a conversation with an agent, or continues the open one of the same subject and property',
    body: z.object({
      agentId: bodyId,
      subject: requiredLine(200, msg('Subject is required')).default(DEFAULT_SUBJECT),
      initialMessage: content,
      attachment_ids: attachmentIds,
      property_id: bodyId.nullable().optional(),
      client_id: clientId,
    }),
    answer: z.object({ conversation, message }),
    status: 201,
  }),
  get: defineCall('user conversations:read', 'GET /api/conversations/{id}', {
    summary: 'One conversation of the caller',
    answer: conversation,
  }),
  messages: defineCall('user conversations:read', 'GET /api/conversations/{id}/messages', {
    summary:
      'Messages, oldest first: the newest page, the page before an id, or all after an id; marks them read, unless `peek` is 1 or an API token asks',
    query: z.object({
      before: queryInteger(1, MAX_ID).optional(),
      after: queryInteger(0, MAX_ID).optional(),
      limit: queryLimit(MAX_MESSAGE_PAGE_SIZE).default(MESSAGE_PAGE_SIZE),
      /** Fetched beforehand: nothing is marked as read. */
      peek: z.literal('1').optional(),
    }),
    answer: z.array(message),
  }),
  send: defineCall('user conversations:write', 'POST /api/conversations/{id}/messages', {
    budget: { action: 'messages', target: 'params.id' },
    example: { body: { content: 'Here is the contract.', client_id: 'message-0001', attachment_ids: [31] } },
    summary:
      'Posts a message, of words, files or both; the same client_id again answers the message already stored',
    body: z
      .object({ content: possibleText(MAX_MESSAGE_LENGTH), client_id: clientId, attachment_ids: attachmentIds })
      .refine(hasContent, contentMissing),
    answer: message,
    status: 201,
  }),
  read: defineCall('user conversations:write', 'PUT /api/conversations/{id}/read', {
    summary: 'Marks what the other side wrote as read',
    answer: z.object({ read: z.number() }),
  }),
};

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

export const adminMessage = z.object({
  id: z.number(),
  content: z.string(),
  /** The files of the message, which only its conversation may open. */
  attachments: z.array(attachment.omit({ url: true })),
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
  stats: defineCall('admin figures.read', 'GET /api/admin/messages/stats', {
    summary: 'The counters of the messages section',
    answer: messageStats,
  }),
  list: defineCall('admin conversations.read', 'GET /api/admin/conversations', {
    summary: 'Conversations without their words: searched by participant, filtered, a page',
    query: adminConversationQuery,
    answer: z.object({ conversations: z.array(adminConversation), pagination }),
  }),
  export: defineCall('admin conversations.read', 'GET /api/admin/conversations/export', {
    summary: 'The same conversations as a CSV file, all pages, without their words',
    query: z.object(conversationFilters),
    ...csvFile,
  }),
  get: defineCall('admin conversations.read', 'GET /api/admin/conversations/{id}', {
    summary: 'A private conversation with its messages; the reason for reading it goes to the audit log',
    query: z.object({
      reason: requiredText(MAX_REASON_LENGTH, msg('Please say why you need to read this conversation')),
    }),
    answer: adminConversationDetail,
  }),
  setStatus: defineCall('admin conversations.moderate', 'PUT /api/admin/conversations/{id}/status', {
    summary: 'Opens, suspends or closes a conversation',
    body: z.object({ status: z.enum(conversationStatuses) }),
    answer: adminConversation,
  }),
};
