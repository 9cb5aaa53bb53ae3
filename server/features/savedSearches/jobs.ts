import { Op, QueryTypes } from 'sequelize';
import type { PropertyModel, SavedSearchMatchModel, SavedSearchModel } from '#server/db/models.ts';
import { partsOf, readKeys, timeParameter } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { lockRecipients, mailNotice, notify } from '#server/features/notifications/writes.ts';
import type { IndexedRow } from '#server/features/properties/list/listingIndex.ts';
import { isPublic, publicListing } from '#server/features/properties/policy.ts';
import { isPriceDrop } from '#server/features/properties/reads/history.ts';
import { readWithdrawal } from '#server/features/properties/writes/withdrawals.ts';
import type { PushOptions } from '#server/features/push/jobs.ts';
import { BudgetLimiter, budgetKey } from '#server/http/limits/budgetLimiter.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import type { Words } from '#server/languages.ts';
import type { AlertFrequency, SearchEvent } from '#shared/contracts/savedSearches.ts';
import type { PropertySort } from '#shared/listing/vocabulary.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { formatFullPrice, formatShortPrice, priceSuffix } from '#shared/money.ts';
import { findSearches, sortOf } from './matching.ts';
import { readUnsubscribeSecret, unsubscribeUrl } from './service.ts';

/** Matches of saved searches are stored, then notified, by a job each: a crash loses and repeats nothing. */
export function handleSearchAlerts(context: ServerContext): void {
  const { jobs } = context;
  jobs.handle('matchListings', {
    run: (news) => findMatches(context, news),
    apply: ({ event, from }, matches) => storeMatches(context, matches, event, from),
  });
  jobs.handle('searchAlerts', {
    async apply({ searchIds }) {
      for (const id of searchIds) await notifyAtOnce(context, id);
    },
  });
  jobs.handle('searchMail', {
    run: () => readUnsubscribeSecret(context),
    apply: ({ searchId }, secret) => mailMatches(context, searchId, secret),
  });
}

interface Match {
  listing: PropertyModel;
  searchIds: number[];
  /** Searches saved before this moment know the home: it was taken down then, and is posted again. */
  knownUntil: Date | null;
}

const isOffered = (listing: Pick<PropertyModel, 'moderation_status' | 'status'>) =>
  isPublic(listing) && listing.status === 'available';

async function findMatches(context: ServerContext, news: JobPayloads['matchListings']): Promise<Match[]> {
  const { propertyIds, event, from, before } = news;
  const listings = await context.db.models.Property.findAll({ where: { id: propertyIds }, order: ['id'] });
  const matches: Match[] = [];
  for (const listing of listings) {
    if (!isOffered(listing)) continue;
    // After another rise the lower price is no news, nor is one that was asked a few days ago.
    if (from !== undefined && (listing.price >= from || !(await isPriceDrop(context, listing)))) continue;
    const searchIds = await findSearches(context, listing, before as IndexedRow | undefined);
    const knownUntil = event === 'new' ? await readWithdrawal(context, listing) : null;
    matches.push({ listing, searchIds, knownUntil });
  }
  return matches;
}

/** Searches of one job; others write in between. */
const ALERTS_AT_ONCE = 20;

async function storeMatches(
  context: ServerContext,
  matches: readonly Match[],
  event: SearchEvent,
  from: number | undefined,
): Promise<void> {
  const { db, jobs } = context;
  const stored = new Set<number>();
  for (const match of matches) for (const id of await storeMatch(context, match, event, from)) stored.add(id);
  const where = { id: [...stored], frequency: 'instant' as const };
  const instant = await db.models.SavedSearch.findAll({ attributes: ['id'], where, order: ['id'] });
  const parts = partsOf(instant, ALERTS_AT_ONCE);
  const payloads = parts.map((part) => ({ searchIds: part.map(({ id }) => id) }));
  await jobs.addAll('searchAlerts', payloads, { priority: matches.length === 1 ? 'normal' : 'bulk' });
}

/** @returns searches with a new match: without paused, changed and deleted ones. */
async function storeMatch(
  { db, now }: ServerContext,
  { listing: { id, price }, searchIds, knownUntil }: Match,
  event: SearchEvent,
  from: number | undefined,
): Promise<number[]> {
  if (searchIds.length === 0) return [];
  const occasions: Record<SearchEvent, string> = {
    new: '',
    // Several returns to the market on one day count once.
    back: manilaDay(now()),
    price: price.toFixed(2),
  };
  const rows = await db.sequelize.query<{ search_id: number }>(
    // Sequelize returns no rows on SQLite for a statement that begins with INSERT.
    `/* matches */ INSERT INTO saved_search_matches (search_id, property_id, event, occasion, price, previous_price, created_at)
     SELECT s.id, p.id, :event, :occasion, p.price, ${from === undefined ? 'NULL' : ':from'}, :now
       FROM saved_searches s JOIN properties p ON p.id = :id
      WHERE s.id IN (:searchIds) AND s.frequency <> 'off'
        ${knownUntil === null ? '' : 'AND s.created_at > :knownUntil'}
        AND p.moderation_status = :visible AND p.status = 'available'
     ON CONFLICT (search_id, property_id, event, occasion) DO NOTHING RETURNING search_id`,
    {
      replacements: {
        event,
        occasion: occasions[event],
        from,
        now: now(),
        knownUntil,
        id,
        searchIds,
        visible: publicListing.moderation_status,
      },
      type: QueryTypes.SELECT,
    },
  );
  return rows.map(({ search_id }) => search_id);
}

/** Locks the search and its owner: notices to one person are sent one after the other. */
async function holdSearch(context: ServerContext, id: number): Promise<SavedSearchModel | null> {
  const { SavedSearch } = context.db.models;
  const seen = await SavedSearch.findByPk(id);
  if (!seen) return null;
  await lockRecipients(context, [seen.user_id], 'NO KEY UPDATE');
  return SavedSearch.findByPk(id);
}

interface News {
  match: SavedSearchMatchModel;
  listing: PropertyModel;
}

/**
 * Splits matches into news (the newest of each offered listing, of another person, at no higher price) and stale ones. For
 * somebody who has deleted the account, nothing is news in the days before it is erased.
 */
async function stillNews(
  { db }: ServerContext,
  { user_id }: SavedSearchModel,
  matches: readonly SavedSearchMatchModel[],
): Promise<{ news: News[]; stale: number[] }> {
  const { ErasureRequest, User, Property } = db.models;
  if (matches.length === 0) return { news: [], stale: [] };
  const owner = await User.findByPk(user_id, { attributes: ['status'] });
  const isLeaving = await ErasureRequest.count({
    where: { user_id, status: 'open', erase_at: { [Op.ne]: null } },
  });
  const listings = await Property.findAll({ where: { id: matches.map(({ property_id }) => property_id) } });
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  const isNews = (match: SavedSearchMatchModel, listing: PropertyModel) =>
    owner?.status === 'active' &&
    isLeaving === 0 &&
    isOffered(listing) &&
    listing.agent_id !== user_id &&
    (match.event !== 'price' || listing.price <= match.price);
  const newest = new Map<number, News>();
  const stale: number[] = [];
  for (const match of matches) {
    const listing = byId.get(match.property_id);
    if (listing && isNews(match, listing)) newest.set(match.property_id, { match, listing });
    else stale.push(match.id);
  }
  return { news: [...newest.values()], stale };
}

const titles: Record<SearchEvent, Words> = {
  new: msg('New Match'),
  back: msg('Back on the Market'),
  price: msg('Price Drop'),
};

function describe({ match: { event, previous_price }, listing }: News): Words {
  const { title, city, price, listing_type } = listing;
  if (event === 'price' && previous_price !== null)
    return msg('{title}, {city}: {price}, was {before}', {
      title,
      city,
      price: formatFullPrice(price),
      before: formatFullPrice(previous_price),
    });
  const suffix = priceSuffix(listing_type);
  return {
    id: '{title}, {city}: {price}{suffix}',
    values: { title, city, price: formatShortPrice(price), suffix },
  };
}

const titled = ({ match }: News, text: string | Words): Words => ({
  id: '{title}: {text}',
  values: { title: titles[match.event], text },
});

/** A push message of normal urgency does not wake a device. */
const SOON: PushOptions = { urgency: 'normal', ttlSeconds: 24 * 3_600 };

const listUrl = (id: number) => `/saved-searches?search=${id}`;

/** Single notices of a search within the time; further matches are one notice with their number. */
const MAX_SINGLE = 10;
const SINGLE_MS = 10 * 60_000;

async function notifyAtOnce(context: ServerContext, searchId: number): Promise<void> {
  const { db, now } = context;
  const { SavedSearchMatch } = db.models;
  const search = await holdSearch(context, searchId);
  if (search?.frequency !== 'instant') return;
  const pending = await SavedSearchMatch.findAll({
    where: { search_id: searchId, told_at: null },
    order: ['id'],
  });
  if (pending.length === 0) return;
  const known = await notifiedByAnother(context, search, pending);
  const { news: all, stale } = await stillNews(context, search, pending);
  // Deleted matches that were not notified can match again.
  await SavedSearchMatch.destroy({ where: { id: stale } });
  const news = all.filter(({ match }) => !known.has(match.id));
  const since = new Date(now().getTime() - SINGLE_MS);
  const before = await SavedSearchMatch.count({
    where: { search_id: searchId, told_at: { [Op.gt]: since } },
  });
  const singles = news.slice(0, Math.max(MAX_SINGLE - before, 0));
  const others = news.length - singles.length;
  for (const one of singles)
    await notify(
      context,
      [search.user_id],
      {
        type: one.match.event === 'price' ? 'success' : 'info',
        title: titles[one.match.event],
        message: msg('{listing} (your search “{search}”)', {
          listing: describe(one),
          search: search.name,
        }),
        topic: `search-${searchId}`,
        action: { label: msg('View Property'), url: `/properties/${one.listing.id}` },
      },
      { isMailed: false, push: SOON },
    );
  if (others > 0)
    await notify(
      context,
      [search.user_id],
      {
        type: 'info',
        title: msg('More Matches'),
        message: msg('{count, plural, one {# more listing} other {# more listings}} for “{search}”.', {
          count: others + Math.max(before - MAX_SINGLE, 0),
          search: search.name,
        }),
        topic: `search-${searchId}`,
        action: { label: msg('View Matches'), url: listUrl(searchId) },
      },
      { isMailed: false, isReplacing: true, push: SOON },
    );
  const notified = new Set(news.map(({ match }) => match.id));
  const told = pending.filter(({ id }) => notified.has(id));
  const silent = pending.filter(({ id }) => !notified.has(id));
  await mark(context, told, { told_at: now() });
  await mark(context, silent, { told_at: now(), mailed_at: now() });
  if (notified.size === 0) return;
  await search.update({ last_sent_at: now() }, { silent: true });
  await planMail(context, searchId, [...notified]);
}

/** With two matching searches of one owner, one of them notifies. */
async function notifiedByAnother(
  { db }: ServerContext,
  { id, user_id }: SavedSearchModel,
  pending: readonly SavedSearchMatchModel[],
): Promise<Set<number>> {
  const rows = await db.sequelize.query<{ id: number }>(
    `SELECT m.id FROM saved_search_matches m WHERE m.id IN (:ids) AND EXISTS (
       SELECT 1 FROM saved_searches s JOIN saved_search_matches o ON o.search_id = s.id
        WHERE s.user_id = :userId AND s.id <> :id AND o.told_at IS NOT NULL
          AND o.property_id = m.property_id AND o.event = m.event AND o.occasion = m.occasion)`,
    {
      replacements: { ids: pending.map((match) => match.id), userId: user_id, id },
      type: QueryTypes.SELECT,
    },
  );
  return new Set(rows.map((row) => row.id));
}

async function mark(
  { db }: ServerContext,
  matches: readonly SavedSearchMatchModel[],
  times: { told_at?: Date; mailed_at?: Date },
): Promise<void> {
  const where = { id: matches.map(({ id }) => id) };
  if (matches.length > 0) await db.models.SavedSearchMatch.update(times, { where });
}

/** A mail waits for further matches; above the limit within the time the rest are bundled. */
const BUNDLE_MS = 3_000;
const MAILS = { points: 5, seconds: 600 };
/** A mail unsent for this time was given up. */
const PENDING_MS = 3_600_000;

async function planMail(context: ServerContext, searchId: number, ids: readonly number[]): Promise<void> {
  const { db, jobs, now } = context;
  const pending = await db.models.SavedSearchMatch.count({
    where: {
      search_id: searchId,
      id: { [Op.notIn]: [...ids] },
      told_at: { [Op.gt]: new Date(now().getTime() - PENDING_MS) },
      mailed_at: null,
    },
  });
  if (pending > 0) return;
  const spent = await new BudgetLimiter(context, MAILS).get(budgetKey('search mails', searchId));
  const isOver = spent !== null && spent.consumedPoints >= MAILS.points;
  const delayMs = isOver ? Math.max(spent.msBeforeNext, BUNDLE_MS) : BUNDLE_MS;
  await jobs.add('searchMail', { searchId }, { delayMs });
}

async function mailMatches(context: ServerContext, searchId: number, secret: string): Promise<void> {
  const search = await holdSearch(context, searchId);
  if (!search) return;
  const matches = await context.db.models.SavedSearchMatch.findAll({
    where: { search_id: searchId, told_at: { [Op.ne]: null }, mailed_at: null },
    order: ['id'],
  });
  const { news } = await stillNews(context, search, search.frequency === 'off' ? [] : matches);
  await mark(context, matches, { mailed_at: context.now() });
  if (news.length === 0) return;
  await new BudgetLimiter(context, MAILS).penalty(budgetKey('search mails', searchId));
  await mail(context, search, news, secret);
}

const MAX_LISTED = 20;

/** As the saved query orders its list; others as they came. */
const orders: Partial<Record<PropertySort, (one: PropertyModel, other: PropertyModel) => number>> = {
  price_asc: (one, other) => one.price - other.price,
  price_desc: (one, other) => other.price - one.price,
  area_desc: (one, other) => other.area_sqm - one.area_sqm,
};

function inOrder(search: SavedSearchModel, news: readonly News[]): readonly News[] {
  const sort = sortOf(search.query);
  const compare = sort && orders[sort];
  return compare ? news.toSorted((one, other) => compare(one.listing, other.listing)) : news;
}

async function mail(context: ServerContext, search: SavedSearchModel, given: readonly News[], secret: string) {
  const news = inOrder(search, given);
  const [only, ...others] = news;
  if (!only) return;
  const left = news.length - MAX_LISTED;
  const item = (one: News) => ({
    text: one.match.event === 'new' ? describe(one) : titled(one, describe(one)),
    url: `/properties/${one.listing.id}`,
  });
  await mailNotice(context, [search.user_id], {
    type: 'info',
    title:
      others.length === 0
        ? titled(only, only.listing.title)
        : msg('{count} listings for “{search}”', { count: news.length, search: search.name }),
    message: msg('New for your saved search “{search}”:', { search: search.name }),
    items: [
      ...news.slice(0, MAX_LISTED).map(item),
      ...(left > 0
        ? [
            {
              text: msg('… and {left, plural, one {# other} other {# others}}', { left }),
              url: listUrl(search.id),
            },
          ]
        : []),
    ],
    action: { label: msg('See New Matches'), url: listUrl(search.id) },
    unsubscribeUrl: unsubscribeUrl(context, secret, search.id),
  });
}

/** In Manila: digests are sent at this hour, weekly ones on Mondays. */
const DIGEST_HOUR = 8;
const HOUR_MS = 3_600_000;
const SEARCHES_AT_ONCE = 500;

export function lastDigest(frequency: 'daily' | 'weekly', now: Date): Date {
  const today = manilaDay(new Date(now.getTime() - DIGEST_HOUR * HOUR_MS));
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const day = frequency === 'daily' ? today : addDays(today, -sinceMonday);
  return new Date(startOfManilaDay(day).getTime() + DIGEST_HOUR * HOUR_MS);
}

/** Sends the matches since the last digest daily or weekly, each search in a transaction of its own. */
export const searchDigests = (context: ServerContext): RecurringJob => ({
  name: 'sendSearchDigests',
  everyMs: 60_000,
  firstMs: 0,
  async run(signal) {
    const faults: unknown[] = [];
    const secret = await readUnsubscribeSecret(context);
    for (const frequency of ['daily', 'weekly'] as const) {
      const until = lastDigest(frequency, context.now());
      for (let after = 0; ; ) {
        const ids = await findDue(context, frequency, until, after);
        for (const id of ids) {
          if (signal.aborted) return;
          // A failing search must not block the others.
          await context.db
            .transaction(() => mailDigest(context, id, until, secret))
            .catch((fault) => faults.push(fault));
        }
        after = ids.at(-1) ?? after;
        if (ids.length < SEARCHES_AT_ONCE) break;
      }
    }
    if (faults.length > 0) throw faults[0];
  },
});

function findDue({ db }: ServerContext, frequency: AlertFrequency, until: Date, after: number) {
  return readKeys<number>(
    db,
    (sql) => `SELECT DISTINCT s.id AS key FROM saved_search_matches m JOIN saved_searches s ON s.id = m.search_id
      WHERE m.told_at IS NULL AND s.frequency = ${sql.bind(frequency)} AND s.id > ${sql.bind(after)}
        AND m.created_at < ${sql.bind(timeParameter(db.dialect, until))}
      ORDER BY s.id LIMIT ${SEARCHES_AT_ONCE}`,
  );
}

async function mailDigest(context: ServerContext, searchId: number, until: Date, secret: string) {
  const { db, now } = context;
  const search = await holdSearch(context, searchId);
  if (search?.frequency !== 'daily' && search?.frequency !== 'weekly') return;
  const pending = await db.models.SavedSearchMatch.findAll({
    where: { search_id: searchId, told_at: null, created_at: { [Op.lt]: until } },
    order: ['id'],
  });
  const { news, stale } = await stillNews(context, search, pending);
  await db.models.SavedSearchMatch.destroy({ where: { id: stale } });
  await mark(context, pending, { told_at: now(), mailed_at: now() });
  if (news.length === 0) return;
  await search.update({ last_sent_at: now() }, { silent: true });
  await notify(
    context,
    [search.user_id],
    {
      type: 'info',
      title: msg('Your Saved Search'),
      message: msg('{count, plural, one {# new match} other {# new matches}} for “{search}”.', {
        count: news.length,
        search: search.name,
      }),
      topic: `search-${searchId}`,
      action: { label: msg('View Matches'), url: listUrl(searchId) },
    },
    { isMailed: false },
  );
  await mail(context, search, news, secret);
}
