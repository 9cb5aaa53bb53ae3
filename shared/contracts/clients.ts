import { z } from 'zod';
import { msg } from '../messages.ts';
import { defineCall, isoTime, pagination, paginationQuery } from './common.ts';
import { conversation } from './conversations.ts';
import { contact, inquiry } from './inquiries.ts';
import { viewing } from './viewings.ts';

/** One person, in all the ways they reached the agent. */
export const client = z.object({
  /** Any of 'user-7', 'inquiry-12', 'conversation-3' that belongs to the person names them. */
  key: z.string(),
  /** Null for a visitor without an account. */
  user_id: z.number().nullable(),
  avatar_url: z.string().nullable(),
  name: z.string(),
  /** The account's own; of a visitor without an account, as it was typed. */
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  /** All that is known or was said, the account's own first. */
  contacts: z.array(contact),
  inquiries: z.number(),
  conversations: z.number(),
  viewings: z.number(),
  unread: z.number(),
  last_activity_at: isoTime,
  /** An open inquiry, a chat whose last message is the client's, or a requested viewing. */
  needs_answer: z.boolean(),
});
export type Client = z.infer<typeof client>;

const at = isoTime.describe('When something last happened in it');

export const clientEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('inquiry'), at, needs_answer: z.boolean(), inquiry }),
  z.object({ kind: z.literal('conversation'), at, needs_answer: z.boolean(), conversation }),
  z.object({ kind: z.literal('viewing'), at, needs_answer: z.boolean(), viewing }),
]);
export type ClientEvent = z.infer<typeof clientEvent>;

export const clientDetail = z.object({ client, events: z.array(clientEvent) });
export type ClientDetail = z.infer<typeof clientDetail>;

export const clientList = z.object({
  clients: z.array(client),
  needs_answer: z.number(),
  pagination,
});
export type ClientList = z.infer<typeof clientList>;

const clientKey = z.string().regex(/^(user|inquiry|conversation)-[1-9]\d{0,9}$/, msg('No client is given').id);

export const clientsCalls = {
  list: defineCall('agent clients:read', 'GET /api/agents/clients', {
    summary:
      'Who wrote to the agent or asked for a viewing, one entry a person (joined by account and by the address it has confirmed), latest first',
    query: z.object({
      ...paginationQuery(20),
      search: z.string().trim().max(200).optional(),
      needs_answer: z.enum(['true', 'false']).optional(),
    }),
    answer: clientList,
  }),
  get: defineCall('agent clients:read', 'GET /api/agents/clients/{key}', {
    summary: 'Everything between one person and the agent, newest first (at most 200 of each kind)',
    params: z.object({ key: clientKey }),
    answer: clientDetail,
  }),
};
