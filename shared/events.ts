import { z } from 'zod';
import { message } from './contracts/conversations.ts';
import { notification } from './contracts/notifications.ts';

/** What the server pushes over the socket. Names are the specification's; the last four are ours. */
export const serverEvents = {
  /** To everyone in the conversation's room. */
  new_message: message,
  /** To the person who got the message, wherever they are. */
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
  /** A stored notification, for the bell. */
  notification,
  /** A conversation was suspended, closed or opened again. */
  conversation_changed: z.object({
    conversationId: z.number(),
    status: z.enum(['active', 'suspended', 'closed']),
  }),
  viewing_changed: z.object({ viewingId: z.number(), status: z.string() }),
};

export type ServerEventName = keyof typeof serverEvents;
export type ServerEvent<Name extends ServerEventName> = z.infer<(typeof serverEvents)[Name]>;

/** What a client may send. A bare id joins or leaves; the server trusts the token's user, never a field. */
export const clientEvents = {
  join: z.coerce.number().int().positive(),
  join_conversation: z.coerce.number().int().positive(),
  leave_conversation: z.coerce.number().int().positive(),
  typing: z.object({ conversationId: z.coerce.number().int().positive(), isTyping: z.boolean() }),
};
