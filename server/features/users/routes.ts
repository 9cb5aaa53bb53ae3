import { approveAgent, rejectAgent } from '#server/features/agents/applications.ts';
import { countAll, countMessages } from '#server/features/analytics/siteStats.ts';
import { adminOf } from '#server/features/auditLog/actor.ts';
import { exportAuditLog, listAuditEntries } from '#server/features/auditLog/service.ts';
import type { ServerContext } from '#server/features/context.ts';
import { openConversation, setConversationStatus } from '#server/features/conversations/moderation.ts';
import { exportConversations, listConversations } from '#server/features/conversations/moderationReads.ts';
import { exportProperties, getProperty, listProperties } from '#server/features/properties/adminReads.ts';
import { deleteProperty, setPropertyStatus } from '#server/features/properties/moderation.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { adminCalls } from '#shared/contracts/admin.ts';
import { auditCalls } from '#shared/contracts/auditLog.ts';
import { exportUsers, listPendingAgents, listUsers } from './reads.ts';
import { createUser, deleteUser, setUserPassword, setUserStatus, updateUser } from './service.ts';

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
