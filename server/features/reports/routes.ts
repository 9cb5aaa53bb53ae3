import { adminOf } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { reportsCalls } from '#shared/contracts/reports.ts';
import { decideReport, listReports } from './decisions.ts';
import { getOwnReport, reportListing } from './service.ts';

export function registerReportRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(reportsCalls.create, ({ user, params, body }) =>
    reportListing(context, user, params.id, { reason: body.reason, details: body.details ?? null }),
  );
  routes.on(reportsCalls.own, ({ user, params }) => getOwnReport(context, user, params.id));
  routes.on(reportsCalls.list, ({ query }) => listReports(context, query));
  routes.on(reportsCalls.decide, ({ params, body, ...call }) =>
    decideReport(context, adminOf(call), params.id, { decision: body.decision, reason: body.reason ?? null }),
  );
}
