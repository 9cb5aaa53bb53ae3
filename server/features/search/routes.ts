import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { searchCalls } from '#shared/contracts/search.ts';
import { quickSearch } from './service.ts';

export function registerSearchRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(searchCalls.search, ({ user, query }) => quickSearch(context, user, query.q));
}
