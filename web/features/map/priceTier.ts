export type PriceTier = 'affordable' | 'midRange' | 'premium';

/** Marker colour by price in pesos (specification, part 1 §9): above 10 million red, above 5 million amber, else blue. */
export function priceTier(pesos: number): PriceTier {
  if (pesos > 10_000_000) return 'premium';
  if (pesos > 5_000_000) return 'midRange';
  return 'affordable';
}

export const priceTierLabel: Record<PriceTier, string> = {
  affordable: 'Affordable',
  midRange: 'Mid-range',
  premium: 'Premium',
};

export const priceTierRange: Record<PriceTier, string> = {
  affordable: 'up to ₱5M',
  midRange: '₱5M – ₱10M',
  premium: 'over ₱10M',
};

export const PRICE_TIERS: readonly PriceTier[] = ['affordable', 'midRange', 'premium'];
