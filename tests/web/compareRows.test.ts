import { describe, expect, it } from 'vitest';
import { compareRows, featureRows } from '#web/features/compare/CompareScreen.tsx';
import { aProperty } from './aProperty.ts';

const row = (label: string, ...properties: ReturnType<typeof aProperty>[]) =>
  compareRows(properties).find((candidate) => candidate.label === label);

describe('compareRows', () => {
  it('gives full figures and marks the rows in which the listings differ', () => {
    const one = aProperty({ price: 12_500_000 });
    const other = aProperty({ id: 2, listing_type: 'rent', price: 45_000 });
    expect(row('Price', one, other)).toEqual({
      label: 'Price',
      values: ['₱12,500,000', '₱45,000/month'],
      isDifferent: true,
    });
    expect(row('Bedrooms', one, other)?.isDifferent).toBe(false);
  });

  it('keeps a row that only one of them can fill, and drops one that none can', () => {
    const one = aProperty({ details: { floor_level: 9 } });
    expect(row('Floor Level', one, aProperty({ id: 2 }))?.values).toEqual(['9', null]);
    expect(row('Furnished', one, aProperty({ id: 2 }))).toBeUndefined();
  });
});

it('featureRows puts the features that differ first', () => {
  const one = aProperty({ features: ['Pool', 'Gym'] });
  const other = aProperty({ id: 2, features: ['Gym', 'Garden', 'Pool', 'Pool'] });
  expect(featureRows([one, other])).toEqual([
    { feature: 'Garden', has: [false, true], isDifferent: true },
    { feature: 'Pool', has: [true, true], isDifferent: false },
    { feature: 'Gym', has: [true, true], isDifferent: false },
  ]);
});
