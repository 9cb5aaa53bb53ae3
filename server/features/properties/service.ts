import { areColleagues } from '#server/features/auth/writes/offices.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { found, NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import {
  MAX_MAP_POINTS,
  type Property,
  type PropertyList,
  type PropertyMapAnswer,
  type propertiesCalls,
  type propertyFacetsCalls,
} from '#shared/contracts/properties.ts';
import type { propertyToolCalls } from '#shared/contracts/propertyWrites.ts';
import { tilesOf } from '#shared/mapTiles.ts';
import { AnswerCache, ListingPages, ListingTotals, WrittenData } from './list/caches.ts';
import { readClusters } from './list/clusters.ts';
import { ListingFacets } from './list/facets.ts';
import { readFilter, type Totals } from './list/filter.ts';
import { listingReads } from './list/liveListings.ts';
import { findRelaxations } from './list/relaxations.ts';
import { SearchReader } from './list/searchReader.ts';
import { canSee, canSeeReference } from './policy.ts';
import { readHistory } from './reads/history.ts';
import { exportListings, readOwnRows } from './reads/own.ts';
import { SharedHomes } from './reads/sameHome.ts';
import { nearOffersOf, readStanding } from './reads/similar.ts';
import { presentMapPoint, presentProperty, readListing } from './reads.ts';
import { importListings } from './writes/import.ts';
import { ViewCounter } from './writes/views.ts';
import { confirmListings, setStatuses } from './writes.ts';

export const propertyToolService = (context: ServerContext): Service<typeof propertyToolCalls> => ({
  rows: ({ query, user }) => readOwnRows(context, user.id, query, context.now()),
  setStatus: ({ body, user }) => setStatuses(context, user, body),
  confirmAll: ({ body, user }) => confirmListings(context, user, body.ids),
  export: ({ query, user }) => exportListings(context, user.id, query),
  import: ({ body, query, user, t }) =>
    importListings(context, user, { ...body, dry_run: body.dry_run === true || query.dry_run === 'true' }, t),
});

/** One listing with the office's own number, for those who may see that; undefined where it has none. */
async function readNumbered(
  { db }: ServerContext,
  user: SignedInUser,
  id: number,
): Promise<Property | undefined> {
  // Nobody else has an office or reads all listings: they cost no look-up.
  if (user.role === 'user') return undefined;
  const listing = await db.models.Property.findByPk(id, {
    attributes: ['agent_id', 'reference', 'moderation_status'],
  });
  if (!listing?.reference || listing.agent_id === null || !canSee(user, listing)) return undefined;
  if (!canSeeReference(user, listing, await areColleagues(db, user.id, listing.agent_id))) return undefined;
  const row = await readListing(db, id);
  return row && { ...presentProperty(row), reference: row.reference };
}

const NOTHING: Totals = { total: 0, totalWithoutText: 0, wordLookup: 'lookedUp' };

export function propertiesService(
  context: ServerContext,
): Service<typeof propertiesCalls & typeof propertyFacetsCalls> {
  const { db, bus, metrics } = context;
  // What anybody may see; whose listing it is, and what only they see, is asked of the primary.
  const publicReads = listingReads(context, db.replica);
  const { listings } = publicReads;
  const totals = new ListingTotals(publicReads);
  const searches = new SearchReader(publicReads);
  const pages = new ListingPages(publicReads);
  const facets = new ListingFacets(db.replica, totals);
  const homes = new SharedHomes(db.replica);
  const views = new ViewCounter(context);
  const answers = new AnswerCache();
  metrics.watchCache('listing_totals', totals.counts);
  metrics.watchCache('listing_answers', answers.counts);
  metrics.watchCache('listing_facets', facets.counts);
  const dropCaches = () => {
    totals.clear();
    pages.clear();
    facets.clear();
    answers.clear();
    searches.clear();
    homes.clear();
  };
  bus.subscribe('listingChanged', dropCaches);
  bus.subscribe('eventsMissed', dropCaches);

  const listingKey = (id: number) => `listing${id}`;

  return {
    list: ({ query, user, address }) =>
      answers.getFor(context.contacts, { user, address }, `list${JSON.stringify(query)}`, async () => {
        const { filter, query: asked, understood } = await searches.read(query);
        const { page, limit, sort = 'newest' } = query;
        const counted = filter ? await totals.ofList(filter) : NOTHING;
        const offset = (page - 1) * limit;
        const texts =
          filter && offset < counted.total
            ? await pages.readTexts(filter, sort, { limit, offset, ...counted })
            : [];
        const list: Omit<PropertyList, 'properties'> = {
          pagination: buildPagination(page, limit, counted.total),
        };
        if (understood) list.understood = understood;
        if (counted.total === 0)
          list.relaxations = await findRelaxations(asked, async (less) => {
            const remaining = readFilter(less, context.now());
            return remaining ? await totals.listTotal(remaining) : 0;
          });
        return WrittenData.ofList(await homes.withOffers(texts), list);
      }),

    map: ({ query }) =>
      answers.get(`map${JSON.stringify(query)}`, async () => {
        const { filter } = await searches.read(query);
        const counted = filter ? await totals.ofMap(filter) : NOTHING;
        const part = { limit: MAX_MAP_POINTS, offset: 0, ...counted };
        const rows = filter && counted.total > 0 ? await pages.readMap(filter, part) : [];
        return { points: rows.map(presentMapPoint), total: counted.total } satisfies PropertyMapAnswer;
      }),

    mapClusters: ({ query: { zoom, view, ...query } }) => {
      const tiles = tilesOf(view, zoom);
      return answers.get(`clusters${JSON.stringify([tiles, query])}`, async () => {
        const { filter } = await searches.read(query);
        return readClusters(publicReads, filter, tiles, totals);
      });
    },

    facets: ({ query }) =>
      answers.get(`facets${JSON.stringify(query)}`, async () => {
        const { query: asked } = await searches.read(query);
        return facets.read(asked, context.now());
      }),

    byIds: ({ query: { ids }, user, address }) =>
      answers.getFor(context.contacts, { user, address }, `ids${ids.join()}`, async () => {
        await listings.settle();
        return WrittenData.ofList(await listings.texts.getAll([...new Set(ids)]), {});
      }),

    async get({ params: { id }, user, address }) {
      const numbered = user && (await readNumbered(context, user, id));
      if (numbered) return context.contacts.apply({ user, address }, numbered);
      try {
        return await answers.getFor(context.contacts, { user, address }, listingKey(id), async () =>
          WrittenData.ofListing(found(await listings.text(id), 'property')),
        );
      } catch (error) {
        if (!user || !(error instanceof NotFoundError)) throw error;
        const row = await readListing(db, id);
        if (!row || !canSee(user, row)) throw error;
        return presentProperty(row);
      }
    },

    async history({ params: { id }, user }) {
      const listing = await db.models.Property.findByPk(id);
      if (!listing || !canSee(user, listing)) throw new NotFoundError('property');
      return { events: await readHistory(db, id) };
    },

    async similar({ params: { id }, user, address }) {
      const standing = await readStanding(db.replica, id);
      if (standing.is === 'unknown') throw new NotFoundError('property');
      return answers.getFor(context.contacts, { user, address }, `similar${id}`, async () => ({
        gone: standing.is === 'gone',
        properties: await nearOffersOf({ totals, pages, now: context.now }, standing.row),
      }));
    },

    async recordView({ params: { id }, user, address, userAgent, isPrefetch }) {
      const view = await views.record(id, { user, address, userAgent, isPrefetch });
      if (view.counted) {
        answers.forget(listingKey(id));
        listings.texts.forget(id);
      }
      return view;
    },
  };
}
