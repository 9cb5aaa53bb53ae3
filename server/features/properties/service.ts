import type { Sql } from '#server/db/sql.ts';
import { readRecords } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { ReadyAnswer } from '#server/http/routing.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import {
  MAX_MAP_POINTS,
  type Property,
  type PropertyFilterQuery,
  type PropertyList,
  type PropertyListQuery,
  type PropertyMapAnswer,
} from '#shared/contracts/properties.ts';
import { AnswerCache, ListingTotals, type Totals } from './list/caches.ts';
import { readFilter } from './list/filter.ts';
import { mapQuery, pageQuery } from './list/query.ts';
import { canSee, isPublic } from './policy.ts';
import type { ListingRow, MapRow } from './reads.ts';
import { presentMapPoint, presentProperty, readListing, readPublicListings } from './reads.ts';
import { type CountedView, ViewCounter, type Viewer } from './views.ts';

interface PropertyService {
  list(query: PropertyListQuery): Promise<ReadyAnswer>;
  map(query: PropertyFilterQuery): Promise<ReadyAnswer>;
  byIds(ids: number[]): Promise<ReadyAnswer>;
  /** @throws {NotFoundError} it does not exist, or not for this user. */
  get(id: number, user: SignedInUser | null): Promise<ReadyAnswer | Property>;
  /** @throws {NotFoundError} it does not exist, or not for this viewer. */
  recordView(id: number, viewer: Viewer): Promise<CountedView>;
}

export function createPropertyService(context: ServerContext): PropertyService {
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

  return {
    list(query) {
      return answers.get(`list${JSON.stringify(query)}`, async () => {
        const filter = readFilter(query);
        const { page, limit, sort = 'newest' } = query;
        const counted = filter ? await totals.ofList(filter) : NOTHING;
        const offset = (page - 1) * limit;
        const rows =
          filter && offset < counted.total
            ? await readAll<ListingRow>(pageQuery(db.dialect, filter, { sort, limit, offset, ...counted }))
            : [];
        return {
          properties: rows.map(presentProperty),
          pagination: buildPagination(page, limit, counted.total),
        } satisfies PropertyList;
      });
    },

    map(query) {
      return answers.get(`map${JSON.stringify(query)}`, async () => {
        const filter = readFilter(query);
        const counted = filter ? await totals.ofMap(filter) : NOTHING;
        const rows =
          filter && counted.total > 0
            ? await readAll<MapRow>(
                mapQuery(db.dialect, filter, { limit: MAX_MAP_POINTS, offset: 0, ...counted }),
              )
            : [];
        return { points: rows.map(presentMapPoint), total: counted.total } satisfies PropertyMapAnswer;
      });
    },

    byIds(ids) {
      return answers.get(`ids${ids.join()}`, async () => ({ properties: await readPublicListings(db, ids) }));
    },

    async get(id, user) {
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
    },

    async recordView(id, viewer) {
      const view = await views.record(id, viewer);
      if (view.counted) answers.forget(listingKey(id));
      return view;
    },
  };
}

const NOTHING: Totals = { total: 0, totalWithoutText: 0 };

function listingKey(id: number): string {
  return `listing${id}`;
}
