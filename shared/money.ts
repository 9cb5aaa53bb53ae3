import type { ListingType } from './listing/vocabulary.ts';
import { type Message, msg } from './messages.ts';

const wholePesos = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 0 });

/** ₱12.5M, ₱850K, ₱950 (specification, part 1 §9). Amounts that would round to ₱1000K are shown as ₱1.0M. */
export function formatShortPrice(pesos: number): string {
  if (pesos >= 999_500) return `₱${(pesos / 1_000_000).toFixed(1)}M`;
  if (pesos >= 1_000) return `₱${Math.round(pesos / 1_000)}K`;
  return `₱${wholePesos.format(pesos)}`;
}

/** The full figure, in whole pesos: ₱12,500,000. */
export const formatFullPrice = (pesos: number): string => `₱${wholePesos.format(pesos)}`;

/** The suffix of rents and leases, which are per month; empty for sales. */
export const priceSuffix = (listingType: ListingType): Message =>
  listingType === 'sale' ? { id: '' } : msg('/month');
