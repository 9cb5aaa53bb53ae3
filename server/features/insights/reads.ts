import type { Database } from '#server/db/connection.ts';
import { isAmong, readAll, type SqlBuilder, timeParameter, toIso, toNumber } from '#server/db/sql.ts';
import { isInView, readRows } from '#server/features/clients/reads/queue.ts';
import type { ServerContext } from '#server/features/context.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import { FRESH_AT } from '#server/features/properties/reads/history.ts';
import { coverColumn } from '#server/features/properties/reads.ts';
import {
  type Advice,
  type AdviceKind,
  adviceKinds,
  adviceRules,
  type Comparison,
} from '#shared/contracts/insights.ts';
import { licenseStateOf } from '#shared/licenses.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { placeBySlug } from '#shared/places.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Asked {
  agentId: number;
  now: Date;
  dismissed: ReadonlySet<string>;
}

type OfKind<Kind extends AdviceKind> = Extract<Advice, { kind: Kind }>;

const keyOf = (kind: AdviceKind, id: number) => `${kind}-${id}`;

const adviceOn = <Kind extends AdviceKind>(kind: Kind, id: number, facts: Omit<OfKind<Kind>, 'key' | 'kind'>) =>
  ({ key: keyOf(kind, id), kind, ...facts }) as OfKind<Kind>;

/** All advice, in order; of each kind one more than shown at once, so that the reader knows of more. */
export async function readAdvice(context: ServerContext, asked: Asked) {
  const parts = await Promise.all([
    adviseOnClients(context.db, asked),
    adviseOnLicense(context, asked),
    adviseOnViewings(context.db, asked),
    adviseOnListings(context.db, asked),
  ]);
  const all = parts.flat();
  const ordered = adviceKinds.flatMap((kind) =>
    all.filter((one) => one.kind === kind).slice(0, adviceRules.maxOfKind),
  );
  const advice = ordered.slice(0, adviceRules.max);
  return { advice, has_more: advice.length < all.length };
}

/** The first ones that are not dismissed: those shown, and one more. */
function shown<Item extends { id: number }>(
  items: readonly Item[],
  kind: AdviceKind,
  { dismissed }: Asked,
  count: number = adviceRules.maxOfKind + 1,
): Item[] {
  return items.filter(({ id }) => !dismissed.has(keyOf(kind, id))).slice(0, count);
}

/** Enough rows of each kind beside the dismissed ones. */
const MAX_READ = 250;

async function adviseOnClients(db: Database, asked: Asked): Promise<Advice[]> {
  const { agentId, now } = asked;
  const before = (sql: SqlBuilder, hours: number) =>
    sql.bind(timeParameter(sql.dialect, new Date(now.getTime() - hours * HOUR_MS)));
  const read = (where: (sql: SqlBuilder) => string, since: string) =>
    readAll<{ id: number }>(
      db,
      (sql) => `SELECT c.id FROM clients c WHERE c.agent_id = ${sql.bind(agentId)} AND ${where(sql)}
        ORDER BY c.${since}, c.id LIMIT ${MAX_READ}`,
    );
  const [waiting, offers] = await Promise.all([
    read(
      (sql) => `${isInView(sql, 'needs_me', asked)} AND c.waiting_since <= ${before(sql, adviceRules.waitsHours)}`,
      'waiting_since',
    ),
    read(
      (sql) => `c.stage = 'offer' AND c.stage_at <= ${before(sql, adviceRules.offerHours)}
        AND c.next_action IS NULL AND c.next_action_on IS NULL AND c.next_viewing_at IS NULL
        AND c.waiting_since IS NULL AND c.done_at IS NULL AND c.snoozed_until IS NULL`,
      'stage_at',
    ),
  ]);
  const longest = shown(waiting, 'client_waiting', asked);
  const open = shown(offers, 'offer_without_next_action', asked);
  const clientIds = [...longest, ...open].map(({ id }) => id);
  const rows = await readRows(db, { agentId }, clientIds);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [
    ...longest.flatMap(({ id }) => {
      const { name, waiting_since: since, waiting_for } = byId.get(id) ?? {};
      if (!name || !since || !waiting_for) return [];
      return [adviceOn('client_waiting', id, { client: { id, name }, since, waiting_for })];
    }),
    ...open.flatMap(({ id }) => {
      const row = byId.get(id);
      if (!row) return [];
      const facts = { client: { id, name: row.name }, since: row.last.at };
      return [adviceOn('offer_without_next_action', id, facts)];
    }),
  ];
}

async function adviseOnLicense({ db }: ServerContext, { agentId, now, dismissed }: Asked) {
  const profile = await db.models.AgentProfile.findByPk(agentId);
  const state = profile ? licenseStateOf(profile, manilaDay(now)) : 'unchecked';
  if (state === 'unchecked' || state === 'valid') return [];
  if (dismissed.has(keyOf('license_ending', agentId))) return [];
  return [adviceOn('license_ending', agentId, { state, last_day: profile?.license_expires_on ?? null })];
}

interface ViewingRow {
  id: number;
  starts_at: Date | string;
  client_name: string;
  property_id: number;
  title: string;
  image: string | null;
}

async function adviseOnViewings(db: Database, asked: Asked): Promise<OfKind<'viewing_without_outcome'>[]> {
  const rows = await readAll<ViewingRow>(db, (sql) => {
    const time = (value: Date) => sql.bind(timeParameter(sql.dialect, value));
    return `SELECT v.id, v.starts_at, u.name AS client_name, p.id AS property_id, p.title, ${coverColumn(sql.dialect)} AS image
      FROM viewings v JOIN properties p ON p.id = v.property_id JOIN users u ON u.id = v.user_id
      WHERE v.agent_id = ${sql.bind(asked.agentId)} AND v.status = 'confirmed' AND v.outcome IS NULL
        AND v.ends_at <= ${time(asked.now)} AND v.ends_at > ${time(new Date(asked.now.getTime() - adviceRules.outcomeDays * DAY_MS))}
      ORDER BY v.ends_at DESC, v.id DESC LIMIT ${MAX_READ}`;
  });
  return shown(rows, 'viewing_without_outcome', asked).map(
    ({ id, starts_at, client_name, property_id, title, image }) =>
      adviceOn('viewing_without_outcome', id, {
        viewing: { id, starts_at: toIso(starts_at) },
        listing: { id: property_id, title, image },
        client_name,
      }),
  );
}

interface FactsRow extends Record<Place, string | null> {
  id: number;
  title: string;
  image: string | null;
  type: PropertyType;
  listing_type: ListingType;
  latitude: number | null;
  characters: number;
}

/** Of each listing on offer; views and contacts of the last `viewDays` days. */
async function readFacts(db: Database, { agentId, now }: Asked) {
  type Row = FactsRow &
    Record<'price' | 'area_sqm' | 'pictures' | 'view_count' | 'views' | 'contacts', number | string> &
    Record<'created_at' | 'fresh_at', Date | string>;
  const rows = await readAll<Row>(db, (sql) => {
    const since = new Date(now.getTime() - adviceRules.viewDays * DAY_MS);
    const day = sql.bind(addDays(manilaDay(now), 1 - adviceRules.viewDays));
    const time = sql.bind(timeParameter(sql.dialect, since));
    const begun = (table: string, others = '') =>
      `(SELECT COUNT(*) FROM ${table} t WHERE t.property_id = p.id AND t.created_at >= ${time}${others})`;
    return `SELECT p.id, p.title, ${coverColumn(sql.dialect)} AS image, p.type, p.listing_type, p.price, p.area_sqm,
        p.city_slug, p.district_slug, p.latitude, json_array_length(p.images) AS pictures, length(p.description) AS characters, p.created_at, ${FRESH_AT} AS fresh_at,
        p.view_count, (SELECT COUNT(*) FROM property_views v WHERE v.property_id = p.id AND v.viewed_on >= ${day})
          + (SELECT COALESCE(SUM(d.views), 0) FROM property_view_days d WHERE d.property_id = p.id AND d.viewed_on >= ${day})
          AS views,
        ${['inquiries', 'conversations', 'viewings'].map((table) => begun(table)).join(' + ')} AS contacts
      FROM properties p WHERE p.agent_id = ${sql.bind(agentId)} AND p.status = 'available' AND ${PUBLIC_ONLY}`;
  });
  const daysSince = (at: string) => Math.floor((now.getTime() - Date.parse(at)) / DAY_MS);
  return rows.map((row) => {
    const area = toNumber(row.area_sqm);
    const added_at = toIso(row.created_at);
    const fresh_at = toIso(row.fresh_at);
    return {
      ...row,
      price_per_sqm: area > 0 ? toNumber(row.price) / area : null,
      pictures: toNumber(row.pictures),
      added_at,
      /** Whole days. */
      age: daysSince(added_at),
      fresh_at,
      unconfirmed: daysSince(fresh_at),
      all_views: toNumber(row.view_count),
      views: toNumber(row.views),
      contacts: toNumber(row.contacts),
    };
  });
}

type Facts = Awaited<ReturnType<typeof readFacts>>[number];

const listingOf = ({ id, title, image }: Facts) => ({ id, title, image });

async function adviseOnListings(db: Database, asked: Asked): Promise<Advice[]> {
  const facts = await readFacts(db, asked);
  const mostViewed = facts.toSorted((one, other) => other.all_views - one.all_views || one.id - other.id);
  /** The first by `order`, else the most viewed. */
  const pick = <Kind extends AdviceKind>(
    kind: Kind,
    isSo: (listing: Facts) => boolean,
    order: (listing: Facts) => number,
    present: (listing: Facts) => Omit<OfKind<Kind>, 'key' | 'kind' | 'listing'>,
  ) =>
    shown(
      mostViewed.filter(isSo).sort((one, other) => order(one) - order(other)),
      kind,
      asked,
    ).map((listing) => {
      const facts = { listing: listingOf(listing), ...present(listing) };
      return adviceOn(kind, listing.id, facts as Omit<OfKind<Kind>, 'key' | 'kind'>);
    });
  const { staleDays, minPictures, minDescription } = adviceRules;
  return [
    ...(await adviseOnPrices(db, facts, asked)),
    ...(await adviseOnViews(db, facts, asked)),
    ...pick(
      'listing_stale',
      ({ unconfirmed }) => unconfirmed >= staleDays,
      ({ unconfirmed }) => -unconfirmed,
      ({ fresh_at, unconfirmed }) => ({ changed_at: fresh_at, days: unconfirmed }),
    ),
    ...pick(
      'not_on_map',
      ({ latitude }) => latitude === null,
      () => 0,
      () => ({}),
    ),
    ...pick(
      'few_pictures',
      ({ pictures }) => pictures < minPictures,
      ({ pictures }) => pictures,
      ({ pictures }) => ({ pictures, wanted: minPictures }),
    ),
    ...pick(
      'short_description',
      ({ characters }) => characters < minDescription,
      ({ characters }) => characters,
      ({ characters }) => ({ characters, wanted: minDescription }),
    ),
  ];
}

async function adviseOnPrices(db: Database, facts: readonly Facts[], asked: Asked) {
  const looked = facts
    .filter(({ views, contacts }) => views >= adviceRules.manyViews && contacts === 0)
    .sort((one, other) => other.views - one.views || one.id - other.id);
  const candidates = shown(looked, 'views_without_inquiries', asked);
  const around = await compare(
    db,
    candidates,
    ({ price_per_sqm }) => price_per_sqm ?? 0,
    () => ({ value: 'p.price * 1.0 / p.area_sqm', isCompared: 'p.area_sqm > 0' }),
  );
  return candidates.map((listing) => {
    const { id, type, listing_type, views, price_per_sqm } = listing;
    const found = price_per_sqm === null ? undefined : around.get(id);
    return adviceOn('views_without_inquiries', id, {
      listing: listingOf(listing),
      type,
      listing_type,
      views,
      days: adviceRules.viewDays,
      price_per_sqm,
      around: found ?? null,
      is_dear: found !== undefined && (price_per_sqm ?? 0) >= found.median * adviceRules.dearFrom,
    });
  });
}

async function adviseOnViews(db: Database, facts: readonly Facts[], asked: Asked) {
  const { minDays, minTypicalViews, fewViewsShare, leastViewed } = adviceRules;
  const aDay = ({ all_views, age }: Facts) => all_views / age;
  const old = facts
    .filter(({ age }) => age >= minDays)
    .sort((one, other) => aDay(one) - aDay(other) || one.id - other.id);
  const candidates = shown(old, 'few_views', asked, leastViewed);
  const aDayNow = ({ all_views, added_at }: Facts) =>
    all_views / ((asked.now.getTime() - Date.parse(added_at)) / DAY_MS);
  const around = await compare(db, candidates, aDayNow, (sql) => {
    const now = sql.bind(timeParameter(sql.dialect, asked.now));
    const added = timeParameter(sql.dialect, new Date(asked.now.getTime() - minDays * DAY_MS));
    const age =
      sql.dialect === 'sqlite'
        ? `(julianday(${now}) - julianday(p.created_at))`
        : `(EXTRACT(EPOCH FROM (CAST(${now} AS timestamptz) - p.created_at)) / 86400.0)`;
    return { value: `p.view_count / ${age}`, isCompared: `p.created_at <= ${sql.bind(added)}` };
  });
  return candidates
    .flatMap((listing) => {
      const compared = around.get(listing.id);
      const typical = Math.round((compared?.median ?? 0) * listing.age);
      if (!compared || typical < minTypicalViews || listing.all_views >= typical * fewViewsShare) return [];
      return [{ listing, around: { ...compared, median: typical } }];
    })
    .sort(
      (one, other) => one.listing.all_views / one.around.median - other.listing.all_views / other.around.median,
    )
    .slice(0, adviceRules.maxOfKind + 1)
    .map(({ listing, around: typical }) =>
      adviceOn('few_views', listing.id, {
        listing: listingOf(listing),
        views: listing.all_views,
        days: listing.age,
        around: typical,
      }),
    );
}

/** The compared value as SQL on a listing `p`, the condition of comparable listings, and the own listing's value. */
type Compared = (sql: SqlBuilder) => { value: string; isCompared: string };
type Place = 'city_slug' | 'district_slug';

/** By listing id, the median of other comparable listings in the district; with too few in the city; else none. */
async function compare(
  db: Database,
  listings: readonly Facts[],
  measure: (listing: Facts) => number,
  compared: Compared,
): Promise<Map<number, Comparison>> {
  const found = new Map<number, Comparison>();
  for (const place of ['district_slug', 'city_slug'] as const) {
    const open = listings.filter((listing) => !found.has(listing.id) && listing[place] !== null);
    const groups = await readMiddles(db, place, open, compared);
    for (const listing of open) {
      const group = groups.get(groupOf(place, listing));
      const comparison = group && medianOfOthers(group, measure(listing));
      const slug = listing[place] ?? '';
      if (comparison) found.set(listing.id, { ...comparison, place: placeBySlug(slug)?.name ?? slug });
    }
  }
  return found;
}

const groupOf = (
  place: Place,
  { type, listing_type, [place]: slug }: Pick<Facts, 'type' | 'listing_type' | Place>,
) => `${type} ${listing_type} ${slug}`;

/** The middle values of a group, by rank. */
interface Middle {
  total: number;
  values: Map<number, number>;
}

/** Each group is read once for all listings of the agent in it. */
async function readMiddles(db: Database, place: Place, listings: readonly Facts[], compared: Compared) {
  const groups = new Map<string, Middle>();
  if (listings.length === 0) return groups;
  type Row = Pick<Facts, 'type' | 'listing_type'> & { slug: string } & Record<
      'value' | 'rank' | 'total',
      number | string
    >;
  const rows = await readAll<Row>(db, (sql) => {
    const { value, isCompared } = compared(sql);
    const group = 'PARTITION BY p.type, p.listing_type, p.slug';
    const ids = listings.map(({ id }) => id);
    return `SELECT type, listing_type, slug, value, rank, total FROM (
        SELECT p.type, p.listing_type, p.slug, p.value, COUNT(*) OVER (${group}) AS total,
          ROW_NUMBER() OVER (${group} ORDER BY p.value) AS rank
        FROM (SELECT p.type, p.listing_type, p.${place} AS slug, ${value} AS value
          FROM (SELECT DISTINCT type, listing_type, ${place} FROM properties WHERE ${isAmong(sql, 'id', ids)}) g
          JOIN properties p ON p.${place} = g.${place} AND p.listing_type = g.listing_type AND p.type = g.type
          WHERE p.status = 'available' AND ${PUBLIC_ONLY} AND ${isCompared}) p
      ) ranked WHERE rank BETWEEN (total - 1) / 2 AND (total - 1) / 2 + 2`;
  });
  for (const row of rows) {
    const key = groupOf(place, { ...row, city_slug: row.slug, district_slug: row.slug });
    const group = groups.get(key) ?? { total: toNumber(row.total), values: new Map() };
    groups.set(key, group);
    group.values.set(toNumber(row.rank), toNumber(row.value));
  }
  return groups;
}

/** The databases divide to other last digits than JavaScript. */
const ROUNDING = 1e-9;

/** Without the listing itself, which is a member of the group with that value; null with too few others. */
function medianOfOthers({ total, values }: Middle, own: number) {
  const comparables = total - 1;
  if (comparables < adviceRules.minComparables) return null;
  /** Ranks from the own one on move down by one; among equal values any of them is the own. */
  const at = (rank: number) => {
    const there = values.get(rank) ?? 0;
    return own <= there * (1 + ROUNDING) ? (values.get(rank + 1) ?? there) : there;
  };
  const first = Math.floor((comparables + 1) / 2);
  const second = Math.floor((comparables + 2) / 2);
  return { median: (at(first) + at(second)) / 2, comparables };
}
