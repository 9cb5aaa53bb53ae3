export const PRICE_TIERS = ['affordable', 'mid_range', 'premium'] as const;
export type PriceTier = (typeof PRICE_TIERS)[number];

/** Prices of homes for sale, and monthly prices. */
export const PRICE_KINDS = ['sale', 'monthly'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

export const priceKind = (listingType: 'sale' | 'rent' | 'lease'): PriceKind =>
  listingType === 'sale' ? 'sale' : 'monthly';

/**
 * The lower bounds in pesos of mid-range and premium listings. Of sales as the specification has it (part 1 §9). Rents
 * have bands of their own: in Metro Manila up to 25,000 a month rents a studio or a small flat, up to 60,000 most units
 * of one and two bedrooms in the business districts, and higher rents are large homes or prime addresses.
 */
export const tierBounds: Record<PriceKind, { mid_range: number; premium: number }> = {
  sale: { mid_range: 5_000_000, premium: 10_000_000 },
  monthly: { mid_range: 25_000, premium: 60_000 },
};

export function priceTier(kind: PriceKind, price: number): PriceTier {
  const { mid_range, premium } = tierBounds[kind];
  if (price > premium) return 'premium';
  return price > mid_range ? 'mid_range' : 'affordable';
}
