import type { ServerContext } from '#server/features/context.ts';
import { ForbiddenError } from '#server/http/errors.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { propertyToolCalls } from '#shared/contracts/propertyTools.ts';
import { propertyWriteCalls } from '#shared/contracts/propertyWrites.ts';
import { exportListings } from '../csv/export.ts';
import { importListings } from '../csv/import.ts';
import { canEditSome, NOT_YOURS } from '../policy.ts';
import { setStatuses } from './bulkStatus.ts';
import { listOwnListings } from './ownListings.ts';
import { createListing, deleteListing, updateListing } from './service.ts';

export function registerPropertyWriteRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(propertyWriteCalls.mine, ({ query, user }) => listOwnListings(context.db, user.id, query));
  routes.on(propertyToolCalls.setStatus, ({ body, user }) => setStatuses(context, user, body));
  routes.on(propertyToolCalls.export, ({ query, user }) => exportListings(context, user.id, query));
  routes.on(propertyToolCalls.import, ({ body, user }) => importListings(context, user, body));
  routes.on(propertyWriteCalls.create, ({ body, user }) => createListing(context, user, body));
  routes.on(
    propertyWriteCalls.update,
    ({ params, body, user }) => updateListing(context, user, params.id, body),
    {
      authorizeLargeBody(user) {
        if (!canEditSome(user)) throw new ForbiddenError(NOT_YOURS);
      },
    },
  );
  routes.on(propertyWriteCalls.remove, ({ params, user }) => deleteListing(context, user, params.id));
}
