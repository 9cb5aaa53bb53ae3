import { readRecords, type Sql } from '#server/db/sql.ts';
import { adminOf } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ForbiddenError, NotFoundError } from '#server/http/errors.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import {
  MAX_MAP_POINTS,
  type PropertyList,
  type PropertyMapAnswer,
  propertiesCalls,
} from '#shared/contracts/properties.ts';
import { propertyModerationCalls } from '#shared/contracts/propertyModeration.ts';
import { propertyToolCalls, propertyWriteCalls } from '#shared/contracts/propertyWrites.ts';
import { importListings } from './csvImport.ts';
import { AnswerCache, ListingTotals, type Totals } from './list/caches.ts';
import { readFilter } from './list/filter.ts';
import { mapQuery, pageQuery } from './list/query.ts';
import { deleteProperty, setPropertyStatus } from './moderation.ts';
import { exportProperties, getProperty, listProperties } from './moderationReads.ts';
import { exportListings, listOwnListings } from './ownListings.ts';
import { canEditSome, canSee, isPublic, NOT_YOURS } from './policy.ts';
import {
  type ListingRow,
  type MapRow,
  presentMapPoint,
  presentProperty,
  readListing,
  readPublicListings,
} from './reads.ts';
import { ViewCounter } from './views.ts';
import { createListing, deleteListing, setStatuses, updateListing } from './write.ts';

export function registerPropertyRoutes(routes: ApiRoutes, context: ServerContext): void {
  registerPropertyWriteRoutes(routes, context);
  registerPublicRoutes(routes, context);
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

function registerPropertyWriteRoutes(routes: ApiRoutes, context: ServerContext): void {
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

const NOTHING: Totals = { total: 0, totalWithoutText: 0 };

function registerPublicRoutes(routes: ApiRoutes, context: ServerContext): void {
  const { db, bus } = context;
  const totals = new ListingTotals(db);
  const views = new ViewCounter(context);
  const answers = new AnswerCache();
  const dropCaches = () => {
    totals.clear();
    answers.clear();
  };
  bus.subscribe('listingChanged', dropCaches);
  bus.subscribe('eventsMissed', dropCaches);

  const readAll = <Row>({ text, parameters }: Sql) => readRecords<Row>(db, text, parameters);
  const listingKey = (id: number) => `listing${id}`;

  routes.on(propertiesCalls.list, ({ query }) =>
    answers.get(`list${JSON.stringify(query)}`, async () => {
      const filter = readFilter(query);
      const { page, limit, sort = 'newest' } = query;
      const counted = filter ? await totals.ofList(filter) : NOTHING;
      const offset = (page - 1) * limit;
      const rows =
        filter && offset < counted.total
          ? await readAll<ListingRow>(pageQuery(db.dialect, filter, { sort, limit, offset, ...counted }))
          : [];
      const pagination = buildPagination(page, limit, counted.total);
      return { properties: rows.map(presentProperty), pagination } satisfies PropertyList;
    }),
  );

  routes.on(propertiesCalls.map, ({ query }) =>
    answers.get(`map${JSON.stringify(query)}`, async () => {
      const filter = readFilter(query);
      const counted = filter ? await totals.ofMap(filter) : NOTHING;
      const part = { limit: MAX_MAP_POINTS, offset: 0, ...counted };
      const rows =
        filter && counted.total > 0 ? await readAll<MapRow>(mapQuery(db.dialect, filter, part)) : [];
      return { points: rows.map(presentMapPoint), total: counted.total } satisfies PropertyMapAnswer;
    }),
  );

  routes.on(propertiesCalls.byIds, ({ query: { ids } }) =>
    answers.get(`ids${ids.join()}`, async () => ({ properties: await readPublicListings(db, ids) })),
  );

  routes.on(propertiesCalls.get, async ({ params: { id }, user }) => {
    try {
      return await answers.get(listingKey(id), async () => {
        const row = await readListing(db, id);
        if (!row || !isPublic(row)) throw new NotFoundError('Property');
        return presentProperty(row);
      });
    } catch (error) {
      if (!user || !(error instanceof NotFoundError)) throw error;
      const row = await readListing(db, id);
      if (!row || !canSee(user, row)) throw error;
      return presentProperty(row);
    }
  });

  routes.on(propertiesCalls.recordView, async ({ params: { id }, user, ctx }) => {
    const view = await views.record(id, { user, address: ctx.ip, userAgent: ctx.get('user-agent') });
    if (view.counted) answers.forget(listingKey(id));
    return view;
  });
}
