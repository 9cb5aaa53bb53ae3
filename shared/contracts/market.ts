import { z } from 'zod';
import { listingTypes, propertyTypes } from '../listing/vocabulary.ts';
import { FEWEST_LISTINGS, MARKET_QUARTERS } from '../market.ts';
import { msg } from '../messages.ts';
import { defineCall, isoTime, optionalInQuery } from './common.ts';

const pesos = z.number().nullable();

/** Asking prices of a quarter; the medians are null below the minimum number of listings. */
const marketQuarter = z.object({
  /** '2026-Q4' */
  quarter: z.string(),
  count: z.number(),
  /** Pesos; a month for rent and lease. */
  median_price: pesos,
  median_price_per_sqm: pesos,
});
export type MarketQuarter = z.infer<typeof marketQuarter>;

export const marketFigure = z.object({
  type: z.enum(propertyTypes),
  listing_type: z.enum(listingTypes),
  /** The newest quarter's. */
  ...marketQuarter.shape,
  /** From the listing to the sale or rental, in days, of listings closed within a year. */
  days_on_market: z.object({ median: z.number().nullable(), count: z.number() }),
  /** The newest quarter against the one before, of sales by square meter; null where either has too few listings. */
  change_percent: z.number().nullable(),
  /** Oldest first, the newest last; quarters without a listing are left out. */
  quarters: z.array(marketQuarter),
});
export type MarketFigure = z.infer<typeof marketFigure>;

const marketArea = z.object({ slug: z.string(), name: z.string(), kind: z.enum(['city', 'district']) });

export const marketAnswer = z.object({
  area: marketArea,
  /** Below this number of listings the median is left out. */
  minimum: z.number(),
  /** Null: nothing was computed yet. */
  computed_at: isoTime.nullable(),
  /** The kinds with most listings first; kinds without a listing are left out. */
  figures: z.array(marketFigure),
});
export type MarketAnswer = z.infer<typeof marketAnswer>;

export const marketComparison = z.object({
  area: marketArea,
  type: z.enum(propertyTypes),
  listing_type: z.enum(listingTypes),
  /** This listing's price for each square meter; a month for rent and lease. */
  price_per_sqm: z.number(),
  median_price_per_sqm: z.number(),
  count: z.number(),
  /** Whole percent above the median; below it with a minus. */
  percent: z.number(),
  computed_at: isoTime,
});
export type MarketComparison = z.infer<typeof marketComparison>;

export const marketCalls = {
  figures: defineCall('anyone', 'GET /api/market', {
    summary: `What is asked in a city or district by kind of listing: medians with how many listings they rest on (none below ${FEWEST_LISTINGS}), days on the market and up to ${MARKET_QUARTERS} quarters`,
    query: z.object({
      /** A slug or a name of the gazetteer, as the list's `location`. */
      area: z.string().trim().min(1, msg('Name a city or district').id).max(100, msg('Location is too long').id),
      type: optionalInQuery(z.enum(propertyTypes)),
      listing_type: optionalInQuery(z.enum(listingTypes)),
    }),
    answer: marketAnswer,
    cache: 'revalidate',
  }),
  ofProperty: defineCall('anyone', 'GET /api/properties/{id}/market', {
    summary:
      'A listing’s price per square meter beside the median of its district, or of its city where that has too few; null where there is none',
    answer: z.object({ comparison: marketComparison.nullable() }),
    cache: 'revalidate',
  }),
};
