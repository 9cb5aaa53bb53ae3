import { describe, expect, it } from 'vitest';
import { averagePrices } from '#web/features/locations/AreaPrices.tsx';

const listing = (
  type: 'condo' | 'house' | 'land',
  listing_type: 'sale' | 'rent' | 'lease',
  price: number,
) => ({
  type,
  listing_type,
  price,
});

describe('average asking prices of an area', () => {
  it('keeps types and offers apart, the most offered type first', () => {
    const rows = averagePrices([
      listing('house', 'sale', 20_000_000),
      listing('house', 'sale', 30_000_000),
      listing('condo', 'sale', 5_000_000),
      listing('condo', 'sale', 8_000_000),
      listing('condo', 'rent', 30_000),
      listing('condo', 'rent', 50_000),
    ]);
    expect(rows).toEqual([
      { type: 'condo', count: 4, averages: { sale: 6_500_000, rent: 40_000, lease: null } },
      { type: 'house', count: 2, averages: { sale: 25_000_000, rent: null, lease: null } },
    ]);
  });

  it('makes no average of a single listing, and no row without one', () => {
    expect(averagePrices([listing('land', 'sale', 9), listing('land', 'lease', 9)])).toEqual([]);
    expect(averagePrices([])).toEqual([]);
  });
});
