import { z } from 'zod';
import { DEFAULT_SUBJECT } from '../labels.ts';
import { MAX_MESSAGE_LENGTH, MAX_MESSAGE_PAGE_SIZE, MESSAGE_PAGE_SIZE } from '../limits.ts';
import { english, msg } from '../messages.ts';
import {
  beforeQuery,
  bodyId,
  defineCall,
  id,
  isoTime,
  listPartQuery,
  paginationQuery,
  queryInteger,
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
  content: z.string(),
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
  last_message: z
    .object({ content: z.string(), sender_type: z.enum(['user', 'agent']), created_at: isoTime })
    .nullable(),
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

export const conversationsCalls = {
  list: defineCall('user', 'GET /api/conversations', {
    scope: 'conversations:read',
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
  counts: defineCall('user', 'GET /api/conversations/counts', {
    scope: 'conversations:read',
    summary: 'How many conversations the caller has, and how many hold something unread',
    query: z.object(beforeQuery),
    answer: z.object({ all: z.number(), unread: z.number() }),
  }),
  start: defineCall('user', 'POST /api/conversations', {
    failures: [404],
    budget: { action: 'conversations', target: 'body.agentId' },
    summary:
      'Starts a conversation with an agent, or continues the open one of the same subject and property',
    body: z.object({
      agentId: bodyId,
      subject: requiredLine(200, msg('Subject is required')).default(DEFAULT_SUBJECT),
      initialMessage: content,
      property_id: bodyId.nullable().optional(),
      client_id: clientId,
    }),
    answer: z.object({ conversation, message }),
    status: 201,
  }),
  get: defineCall('user', 'GET /api/conversations/{id}', {
    scope: 'conversations:read',
    summary: 'One conversation of the caller',
    answer: conversation,
  }),
  messages: defineCall('user', 'GET /api/conversations/{id}/messages', {
    scope: 'conversations:read',
    summary:
      'Messages, oldest first: the newest page, the page before an id, or all after an id; marks them read, unless `peek` is 1 or an API token asks',
    query: z.object({
      before: queryInteger(1, 2_147_483_647).optional(),
      after: queryInteger(0, 2_147_483_647).optional(),
      limit: queryInteger(1, 1_000_000)
        .transform((limit) => Math.min(limit, MAX_MESSAGE_PAGE_SIZE))
        .default(MESSAGE_PAGE_SIZE),
      /** Fetched beforehand: nothing is marked as read. */
      peek: z.literal('1').optional(),
    }),
    answer: z.array(message),
  }),
  send: defineCall('user', 'POST /api/conversations/{id}/messages', {
    scope: 'conversations:write',
    budget: { action: 'messages', target: 'params.id' },
    summary: 'Posts a message; the same client_id again answers the message already stored',
    body: z.object({ content, client_id: clientId }),
    answer: message,
    status: 201,
  }),
  read: defineCall('user', 'PUT /api/conversations/{id}/read', {
    scope: 'conversations:write',
    summary: 'Marks what the other side wrote as read',
    answer: z.object({ read: z.number() }),
  }),
};
