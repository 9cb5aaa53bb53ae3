import type { ListingType } from './listing/vocabulary.ts';
import { type Message, msg } from './messages.ts';

const wholePesos = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 0 });

const THOUSAND = 1_000;
const TENTH_OF_A_MILLION = 100_000;
/** From here on a price would round to ₱1000K. */
const MILLIONS_FROM = 999_500;

const isInMillions = (pesos: number) => pesos >= MILLIONS_FROM;

/**
 * ₱12.5M, ₱850K, ₱950 (specification, part 1 §9). Amounts that would round to ₱1000K are shown as ₱1.0M. Half a step rounds
 * up, whatever its binary fraction is: ₱7,050,000 is ₱7.1M, so it does not look like a home within "up to ₱7M".
 */
export function formatShortPrice(pesos: number): string {
  if (isInMillions(pesos)) return `₱${(Math.round(pesos / TENTH_OF_A_MILLION) / 10).toFixed(1)}M`;
  if (pesos >= THOUSAND) return `₱${Math.round(pesos / THOUSAND)}K`;
  return `₱${wholePesos.format(pesos)}`;
}

/** The full figure, in whole pesos: ₱12,500,000. */
export const formatFullPrice = (pesos: number): string => `₱${wholePesos.format(pesos)}`;

/** A bound of a search in whole pesos: short where that says all of it, otherwise full: ₱7.0M, ₱40K, ₱7,050,000. */
export const formatPriceBound = (pesos: number): string =>
  pesos % (isInMillions(pesos) ? TENTH_OF_A_MILLION : THOUSAND) === 0
    ? formatShortPrice(pesos)
    : formatFullPrice(pesos);

/** The suffix of rents and leases, which are per month; empty for sales. */
export const priceSuffix = (listingType: ListingType): Message =>
  listingType === 'sale' ? { id: '' } : msg('/month');
