import { parse } from 'node:querystring';
import type { SavedSearchModel } from '#server/db/models.ts';
import { isAmong, readAll, toIso, toNumber } from '#server/db/sql.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readFound } from '#server/features/properties/list/findListings.ts';
import { listingReads } from '#server/features/properties/list/liveListings.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import { presentProperty } from '#server/features/properties/reads.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type { SavedSearch, savedSearchesCalls } from '#shared/contracts/savedSearches.ts';
import { MAX_SAVED_SEARCHES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { checkQuery, readSaved, storedFilter, storeKeys } from './matching.ts';

export function savedSearchesService(context: ServerContext): Service<typeof savedSearchesCalls> {
  const { db, now } = context;
  const { SavedSearch } = db.models;

  return {
    async list({ user }) {
      const searches = await SavedSearch.findAll({ where: { user_id: user.id }, order: [['id', 'DESC']] });
      return { saved_searches: await presentAll(context, searches) };
    },

    /** @throws {InvalidInputError} the list call refuses the query. @throws {ConflictError} `too_many_saved_searches`. */
    async create({ user, body: { name, query: given, frequency } }) {
      const query = checkQuery(given);
      const filter = await readSaved(context, query);
      const created = await db.transaction(async () => {
        // The lock keeps parallel calls within the limit.
        await lockUser(context, user.id);
        if ((await SavedSearch.count({ where: { user_id: user.id } })) >= MAX_SAVED_SEARCHES)
          throw new ConflictError(
            msg('You can keep up to {limit} saved searches. Delete one to save another.', {
              limit: MAX_SAVED_SEARCHES,
            }),
            'too_many_saved_searches',
          );
        const values = { user_id: user.id, name, query, frequency, seen_at: now() };
        const search = await SavedSearch.create({ ...values, ...storedFilter(filter) });
        await storeKeys(context, search);
        return search;
      });
      const [answer] = await presentAll(context, [created]);
      return found(answer, 'savedSearch');
    },

    /**
     * @throws {NotFoundError} no such search of the caller.
     * @throws {InvalidInputError} the list call refuses the query.
     */
    async update({ user, params: { id }, body: { name, query: given, frequency, seen } }) {
      const query = given === undefined ? undefined : checkQuery(given);
      const filter = query === undefined ? null : await readSaved(context, query);
      const changed = await db.transaction(async () => {
        await lockUser(context, user.id);
        const search = found(await SavedSearch.findOne({ where: { id, user_id: user.id } }), 'savedSearch');
        const isOther = query !== undefined && query !== search.query;
        if (isOther || (frequency && frequency !== search.frequency)) await dropPending(context, id);
        await search.update({
          ...(name !== undefined && { name }),
          ...(frequency !== undefined && { frequency }),
          ...(query !== undefined && { query, ...storedFilter(filter) }),
          ...((seen || isOther) && { seen_at: now() }),
        });
        if (query !== undefined || frequency) await storeKeys(context, search);
        return search;
      });
      const [answer] = await presentAll(context, [changed]);
      return found(answer, 'savedSearch');
    },

    /** @throws {NotFoundError} no such search of the caller. */
    async remove({ user, params: { id } }) {
      await db.transaction(async () => {
        await lockUser(context, user.id);
        found((await SavedSearch.destroy({ where: { id, user_id: user.id } })) > 0, 'savedSearch');
      });
      return { id };
    },

    /** @throws {NotFoundError} no such search of the caller. */
    async matches({ user, address, params: { id }, query: { page, limit } }) {
      const search = found(await SavedSearch.findOne({ where: { id, user_id: user.id } }), 'savedSearch');
      const { rows, total } = await readList(context, search, (page - 1) * limit, limit);
      const properties = context.contacts.apply({ user, address }, rows.map(presentProperty));
      const news = new Set(await readNewIds(context, search));
      const new_ids = properties.flatMap((property) => (news.has(property.id) ? [property.id] : []));
      return { properties, pagination: buildPagination(page, limit, total), new_ids };
    },
  };
}

/** Drops pending notices of a former frequency or query, in the running transaction. */
export async function dropPending({ db, now }: ServerContext, searchId: number): Promise<void> {
  const { SavedSearchMatch } = db.models;
  const at = now();
  await SavedSearchMatch.update({ told_at: at }, { where: { search_id: searchId, told_at: null } });
  await SavedSearchMatch.update({ mailed_at: at }, { where: { search_id: searchId, mailed_at: null } });
}

async function readList(context: ServerContext, { query }: SavedSearchModel, offset: number, limit: number) {
  // Read as by the list call at present.
  const filter = await readSaved(context, query);
  return readFound(listingReads(context), filter, { offset, limit });
}

const NEW_ONES = `m.created_at > s.seen_at AND ${PUBLIC_ONLY} AND p.status = 'available'`;
const MATCHES = `saved_searches s JOIN saved_search_matches m ON m.search_id = s.id JOIN properties p ON p.id = m.property_id`;

async function readNewIds({ db }: ServerContext, { id }: SavedSearchModel): Promise<number[]> {
  const rows = await db.readRows<{ id: number }>(
    `SELECT DISTINCT p.id FROM ${MATCHES} WHERE s.id = $1 AND ${NEW_ONES}`,
    [id],
  );
  return rows.map((row) => row.id);
}

async function presentAll(
  { db }: ServerContext,
  searches: readonly SavedSearchModel[],
): Promise<SavedSearch[]> {
  const [owner] = searches;
  const rows = owner
    ? await readAll<{ id: number; news: number | string }>(
        db,
        (sql) => `SELECT s.id, COUNT(DISTINCT p.id) AS news FROM ${MATCHES}
          WHERE s.user_id = ${sql.bind(owner.user_id)} AND ${NEW_ONES} GROUP BY s.id`,
      )
    : [];
  const news = new Map(rows.map((row) => [row.id, toNumber(row.news)]));
  const names = await readBuildingNames(db, searches);
  return searches.map((search) =>
    present(search, news.get(search.id) ?? 0, names.get(buildingIn(search)) ?? null),
  );
}

/** The stored id; 0: the query names no building. */
const buildingIn = ({ query }: SavedSearchModel) => Number(parse(query).building ?? 0);

/** Names by the id in the query, also for merged buildings. */
async function readBuildingNames(
  db: ServerContext['db'],
  searches: readonly SavedSearchModel[],
): Promise<Map<number, string>> {
  const ids = searches.map(buildingIn).filter((id) => id > 0);
  if (ids.length === 0) return new Map();
  const rows = await readAll<{ id: number; name: string }>(
    db,
    (sql) => `SELECT b.id, COALESCE(kept.name, b.name) AS name FROM buildings b
      LEFT JOIN buildings kept ON kept.id = b.merged_into_id WHERE ${isAmong(sql, 'b.id', ids)}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function present(search: SavedSearchModel, new_count: number, building: string | null): SavedSearch {
  const { id, name, query, frequency, seen_at, last_sent_at, created_at, updated_at } = search;
  return {
    id,
    name,
    query,
    building,
    frequency,
    new_count,
    seen_at: toIso(seen_at),
    last_sent_at: last_sent_at ? toIso(last_sent_at) : null,
    created_at: toIso(created_at),
    updated_at: toIso(updated_at),
  };
}
