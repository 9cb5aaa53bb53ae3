import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { clientsCalls } from '#shared/contracts/clients.ts';
import { getClient, listClients } from './service.ts';

export function registerClientRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(clientsCalls.list, ({ user, query }) =>
    listClients(context, user, { ...query, needsAnswer: query.needs_answer === 'true' }),
  );
  routes.on(clientsCalls.get, ({ user, params }) => getClient(context, user, params.key));
}
