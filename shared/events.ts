import { z } from 'zod';
import { bodyId } from './contracts/common.ts';
import { message } from './contracts/conversations.ts';
import { notification } from './contracts/notifications.ts';

/** The events that the server emits to sockets. Names are the specification's; the last nine are ours. */
export const serverEvents = {
  /** To the conversation's room and to both participants wherever they are. */
  new_message: message,
  /** To the recipient of the message wherever they are, unless their settings switch notices of messages off. */
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
  /** Notifications that were read elsewhere: in another window, or as their matter was settled. */
  notifications_read: z.object({ ids: z.array(z.number()) }),
  /** A conversation was suspended, closed or opened again. */
  conversation_changed: z.object({
    conversationId: z.number(),
    status: z.enum(['active', 'suspended', 'closed']),
  }),
  /** A line of an agent's queue changed; null: many lines changed. */
  client_changed: z.object({ clientId: z.number().nullable() }),
  /** The person's office, or one that invited them, changed: its data or its members. */
  office_changed: z.object({}),
  /** A shared list, its content or its members changed; to its room and to its members. */
  list_changed: z.object({ listId: z.number() }),
  viewing_changed: z.object({ viewingId: z.number(), status: z.string() }),
  /** Another person decided something that the account may do or shows: its profile is to be read again. */
  account_changed: z.object({}),
  /** To administrators: the number of cases that wait for a decision may have changed. */
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

/** The events that a client may send. A bare id joins or leaves; the server trusts the token's user, never a field. */
export const clientEvents = {
  join: bareId,
  join_conversation: bareId,
  leave_conversation: bareId,
  join_list: bareId,
  leave_list: bareId,
  typing: z.object({ conversationId: bareId, isTyping: z.boolean() }),
};
