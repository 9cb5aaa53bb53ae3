import type { ServerContext } from '#server/context.ts';
import type { ApiRoutes } from '#server/routing.ts';
import { quickSearchCalls } from '#shared/contracts/quickSearch.ts';
import { quickSearch } from './service.ts';

export function registerSearchRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(quickSearchCalls.search, ({ user, query }) => quickSearch(context, user, query.q));
}
