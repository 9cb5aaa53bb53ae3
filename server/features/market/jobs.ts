import { setTimeout as pause } from 'node:timers/promises';
import { type Attributes, Op } from 'sequelize';
import { withoutDeadlines } from '#server/db/deadlines.ts';
import type { MarketFigureModel } from '#server/db/models.ts';
import { columnsEqual, readAll, rowsInBackground, type SqlBuilder, toIso, toNumber } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { placeFilter } from '#server/features/properties/list/filter.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { FEWEST_LISTINGS, type Quarter, quartersUntil, saneBounds } from '#shared/market.ts';
import { PLACES, type Place } from '#shared/places.ts';

/**
 * Asking prices by area. A listing counts in each quarter in which it was on offer for a time, with its last asking
 * price in it. All figures are computed anew each time, so that hidden or corrected listings change earlier quarters
 * too.
 */

const MINUTE_MS = 60_000;
const DAYS_A_YEAR = 365;
const DAY_MS = 86_400_000;
const STALE_MS = 6 * 3_600_000;
/** Largest share of the time spent computing. */
const BUSY_SHARE = 0.2;

/** The first look comes when a new database may have its first listings. */

export const marketFigures = (context: ServerContext): RecurringJob => ({
  name: 'computeMarketFigures',
  firstMs: MINUTE_MS,
  everyMs: 15 * MINUTE_MS,
  async run(signal) {
    const last = await context.db.models.MarketFigure.max<Date | string, MarketFigureModel>('computed_at');
    if (last && context.now().getTime() - new Date(toIso(last)).getTime() < STALE_MS) return;
    await withoutDeadlines(() => computeMarketFigures(context, signal));
  },
});

type Kind = Pick<MarketFigureModel, 'type' | 'listing_type'>;

const isIn = (sql: SqlBuilder, place: Place) => {
  const { column, slugs } = placeFilter(place);
  return sql.isOneOf(`p.${column}`, slugs);
};
/** Each area in a transaction of its own that replaces its figures, read before, so that no request waits. */
export async function computeMarketFigures(context: ServerContext, signal?: AbortSignal): Promise<void> {
  const at = context.now();
  const quarters = quartersUntil(at);
  for (const place of PLACES) {
    if (place.kind === 'region') continue;
    const rows: MarketRow[] = [];
    for (const kind of await readKinds(context, place)) {
      if (signal?.aborted) return;
      const begunAt = performance.now();
      rows.push(...(await computeKind(context, place, kind, quarters, at)));
      const tookMs = performance.now() - begunAt;
      // The loop checks the signal.
      await pause(tookMs * (1 / BUSY_SHARE - 1), undefined, signal ? { signal } : {}).catch(() => undefined);
    }
    await replaceFigures(context, place, rows, at);
  }
}

type MarketRow = Attributes<MarketFigureModel>;

/** Two parallel processes store the same figures: neither fails, and old figures are deleted. */
function replaceFigures({ db }: ServerContext, { slug }: Place, rows: readonly MarketRow[], at: Date) {
  const { MarketFigure } = db.models;
  return db.transaction(async () => {
    await MarketFigure.bulkCreate(rows, {
      updateOnDuplicate: [
        'area_kind',
        'listings',
        'median_price',
        'median_price_per_sqm',
        'closings',
        'median_days',
        'computed_at',
      ],
    });
    await MarketFigure.destroy({ where: { area_slug: slug, computed_at: { [Op.lt]: at } } });
  });
}

/** The kinds of listings in a place: others need no query. */
function readKinds({ db }: ServerContext, place: Place): Promise<Kind[]> {
  return readAll<Kind>(
    db,
    (sql) => `SELECT p.type, p.listing_type FROM properties p
      WHERE ${PUBLIC_ONLY} AND ${isIn(sql, place)} GROUP BY p.type, p.listing_type`,
    rowsInBackground,
  );
}

async function computeKind(
  { db }: ServerContext,
  place: Place,
  kind: Kind,
  quarters: readonly Quarter[],
  at: Date,
): Promise<MarketRow[]> {
  type Asked = Record<'listings' | 'price' | 'per_sqm', number | string> & { quarter: string };
  const asked = await readAll<Asked>(db, (sql) => askedQuery(sql, place, kind, quarters), rowsInBackground);
  const [closed] = await readAll<Record<'closings' | 'days', number | string | null>>(
    db,
    (sql) => closedQuery(sql, place, kind, at),
    rowsInBackground,
  );
  const unlessFew = (count: number, median: number | string | null) =>
    count < FEWEST_LISTINGS || median === null ? null : Number(toNumber(median).toFixed(2));
  const closings = toNumber(closed?.closings ?? 0);
  return asked.map(({ quarter, listings, price, per_sqm }) => {
    const count = toNumber(listings);
    const isNewest = quarter === quarters[0]?.name;
    return {
      ...kind,
      area_slug: place.slug,
      area_kind: place.kind === 'district' ? 'district' : 'city',
      quarter,
      listings: count,
      median_price: unlessFew(count, price),
      median_price_per_sqm: unlessFew(count, per_sqm),
      closings: isNewest ? closings : 0,
      median_days: isNewest ? unlessFew(closings, closed?.days ?? null) : null,
      computed_at: at,
    };
  });
}

const ON_OFFER = "('available', 'pending')";
const CLOSED = "('sold', 'rented')";

function listingsOf(sql: SqlBuilder, place: Place, kind: Kind): string {
  return `SELECT p.id, CAST(p.price AS DOUBLE PRECISION) AS price, CAST(p.area_sqm AS DOUBLE PRECISION) AS area_sqm, p.status
    FROM properties p WHERE ${PUBLIC_ONLY} AND ${isIn(sql, place)}
      AND ${columnsEqual('p', { ...kind })} AND p.area_sqm > 0`;
}

/** The middle value of each group, or the mean of the two; ranked by `rank` among `total`. */
const median = (value: string, rank: string) =>
  `AVG(CASE WHEN ${rank} IN ((total + 1) / 2, (total + 2) / 2) THEN ${value} END)`;

function askedQuery(sql: SqlBuilder, place: Place, kind: Kind, quarters: readonly Quarter[]): string {
  const moment = (time: Date) => {
    const bound = sql.bindTime(time);
    return sql.dialect === 'postgres' ? `CAST(${bound} AS timestamptz)` : bound;
  };
  const rows = quarters.map(({ name, startsAt, endsAt }) => `('${name}', ${moment(startsAt)}, ${moment(endsAt)})`);
  const { price, pricePerSqm } = saneBounds[kind.listing_type];
  return `WITH quarters (quarter, starts_at, ends_at) AS (VALUES ${rows.join(', ')}),
    listings AS (${listingsOf(sql, place, kind)}),
    stretches AS (
      SELECT l.id, l.price, l.area_sqm, c.to_status, c.changed_at AS from_at,
        LEAD(c.changed_at) OVER (PARTITION BY c.property_id ORDER BY c.changed_at, c.id) AS to_at
      FROM listings l JOIN property_status_changes c ON c.property_id = l.id),
    offered AS (
      SELECT DISTINCT q.quarter, q.ends_at, s.id, s.price, s.area_sqm
      FROM stretches s JOIN quarters q ON s.from_at < q.ends_at AND (s.to_at IS NULL OR s.to_at > q.starts_at)
      WHERE s.to_status IN ${ON_OFFER}),
    asked AS (
      SELECT o.quarter, o.area_sqm, COALESCE(
        (SELECT CAST(e.price AS DOUBLE PRECISION) FROM property_events e
          WHERE e.property_id = o.id AND e.kind = 'price' AND e.changed_at < o.ends_at
          ORDER BY e.changed_at DESC, e.id DESC LIMIT 1),
        (SELECT CAST(e.previous_price AS DOUBLE PRECISION) FROM property_events e
          WHERE e.property_id = o.id AND e.kind = 'price' AND e.changed_at >= o.ends_at
          ORDER BY e.changed_at, e.id LIMIT 1),
        o.price) AS price
      FROM offered o),
    sane AS (
      SELECT quarter, price, price / area_sqm AS per_sqm FROM asked
      WHERE price BETWEEN ${price[0]} AND ${price[1]}
        AND price / area_sqm BETWEEN ${pricePerSqm[0]} AND ${pricePerSqm[1]}),
    ranked AS (
      SELECT quarter, price, per_sqm, COUNT(*) OVER (PARTITION BY quarter) AS total,
        ROW_NUMBER() OVER (PARTITION BY quarter ORDER BY price) AS price_rank,
        ROW_NUMBER() OVER (PARTITION BY quarter ORDER BY per_sqm) AS sqm_rank
      FROM sane)
    SELECT quarter, COUNT(*) AS listings, ${median('price', 'price_rank')} AS price,
      ${median('per_sqm', 'sqm_rank')} AS per_sqm
    FROM ranked GROUP BY quarter`;
}

/** Listings sold or rented within a year, and still so: days on offer since they were last offered. */
function closedQuery(sql: SqlBuilder, place: Place, kind: Kind, at: Date): string {
  const since = sql.bindTime(new Date(at.getTime() - DAYS_A_YEAR * DAY_MS));
  const days =
    sql.dialect === 'postgres'
      ? 'EXTRACT(EPOCH FROM (closed_at - offered_at)) / 86400.0'
      : 'julianday(closed_at) - julianday(offered_at)';
  return `WITH listings AS (${listingsOf(sql, place, kind)}),
    closed AS (
      SELECT l.id, MAX(c.changed_at) AS closed_at
      FROM listings l JOIN property_status_changes c ON c.property_id = l.id AND c.to_status IN ${CLOSED}
      WHERE l.status IN ${CLOSED} GROUP BY l.id),
    spans AS (
      SELECT c.closed_at, (SELECT MAX(o.changed_at) FROM property_status_changes o
        WHERE o.property_id = c.id AND o.changed_at <= c.closed_at AND o.to_status IN ${ON_OFFER}
          AND (o.from_status IS NULL OR o.from_status IN ${CLOSED})) AS offered_at
      FROM closed c WHERE c.closed_at >= ${since}),
    ranked AS (
      SELECT days, COUNT(*) OVER () AS total, ROW_NUMBER() OVER (ORDER BY days) AS days_rank
      FROM (SELECT ${days} AS days FROM spans WHERE offered_at IS NOT NULL) AS spent)
    SELECT COUNT(*) AS closings, ${median('days', 'days_rank')} AS days FROM ranked`;
}
