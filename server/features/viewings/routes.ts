import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { viewingsCalls } from '#shared/contracts/viewings.ts';
import { renderCalendarFile } from './calendar.ts';
import { countViewings, readViewings } from './reads.ts';
import { decideViewing, getViewing, requestViewing } from './service.ts';

export function registerViewingRoutes(routes: ApiRoutes, context: ServerContext): void {
  const { db, now } = context;
  routes.on(viewingsCalls.list, ({ user, query }) => readViewings(db, user.id, query));
  routes.on(viewingsCalls.counts, ({ user, query }) => countViewings(db, user.id, now(), query.before));
  routes.on(viewingsCalls.request, ({ user, body }) =>
    requestViewing(context, user, {
      propertyId: body.property_id,
      startsAt: body.starts_at,
      note: body.note ?? null,
    }),
  );
  routes.on(viewingsCalls.update, ({ user, params, body }) => decideViewing(context, user, params.id, body));
  routes.on(viewingsCalls.calendar, async ({ user, params }) => {
    const viewing = await getViewing(context, user, params.id);
    const url = `${context.env.publicUrl}/properties/${viewing.property.id}`;
    return { file: renderCalendarFile(viewing, { url, stamp: context.now() }) };
  });
}
