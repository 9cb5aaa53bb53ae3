import { areColleagues } from '#server/features/auth/writes/offices.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { found, NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import {
  MAX_MAP_POINTS,
  type PropertyFilterQuery,
  type PropertyList,
  type PropertyMapAnswer,
  type propertiesCalls,
  type propertyFacetsCalls,
  propertyFilterQuery,
} from '#shared/contracts/properties.ts';
import type { propertyToolCalls } from '#shared/contracts/propertyWrites.ts';
import { tilesOf } from '#shared/mapTiles.ts';
import { foldText } from '#shared/places.ts';
import { AnswerCache, WrittenData } from './list/answers.ts';
import { readFacets } from './list/facets.ts';
import { readFilter } from './list/filter.ts';
import { findListings, readClusters } from './list/findListings.ts';
import { listingReads } from './list/liveListings.ts';
import { SearchReader } from './list/searchReader.ts';
import { canSee, canSeeReference } from './policy.ts';
import { readHistory } from './reads/history.ts';
import { exportListings, readOwnRows } from './reads/own.ts';
import { SharedHomes } from './reads/sameHome.ts';
import { nearOffersOf, readStanding } from './reads/similar.ts';
import { presentMapPoint, presentProperty, readListing, readMapRows } from './reads.ts';
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

/** One listing with the office's own number; undefined for a listing without one, and for callers that may not see it. */
async function readNumbered({ db }: ServerContext, user: SignedInUser, id: number) {
  // Accounts of this role have no office and do not read all listings: they cost no look-up.
  if (user.role === 'user') return undefined;
  const listing = await db.models.Property.findByPk(id, {
    attributes: ['agent_id', 'reference', 'moderation_status'],
  });
  if (!listing?.reference || listing.agent_id === null || !canSee(user, listing)) return undefined;
  if (!canSeeReference(user, listing, await areColleagues(db, user.id, listing.agent_id))) return undefined;
  const row = await readListing(db, id);
  return row && { ...presentProperty(row), reference: row.reference };
}

export function propertiesService(
  context: ServerContext,
): Service<typeof propertiesCalls & typeof propertyFacetsCalls> {
  const { db, metrics } = context;
  // Public data comes from the replica; the owner of a listing and private data come from the primary.
  const publicReads = listingReads(context, db.replica);
  const { listings } = publicReads;
  const searches = new SearchReader(publicReads);
  const homes = new SharedHomes(db, listings);
  const views = new ViewCounter(context);
  const answers = new AnswerCache(listings);
  metrics.watchCache('listing_answers', answers.counts);

  return {
    list: ({ query, user, address }) =>
      answers.getFor(context.contacts, { user, address }, `list${JSON.stringify(query)}`, async () => {
        const { filter, query: asked, understood } = await searches.read(query);
        const { page, limit, sort = 'newest' } = query;
        const { total, ids } = await findListings(publicReads, filter, {
          sort,
          limit,
          offset: (page - 1) * limit,
        });
        const texts = await listings.texts.getAll(ids);
        const list: Omit<PropertyList, 'properties'> = {
          pagination: buildPagination(page, limit, total),
        };
        if (understood) list.understood = understood;
        if (total === 0)
          list.relaxations = await findRelaxations(asked, async (less) => {
            return (await findListings(publicReads, readFilter(less, context.now()), { limit: 0 })).total;
          });
        return WrittenData.ofList(await homes.withOffers(texts), list);
      }),

    map: ({ query }) =>
      answers.get(`map${JSON.stringify(query)}`, async () => {
        const { filter } = await searches.read(query);
        const { total, ids } = await findListings(publicReads, filter, {
          limit: MAX_MAP_POINTS,
          isOnMap: true,
        });
        const rows = await readMapRows(db, ids);
        return { points: rows.map(presentMapPoint), total } satisfies PropertyMapAnswer;
      }),

    mapClusters: ({ query: { zoom, view, ...query } }) => {
      const tiles = tilesOf(view, zoom);
      return answers.get(`clusters${JSON.stringify([tiles, query])}`, async () => {
        const { filter } = await searches.read(query);
        return readClusters(publicReads, filter, tiles);
      });
    },

    facets: ({ query }) =>
      answers.get(`facets${JSON.stringify(query)}`, async () => {
        const { query: asked } = await searches.read(query);
        return readFacets(publicReads, asked);
      }),

    byIds: ({ query: { ids }, user, address }) =>
      answers.getFor(context.contacts, { user, address }, `ids${ids.join()}`, async () => {
        await listings.flush();
        return WrittenData.ofList(await listings.texts.getAll([...new Set(ids)]), {});
      }),

    async get({ params: { id }, user, address }) {
      const numbered = user && (await readNumbered(context, user, id));
      if (numbered) return context.contacts.apply({ user, address }, numbered);
      try {
        return await answers.getFor(context.contacts, { user, address }, `listing${id}`, async () =>
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
        properties: await nearOffersOf(publicReads, standing.row),
      }));
    },

    recordView: ({ params: { id }, user, address, userAgent, isPrefetch }) =>
      views.record(id, { user, address, userAgent, isPrefetch }),
  };
}

type Relaxation = NonNullable<PropertyList['relaxations']>[number];
type Count = (query: PropertyFilterQuery) => Promise<number>;
type Field = keyof PropertyFilterQuery;

/** Fields that people see as one filter. */
const together: Record<string, Field[]> = {
  price: ['min_price', 'max_price'],
  floor_area: ['min_area', 'max_area'],
  reach: ['reach', 'reach_name'],
};
const filterNames = (Object.keys(propertyFilterQuery.shape) as Field[]).filter(
  (name) => name !== 'search' && name !== 'exact' && name !== 'reach_name',
);

/** Limit of the parts that are tried to be left out, one at a time, and then each filter with all words. */
const MAX_TRIED = 12;

interface Attempt extends Pick<Relaxation, 'filter' | 'word'> {
  query: PropertyFilterQuery;
}

/** Parts of a search without matches that could be left out, the most matches first. @param query with explicit filters */
async function findRelaxations(query: PropertyFilterQuery, count: Count): Promise<Relaxation[]> {
  const filters = withoutEachFilter(query);
  const words = foldText(query.search ?? '')
    .split(' ')
    .filter(Boolean);
  const withoutEachWord = [...new Set(words)].map((word) => {
    const others = words.filter((other) => other !== word).join(' ');
    return { filter: null, word, query: { ...query, search: others || undefined } };
  });
  const found = await countAll([...withoutEachWord, ...filters], count);
  if (found.length > 0 || words.length === 0) return found;

  const word = words.join(' ');
  const withoutWords = { filter: null, word, query: { ...query, search: undefined } };
  const some = words.length > 1 ? await countAll([withoutWords], count) : [];
  if (some.length > 0) return some;
  const pairs = filters.map(({ filter, query: rest }) => ({
    filter,
    word,
    query: { ...rest, search: undefined },
  }));
  return countAll(pairs, count);
}

function withoutEachFilter(query: PropertyFilterQuery): Attempt[] {
  const set = filterNames.filter((name) => query[name] !== undefined);
  const groups = new Map(
    set.map((name) => {
      const group = Object.entries(together).find(([, names]) => names.includes(name));
      return group ?? [name as string, [name]];
    }),
  );
  return [...groups].map(([filter, names]) => ({
    filter,
    word: null,
    query: { ...query, ...Object.fromEntries(names.map((name) => [name, undefined])) },
  }));
}

async function countAll(attempts: readonly Attempt[], count: Count): Promise<Relaxation[]> {
  const counted = await Promise.all(
    attempts
      .slice(0, MAX_TRIED)
      .map(async ({ filter, word, query }) => ({ filter, word, total: await count(query) })),
  );
  return counted.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
}
