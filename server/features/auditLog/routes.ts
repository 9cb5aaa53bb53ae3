import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { auditLogCalls } from '#shared/contracts/auditLog.ts';
import { exportAuditLog, listAuditEntries } from './service.ts';

export function registerAuditLogRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(auditLogCalls.list, ({ query }) => listAuditEntries(context, query));
  routes.on(auditLogCalls.export, ({ query }) => exportAuditLog(context, query));
}
