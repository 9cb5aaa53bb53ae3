import type { ListingType } from './listing/vocabulary.ts';

/** Rules of the market figures for both sides. */

/** Of fewer listings a median says more about one seller than about the area: it is left out. */
export const FEWEST_LISTINGS = 5;

export const MARKET_QUARTERS = 8;

const MONTHS_A_QUARTER = 3;
/** Manila keeps no summer time. */
const MANILA_AHEAD_MS = 8 * 3_600_000;

/** Values outside are slips (a rent among the sales, an area in square feet) and are left out. Pesos; rents a month. */
export const saneBounds: Record<
  ListingType,
  { price: readonly [min: number, max: number]; pricePerSqm: readonly [min: number, max: number] }
> = {
  sale: { price: [100_000, 5_000_000_000], pricePerSqm: [500, 2_000_000] },
  rent: { price: [1_000, 20_000_000], pricePerSqm: [20, 20_000] },
  lease: { price: [1_000, 20_000_000], pricePerSqm: [20, 20_000] },
};

export function isSane(listingType: ListingType, price: number, areaSqm: number): boolean {
  const bounds = saneBounds[listingType];
  const isWithin = (value: number, [min, max]: readonly [number, number]) => value >= min && value <= max;
  return areaSqm > 0 && isWithin(price, bounds.price) && isWithin(price / areaSqm, bounds.pricePerSqm);
}

export interface Quarter {
  /** '2026-Q4' */
  name: string;
  startsAt: Date;
  /** The start of the next quarter. */
  endsAt: Date;
}

/** The quarter of a moment in Manila, and the quarters before it; the newest first. */
export function quartersUntil(moment: Date, count = MARKET_QUARTERS): Quarter[] {
  const there = new Date(moment.getTime() + MANILA_AHEAD_MS);
  const year = there.getUTCFullYear();
  const current = Math.floor(there.getUTCMonth() / MONTHS_A_QUARTER);
  const start = (quarter: number) => new Date(Date.UTC(year, quarter * MONTHS_A_QUARTER, 1) - MANILA_AHEAD_MS);
  return Array.from({ length: count }, (_, back) => {
    const quarter = current - back;
    const first = new Date(Date.UTC(year, quarter * MONTHS_A_QUARTER, 1));
    const name = `${first.getUTCFullYear()}-Q${first.getUTCMonth() / MONTHS_A_QUARTER + 1}`;
    return { name, startsAt: start(quarter), endsAt: start(quarter + 1) };
  });
}

/** The difference of two figures in whole percent; negative when the first is lower. */
export const percentAbove = (figure: number, median: number) => Math.round((figure / median - 1) * 100);
