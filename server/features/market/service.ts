import type { Attributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { MarketFigureModel } from '#server/db/models.ts';
import { isAmong, type RawRow, readAll, type SqlBuilder, toIso, toNumber } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { canSee } from '#server/features/properties/policy.ts';
import { InvalidInputError, NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { MarketAnswer, MarketFigure, marketCalls } from '#shared/contracts/market.ts';
import { FEWEST_LISTINGS, isSane, MARKET_QUARTERS, percentAbove } from '#shared/market.ts';
import { msg } from '#shared/messages.ts';
import { findPlace, type Place, placeBySlug, shortNameOf } from '#shared/places.ts';

export function marketService({ db }: ServerContext): Service<typeof marketCalls> {
  return {
    /** @throws {InvalidInputError} the area is no known city or district. */
    async figures({ query: { area, type, listing_type } }) {
      const place = findPlace(area);
      if (!place || place.kind === 'region')
        throw new InvalidInputError([{ path: 'area', message: msg('Name a city or district') }]);
      const rows = await readFigures(db.replica, (sql) => [
        `area_slug = ${sql.bind(place.slug)}`,
        ...(type ? [`type = ${sql.bind(type)}`] : []),
        ...(listing_type ? [`listing_type = ${sql.bind(listing_type)}`] : []),
      ]);
      return presentMarket(place, rows);
    },

    async ofProperty({ params: { id }, user }) {
      const listing = await db.models.Property.findByPk(id);
      if (!listing || !canSee(user, listing)) throw new NotFoundError('property');
      const { type, listing_type, price, area_sqm, status } = listing;
      const isOffered = status === 'available' || status === 'pending';
      if (!isOffered || !isSane(listing_type, price, area_sqm)) return { comparison: null };
      const places = [listing.district_slug, listing.city_slug].flatMap((slug) => placeBySlug(slug ?? '') ?? []);
      const slugs = places.map(({ slug }) => slug);
      const rows = await readFigures(db.replica, (sql) => [
        isAmong(sql, 'area_slug', slugs),
        `type = ${sql.bind(type)}`,
        `listing_type = ${sql.bind(listing_type)}`,
      ]);
      const perSqm = price / area_sqm;
      for (const place of places) {
        const newest = rows.findLast(({ area_slug }) => area_slug === place.slug);
        const median = newest?.median_price_per_sqm;
        if (!newest || !median) continue;
        const comparison = {
          area: presentArea(place),
          type,
          listing_type,
          price_per_sqm: Math.round(perSqm),
          median_price_per_sqm: median,
          count: newest.listings,
          percent: percentAbove(perSqm, median),
          computed_at: newest.computed_at.toISOString(),
        };
        return { comparison };
      }
      return { comparison: null };
    },
  };
}

type Figure = Attributes<MarketFigureModel>;
type Median = 'median_price' | 'median_price_per_sqm' | 'median_days';

/** Oldest quarter first. */
async function readFigures(db: Database, where: (sql: SqlBuilder) => string[]): Promise<Figure[]> {
  const rows = await readAll<RawRow<Figure, Median>>(
    db,
    (sql) => `SELECT * FROM market_figures WHERE ${where(sql).join(' AND ')} ORDER BY quarter`,
  );
  const orNumber = (value: number | string | null) => (value === null ? null : toNumber(value));
  return rows.map((row) => ({
    ...row,
    median_price: orNumber(row.median_price),
    median_price_per_sqm: orNumber(row.median_price_per_sqm),
    median_days: orNumber(row.median_days),
    computed_at: new Date(toIso(row.computed_at)),
  }));
}

const presentArea = (place: Place): MarketAnswer['area'] => ({
  slug: place.slug,
  name: shortNameOf(place),
  kind: place.kind === 'district' ? 'district' : 'city',
});

/** @param rows oldest quarter first */
function presentMarket(place: Place, rows: readonly Figure[]): MarketAnswer {
  const kinds = new Map<string, Figure[]>();
  for (const row of rows) {
    const kind = `${row.type} ${row.listing_type}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), row]);
  }
  const computed = rows.map(({ computed_at }) => computed_at.getTime());
  return {
    area: presentArea(place),
    minimum: FEWEST_LISTINGS,
    computed_at: computed.length > 0 ? new Date(Math.max(...computed)).toISOString() : null,
    figures: [...kinds.values()]
      .flatMap((own) => presentKind(own, rows.at(-1)?.quarter ?? ''))
      .sort((one, other) => other.count - one.count),
  };
}

/** Kinds without listings in the newest quarter are left out. */
function presentKind(rows: readonly Figure[], newest: string): MarketFigure[] {
  const now = rows.at(-1);
  if (!now || now.quarter !== newest) return [];
  const before = rows.at(-2);
  const measure = ({ listing_type, median_price, median_price_per_sqm }: Figure) =>
    listing_type === 'sale' ? median_price_per_sqm : median_price;
  const figure = measure(now);
  const earlier = before && isNext(before.quarter, now.quarter) ? measure(before) : null;
  return [
    {
      type: now.type,
      listing_type: now.listing_type,
      ...presentQuarter(now),
      days_on_market: {
        median: now.median_days === null ? null : Math.round(now.median_days),
        count: now.closings,
      },
      change_percent: figure && earlier ? percentAbove(figure, earlier) : null,
      quarters: rows.slice(-MARKET_QUARTERS).map(presentQuarter),
    },
  ];
}

const presentQuarter = ({ quarter, listings, median_price, median_price_per_sqm }: Figure) => ({
  quarter,
  count: listings,
  median_price,
  median_price_per_sqm,
});

const numberOf = (quarter: string) => Number(quarter.slice(0, 4)) * 4 + Number(quarter.slice(-1));
const isNext = (before: string, quarter: string) => numberOf(quarter) - numberOf(before) === 1;
