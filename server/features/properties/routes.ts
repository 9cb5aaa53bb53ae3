import { adminOf } from '#server/features/auditLog/actor.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { propertiesCalls } from '#shared/contracts/properties.ts';
import { propertyModerationCalls } from '#shared/contracts/propertyModeration.ts';
import { deleteProperty, setPropertyStatus } from './moderation.ts';
import { exportProperties, getProperty, listProperties } from './moderationReads.ts';
import { createPropertyService } from './service.ts';
import { registerPropertyWriteRoutes } from './write/routes.ts';

export function registerPropertyRoutes(routes: ApiRoutes, context: ServerContext): void {
  const service = createPropertyService(context);
  routes.on(propertiesCalls.list, ({ query }) => service.list(query));
  registerPropertyWriteRoutes(routes, context);
  // Before the call with an id in the same place.
  routes.on(propertiesCalls.map, ({ query }) => service.map(query));
  routes.on(propertiesCalls.byIds, ({ query }) => service.byIds(query.ids));
  routes.on(propertiesCalls.get, ({ params, user }) => service.get(params.id, user));
  routes.on(propertiesCalls.recordView, ({ params, user, ctx }) =>
    service.recordView(params.id, { user, address: ctx.ip, userAgent: ctx.get('user-agent') }),
  );
  routes.on(propertyModerationCalls.list, ({ query }) => listProperties(context, query));
  routes.on(propertyModerationCalls.export, ({ query }) => exportProperties(context, query));
  routes.on(propertyModerationCalls.get, ({ params }) => getProperty(context, params.id));
  routes.on(propertyModerationCalls.setStatus, ({ params, body, ...call }) =>
    setPropertyStatus(context, adminOf(call), params.id, body),
  );
  routes.on(propertyModerationCalls.remove, ({ params, ...call }) =>
    deleteProperty(context, adminOf(call), params.id),
  );
}
