import type { ServerContext } from '#server/context.ts';
import type { ApiRoutes } from '#server/routing.ts';
import { adminCalls } from '#shared/contracts/admin.ts';
import { auditCalls } from '#shared/contracts/auditLog.ts';
import { adminOf } from './actor.ts';
import { approveAgent, rejectAgent } from './applications.ts';
import { exportAuditLog, listAuditEntries } from './auditLog.ts';
import { exportConversations, listConversations } from './conversationReads.ts';
import { openConversation, setConversationStatus } from './conversations.ts';
import { exportProperties, getProperty, listProperties } from './listingReads.ts';
import { deleteProperty, setPropertyStatus } from './moderation.ts';
import { countAll, countMessages } from './stats.ts';
import { exportUsers, listPendingAgents, listUsers } from './userReads.ts';
import { createUser, deleteUser, setUserPassword, setUserStatus, updateUser } from './users.ts';

export function registerAdminRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(adminCalls.stats, () => countAll(context));
  registerPeople(routes, context);
  registerListings(routes, context);
  registerConversations(routes, context);
  routes.on(auditCalls.list, ({ query }) => listAuditEntries(context, query));
  routes.on(auditCalls.export, ({ query }) => exportAuditLog(context, query));
}

/** Paths that are fixed come before those with an id in the same place. */
function registerPeople(routes: ApiRoutes, context: ServerContext): void {
  routes.on(adminCalls.users, ({ query }) => listUsers(context, query));
  routes.on(adminCalls.exportUsers, ({ query }) => exportUsers(context, query));
  routes.on(adminCalls.createUser, ({ body, ...call }) => createUser(context, adminOf(call), body));
  routes.on(adminCalls.updateUser, ({ params, body, ...call }) =>
    updateUser(context, adminOf(call), params.id, body),
  );
  routes.on(adminCalls.setUserStatus, ({ params, body, ...call }) =>
    setUserStatus(context, adminOf(call), params.id, body.status),
  );
  routes.on(adminCalls.setUserPassword, ({ params, body, ...call }) =>
    setUserPassword(context, adminOf(call), params.id, body.newPassword),
  );
  routes.on(adminCalls.deleteUser, ({ params, ...call }) => deleteUser(context, adminOf(call), params.id));
  routes.on(adminCalls.pendingAgents, () => listPendingAgents(context));
  routes.on(adminCalls.approveAgent, ({ params, ...call }) =>
    approveAgent(context, adminOf(call), params.id),
  );
  routes.on(adminCalls.rejectAgent, ({ params, body, ...call }) =>
    rejectAgent(context, adminOf(call), params.id, body.reason ?? null),
  );
}

function registerListings(routes: ApiRoutes, context: ServerContext): void {
  routes.on(adminCalls.properties, ({ query }) => listProperties(context, query));
  routes.on(adminCalls.exportProperties, ({ query }) => exportProperties(context, query));
  routes.on(adminCalls.property, ({ params }) => getProperty(context, params.id));
  routes.on(adminCalls.setPropertyStatus, ({ params, body, ...call }) =>
    setPropertyStatus(context, adminOf(call), params.id, body),
  );
  routes.on(adminCalls.deleteProperty, ({ params, ...call }) =>
    deleteProperty(context, adminOf(call), params.id),
  );
}

function registerConversations(routes: ApiRoutes, context: ServerContext): void {
  routes.on(adminCalls.messageStats, () => countMessages(context));
  routes.on(adminCalls.conversations, ({ query }) => listConversations(context, query));
  routes.on(adminCalls.exportConversations, ({ query }) => exportConversations(context, query));
  routes.on(adminCalls.conversation, ({ params, query, ...call }) =>
    openConversation(context, adminOf(call), params.id, query.reason),
  );
  routes.on(adminCalls.setConversationStatus, ({ params, body, ...call }) =>
    setConversationStatus(context, adminOf(call), params.id, body.status),
  );
}
