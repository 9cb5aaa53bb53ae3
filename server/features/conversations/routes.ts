import { adminOf } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { conversationModerationCalls } from '#shared/contracts/conversationModeration.ts';
import { conversationsCalls } from '#shared/contracts/conversations.ts';
import { openConversation, setConversationStatus } from './moderation.ts';
import { countMessages, exportConversations, listAllConversations } from './moderationReads.ts';
import { countConversations, readConversations } from './reads.ts';
import {
  getConversation,
  listMessages,
  markConversationRead,
  sendMessage,
  startConversation,
} from './service.ts';

export function registerConversationRoutes(routes: ApiRoutes, context: ServerContext): void {
  const { db } = context;
  routes.on(conversationsCalls.list, ({ user, query }) => readConversations(db, user.id, query));
  routes.on(conversationsCalls.counts, ({ user, query }) => countConversations(db, user.id, query.before));
  routes.on(conversationsCalls.start, ({ user, body }) =>
    startConversation(context, user, {
      agentId: body.agentId,
      subject: body.subject,
      propertyId: body.property_id ?? null,
      message: { content: body.initialMessage, clientId: body.client_id ?? null },
    }),
  );
  routes.on(conversationsCalls.get, ({ user, params }) => getConversation(context, user, params.id));
  routes.on(conversationsCalls.messages, ({ user, params, query }) =>
    listMessages(context, user, params.id, query),
  );
  routes.on(conversationsCalls.send, ({ user, params, body }) =>
    sendMessage(context, user, params.id, { content: body.content, clientId: body.client_id ?? null }),
  );
  routes.on(conversationsCalls.read, ({ user, params }) => markConversationRead(context, user, params.id));
  routes.on(conversationModerationCalls.stats, () => countMessages(context));
  routes.on(conversationModerationCalls.list, ({ query }) => listAllConversations(context, query));
  routes.on(conversationModerationCalls.export, ({ query }) => exportConversations(context, query));
  routes.on(conversationModerationCalls.get, ({ params, query, ...call }) =>
    openConversation(context, adminOf(call), params.id, query.reason),
  );
  routes.on(conversationModerationCalls.setStatus, ({ params, body, ...call }) =>
    setConversationStatus(context, adminOf(call), params.id, body.status),
  );
}
