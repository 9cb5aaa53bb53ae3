import { z } from 'zod';
import { bodyId } from './contracts/common.ts';
import { message } from './contracts/conversations.ts';
import { notification } from './contracts/notifications.ts';

/** What the server pushes over the socket. Names are the specification's; the last eight are ours. */
export const serverEvents = {
  /** To everyone in the conversation's room, and to both who take part wherever they are. */
  new_message: message,
  /** To the person who got the message, wherever they are, unless they do not want to be told of messages. */
  message_notification: z.object({
    message: message.pick({ id: true, content: true, created_at: true }),
    senderType: z.enum(['agent', 'user']),
    conversationId: z.number(),
  }),
  user_typing: z.object({ conversationId: z.number(), userId: z.number(), isTyping: z.boolean() }),
  /** The other side has read up to this message. */
  messages_read: z.object({
    conversationId: z.number(),
    readerId: z.number(),
    upToId: z.number(),
    read_at: z.string(),
  }),
  /** A stored notification, for the bell; `push`: also to be shown beyond it (a toast, the system's own notice). */
  notification: notification.extend({ push: z.boolean() }),
  /** A conversation was suspended, closed or opened again. */
  conversation_changed: z.object({
    conversationId: z.number(),
    status: z.enum(['active', 'suspended', 'closed']),
  }),
  /** What an agent's queue says of a client is different; null: of many. */
  client_changed: z.object({ clientId: z.number().nullable() }),
  /** Of the office one is in, or was invited to: something about it or its members is different. */
  office_changed: z.object({}),
  /** A shared list, what is in it or who is, is different; to its room and to its members. */
  list_changed: z.object({ listId: z.number() }),
  viewing_changed: z.object({ viewingId: z.number(), status: z.string() }),
  /** What the account may do or shows of itself was decided by somebody else: its profile is to be read again. */
  account_changed: z.object({}),
  /** To administrators: what waits for a decision may be more or less than it was. */
  waiting_changed: z.object({}),
};

export type ServerEventName = keyof typeof serverEvents;
export type ServerEvent<Name extends ServerEventName> = z.infer<(typeof serverEvents)[Name]>;

/** A bare id, as a number or as text. */
const bareId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(bodyId);

/** What a client may send. A bare id joins or leaves; the server trusts the token's user, never a field. */
export const clientEvents = {
  join: bareId,
  join_conversation: bareId,
  leave_conversation: bareId,
  join_list: bareId,
  leave_list: bareId,
  typing: z.object({ conversationId: bareId, isTyping: z.boolean() }),
};
