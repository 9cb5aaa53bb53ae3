import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parse } from 'node:querystring';
import type { Context } from 'koa';
import type { SavedSearchModel } from '#server/db/models.ts';
import { readServerSecret } from '#server/db/serverSecret.ts';
import { isAmong, pick, readAll, readKeys, toIso, toNumber } from '#server/db/sql.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readFound } from '#server/features/properties/list/findListings.ts';
import { listingReads } from '#server/features/properties/list/liveListings.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import { presentProperty } from '#server/features/properties/reads.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { RequestState } from '#server/http/request.ts';
import type { ApiRoutes, Service } from '#server/http/routing.ts';
import { languageOfRequest, translator } from '#server/languages.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type { SavedSearch, savedSearchesCalls } from '#shared/contracts/savedSearches.ts';
import { MAX_SAVED_SEARCHES } from '#shared/limits.ts';
import { type Message, msg } from '#shared/messages.ts';
import { escapeHtml } from '#shared/writtenText.ts';
import { checkQuery, filtersOf, readSaved, readSentence, sortOf, storedFilter, storeKeys } from './matching.ts';

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
        const values = { user_id: user.id, name, query, frequency, seen_at: now(), created_at: now() };
        const search = await SavedSearch.create({ ...values, ...storedFilter(filter) });
        await storeKeys(context, search);
        return search;
      });
      const [answer] = await presentAll(context, [created]);
      return found(answer, 'savedSearch');
    },

    /** @throws {NotFoundError} no such search of the caller. @throws {InvalidInputError} the list refuses the query. */
    async update({ user, params: { id }, body: { name, query: given, frequency, seen } }) {
      const query = given === undefined ? undefined : checkQuery(given);
      const filter = query === undefined ? null : await readSaved(context, query);
      const changed = await db.transaction(async () => {
        await lockUser(context, user.id);
        const search = found(await SavedSearch.findOne({ where: { id, user_id: user.id } }), 'savedSearch');
        const isOther = query !== undefined && filtersOf(query) !== filtersOf(search.query);
        if (isOther || (frequency && frequency !== search.frequency)) await dropPending(context, id);
        await search.update({
          ...(name !== undefined && { name }),
          ...(frequency !== undefined && { frequency }),
          ...(query !== undefined && { query, ...storedFilter(filter) }),
          ...((seen || isOther) && { seen_at: now() }),
        });
        if (query !== undefined || frequency) await storeKeys(context, search);
        if (seen || isOther)
          await context.jobs.add('readNotices', { topics: [`search-${id}`], readerIds: [user.id] });
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
      // Read as by the list call at present.
      const filter = await readSaved(context, search.query);
      const offset = (page - 1) * limit;
      const sort = sortOf(search.query) ?? 'newest';
      const { rows, total } = await readFound(listingReads(context), filter, { sort, offset, limit });
      const properties = context.contacts.apply({ user, address }, rows.map(presentProperty));
      const news = new Set(
        await readKeys<number>(
          db,
          (sql) => `SELECT DISTINCT p.id AS key FROM ${MATCHES} WHERE s.id = ${sql.bind(id)} AND ${NEW_ONES}`,
        ),
      );
      const new_ids = properties.flatMap((property) => (news.has(property.id) ? [property.id] : []));
      return { properties, pagination: buildPagination(page, limit, total), new_ids };
    },
  };
}

/** Drops pending notices of a former frequency or query, in the running transaction. */
async function dropPending({ db, now }: ServerContext, searchId: number): Promise<void> {
  const { SavedSearchMatch } = db.models;
  const at = now();
  await SavedSearchMatch.update({ told_at: at }, { where: { search_id: searchId, told_at: null } });
  await SavedSearchMatch.update({ mailed_at: at }, { where: { search_id: searchId, mailed_at: null } });
}

const NEW_ONES = `m.created_at > s.seen_at AND ${PUBLIC_ONLY} AND p.status = 'available'`;
const MATCHES = `saved_searches s JOIN saved_search_matches m ON m.search_id = s.id JOIN properties p ON p.id = m.property_id`;

async function presentAll(context: ServerContext, searches: readonly SavedSearchModel[]) {
  const { db } = context;
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
  const read = await Promise.all(searches.map(({ query }) => readSentence(context, query)));
  return searches.map((search, at): SavedSearch => {
    const understood = read[at]?.understood;
    return {
      ...present(search, news.get(search.id) ?? 0, names.get(buildingIn(search)) ?? null),
      ...(understood && { understood }),
    };
  });
}

/** The stored id; 0: the query names no building. */
const buildingIn = ({ query }: SavedSearchModel) => Number(parse(query).building ?? 0);

/** Names by the id in the query, also for merged buildings. */
async function readBuildingNames(db: ServerContext['db'], searches: readonly SavedSearchModel[]) {
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
  const { seen_at, last_sent_at, created_at, updated_at } = search;
  return {
    ...pick(search, 'id', 'name', 'query', 'frequency'),
    ...{ building, new_count },
    seen_at: toIso(seen_at),
    last_sent_at: last_sent_at ? toIso(last_sent_at) : null,
    created_at: toIso(created_at),
    updated_at: toIso(updated_at),
  };
}

/**
 * One click in a mail ends the mails of its search, without signing in (RFC 8058). The signature is valid for that
 * search only. Only POST changes anything: mail scanners open links with GET.
 */

export const readUnsubscribeSecret = ({ db }: Pick<ServerContext, 'db'>) => readServerSecret(db, 'unsubscribe');

const sign = (secret: string, searchId: number) =>
  createHmac('sha256', secret).update(`saved search ${searchId}`).digest('base64url');

export const unsubscribeUrl = ({ env }: Pick<ServerContext, 'env'>, secret: string, searchId: number): string =>
  `${env.publicUrl}/api/saved-searches/${searchId}/unsubscribe?signature=${sign(secret, searchId)}`;

export function registerUnsubscribeRoutes({ pages }: ApiRoutes, context: ServerContext): void {
  const path = '/api/saved-searches/:id/unsubscribe';
  const isSigned = async (id: string | undefined, signature: unknown) => {
    if (!id || !/^[1-9]\d{0,9}$/.test(id) || typeof signature !== 'string') return false;
    const expected = Buffer.from(sign(await readUnsubscribeSecret(context), Number(id)));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  pages.get(path, async (ctx) => {
    const search = (await isSigned(ctx.params.id, ctx.query.signature))
      ? await context.db.models.SavedSearch.findByPk(Number(ctx.params.id))
      : null;
    show(ctx, search ? (search.frequency === 'off' ? stopped(search) : question(search)) : unknown);
  });
  pages.post(path, async (ctx) => {
    const search = (await isSigned(ctx.params.id, ctx.query.signature))
      ? await turnOff(context, Number(ctx.params.id))
      : null;
    show(ctx, search ? stopped(search) : unknown);
  });

  function show(ctx: Context & { state: RequestState }, page: Page): void {
    ctx.state.styleSource = STYLE_SOURCE;
    ctx.status = page.status;
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-store');
    // The address is a key to this switch: not for search engines.
    ctx.set('X-Robots-Tag', 'noindex');
    ctx.vary('Accept-Language');
    const language = languageOfRequest(ctx.get('Accept-Language'));
    ctx.body = render(page, context.systemSettings.current().application.siteName, language);
  }
}

/** @returns null for a deleted search. */
function turnOff(context: ServerContext, searchId: number) {
  const { SavedSearch } = context.db.models;
  return context.db.transaction(async () => {
    const seen = await SavedSearch.findByPk(searchId);
    if (!seen) return null;
    await lockUser(context, seen.user_id);
    const search = await SavedSearch.findByPk(searchId);
    if (!search || search.frequency === 'off') return search;
    await dropPending(context, searchId);
    await search.update({ frequency: 'off' });
    await storeKeys(context, search);
    return search;
  });
}

interface Page {
  status: 200 | 404;
  heading: Message;
  text: Message;
  button?: Message;
}

const question = ({ name }: { name: string }): Page => ({
  status: 200,
  heading: msg('Stop alerts for “{name}”?', { name }),
  text: msg(
    'You will no longer get emails and notifications about this saved search. We keep the search, and you can turn its alerts on again at any time.',
  ),
  button: msg('Stop alerts'),
});

const stopped = ({ name }: { name: string }): Page => ({
  status: 200,
  heading: msg('Alerts for “{name}” are off', { name }),
  text: msg(
    'You will no longer get emails and notifications about this saved search. You can turn them on again in Saved Searches.',
  ),
});

const unknown: Page = {
  status: 404,
  heading: msg('This link does not work'),
  text: msg('It is incomplete, or the saved search was deleted. You can turn alerts off in Saved Searches.'),
};

const STYLE = `:root{color-scheme:light dark}body{margin:0;padding:3rem 1.25rem;font:1rem/1.6 system-ui,sans-serif;background:#fbfaf7;color:#14201c}main{max-width:32rem;margin:0 auto}h1{font-size:1.5rem;line-height:1.3}button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:.5rem;background:#0b6b4f;color:#fff;cursor:pointer}a{color:#0b6b4f}@media(prefers-color-scheme:dark){body{background:#101614;color:#f1f5f3}a{color:#6fd0ae}}`;
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The form posts to its own address, signature included. */
function render(page: Page, siteName: string, language: string): string {
  const t = translator(language);
  const [heading, text] = [t(page.heading), t(page.text)];
  const button = page.button && t(page.button);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(heading)} – ${escapeHtml(siteName)}</title>
<style>${STYLE}</style></head><body><main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${button ? `<form method="post"><p><button>${escapeHtml(button)}</button></p></form>` : ''}
<p><a href="/saved-searches">${escapeHtml(t('Open my saved searches'))}</a></p>
</main></body></html>
`;
}
