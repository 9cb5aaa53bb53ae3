import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { auditCalls } from '#shared/contracts/auditLog.ts';
import { exportAuditLog, listAuditEntries } from './service.ts';

export function registerAuditLogRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(auditCalls.list, ({ query }) => listAuditEntries(context, query));
  routes.on(auditCalls.export, ({ query }) => exportAuditLog(context, query));
}
