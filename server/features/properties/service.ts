import { toBoolean } from '#server/db/sql.ts';
import { areColleagues } from '#server/features/auth/writes/offices.ts';
import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { found, NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import {
  MAX_MAP_POINTS,
  type PropertyList,
  type PropertyMapAnswer,
  type propertiesCalls,
  type propertyFacetsCalls,
} from '#shared/contracts/properties.ts';
import type { propertyToolCalls } from '#shared/contracts/propertyWrites.ts';
import { tilesOf } from '#shared/mapTiles.ts';
import { AnswerCache, WrittenData } from './list/answers.ts';
import { readFacets } from './list/facets.ts';
import { findListings, readClusters } from './list/findListings.ts';
import { listingReads } from './list/liveListings.ts';
import { findRelaxations } from './list/relaxations.ts';
import { SearchReader } from './list/searchReader.ts';
import { canSee, canSeeReference, isOwner } from './policy.ts';
import { readHistory } from './reads/history.ts';
import { exportListings, readOwnRows } from './reads/own.ts';
import { SharedHomes } from './reads/sameHome.ts';
import { nearOffersOf, readStanding } from './reads/similar.ts';
import { presentMapPoint, presentProperty, readListing, readMapRows } from './reads.ts';
import { importListings } from './writes/import.ts';
import { ViewCounter } from './writes/views.ts';
import { confirmListings, publishDrafts, setStatuses } from './writes.ts';

export const propertyToolService = (context: ServerContext): Service<typeof propertyToolCalls> => ({
  rows: ({ query, user }) => readOwnRows(context, user.id, query, context.now()),
  setStatus: ({ body, user }) => setStatuses(context, user, body),
  confirmAll: ({ body, user }) => confirmListings(context, user, body.ids),
  publish: ({ body: { ids }, user, t }) =>
    context.db.transaction(async () => {
      const { published, refused } = await publishDrafts(context, await lockCaller(context, user), ids);
      return {
        published: published.map(({ id }) => id),
        refused: refused.map(({ draft: { id, title }, faults }) => ({
          ...{ id, title },
          issues: faults.map(({ path, message }) => ({ path, message: t(message) })),
        })),
      };
    }),
  export: ({ query, user }) => exportListings(context, user.id, query),
  import: ({ body, query, user, t }) =>
    importListings(context, user, { ...body, dry_run: body.dry_run === true || query.dry_run === 'true' }, t),
});

/**
 * One listing with what the public does not read: its agent whether it is a draft, they and their office the office's own
 * number. Undefined where there is nothing of it for the caller.
 */
async function readPrivileged({ db }: ServerContext, user: SignedInUser, id: number) {
  // Accounts of this role have no office and do not read all listings: they cost no look-up.
  if (user.role === 'user') return undefined;
  const listing = await db.models.Property.findByPk(id, {
    attributes: ['agent_id', 'reference', 'moderation_status', 'is_draft'],
  });
  if (!listing || listing.agent_id === null || !canSee(user, listing)) return undefined;
  const isOwn = isOwner(user, listing);
  if (!isOwn && listing.reference === null) return undefined;
  if (!isOwn && !canSeeReference(user, listing, await areColleagues(db, user.id, listing.agent_id)))
    return undefined;
  const row = await readListing(db, id);
  return (
    row && {
      ...presentProperty(row),
      ...(row.reference !== null && { reference: row.reference }),
      ...(isOwn && { draft: toBoolean(row.is_draft) }),
    }
  );
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
        const { filter, understood } = await searches.read(query);
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
          list.relaxations = await findRelaxations(query, understood, {
            isKnown: (words) => searches.isKnown(words),
            count: async (less) =>
              (await findListings(publicReads, (await searches.read(less)).filter, { limit: 0 })).total,
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
      const privileged = user && (await readPrivileged(context, user, id));
      if (privileged) return context.contacts.apply({ user, address }, privileged);
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
