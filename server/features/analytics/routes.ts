import type { ServerContext } from '#server/features/context.ts';
import { type ApiRoutes, FileAnswer } from '#server/http/routing.ts';
import { type AnalyticsQuery, analyticsCalls } from '#shared/contracts/analytics.ts';
import { countAll } from './reads.ts';
import { exportListings, exportMonths, getAnalytics } from './service.ts';

/** To be mounted before the agents' own routes, which would take 'analytics' for an id. */
export function registerAnalyticsRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(analyticsCalls.get, ({ user, query }) => getAnalytics(context, user.id, query));
  routes.on(analyticsCalls.export, async ({ user, query }) => {
    const write = query.table === 'monthly' ? exportMonths : exportListings;
    return new FileAnswer(await write(context, user.id, query), 'text/csv', fileName(query));
  });
  routes.on(analyticsCalls.siteStats, () => countAll(context));
}

/** 'silong-monthly.csv', or of a period 'silong-monthly-2026-01-01-to-2026-03-31.csv'. */
function fileName({ table, from, to }: { table: string } & AnalyticsQuery): string {
  return from && to ? `silong-${table}-${from}-to-${to}.csv` : `silong-${table}.csv`;
}
