import { describe, expect, it } from 'vitest';
import { readSystemSettings } from '#shared/contracts/settings.ts';
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
      best: null,
      isDifferent: true,
    });
    expect(row('Bedrooms', one, other)?.isDifferent).toBe(false);
  });

  it('names the lowest price per square metre, and none where that would mislead', () => {
    const cheap = aProperty({ price: 6_000_000, details: { area_sqm: 60 } });
    const dear = aProperty({ id: 2, price: 9_000_000, details: { area_sqm: 60 } });
    const rented = aProperty({ id: 3, listing_type: 'rent', price: 30_000, details: { area_sqm: 60 } });
    const unknown = aProperty({ id: 4, price: 1_000_000, details: { area_sqm: 0 } });
    expect(row('Price per sqm', dear, cheap)?.best).toBe(1);
    expect(row('Price per sqm', unknown, dear, cheap)?.best).toBe(2);
    for (const others of [[cheap, rented], [cheap, cheap], [cheap, unknown], [cheap]])
      expect(row('Price per sqm', ...others)?.best).toBeNull();
  });

  it('marks the one best value of a row, and none that others share', () => {
    const small = aProperty({ price: 6_000_000, details: { bedrooms: 2, area_sqm: 40, parking_slots: 1 } });
    const large = aProperty({ id: 2, price: 9_000_000, details: { bedrooms: 2, area_sqm: 60, parking_slots: 0 } });
    expect(row('Price', large, small)).toMatchObject({ best: 1, mark: { id: 'Lowest' } });
    expect(row('Area', small, large)).toMatchObject({ best: 1, mark: { id: 'Largest' } });
    expect(row('Parking Slots', small, large)?.best).toBe(0);
    expect(row('Bedrooms', small, large)?.best).toBeNull();
  });

  it('names the nearest station to walk to, and the licence that was checked', () => {
    const station = {
      slug: 'shaw-boulevard-mrt-3',
      name: 'Shaw Boulevard Station (MRT-3)',
      metres: 320,
      minutes: 4,
    };
    const near = aProperty({ nearest_station: station });
    const far = aProperty({ id: 2, nearest_station: null });
    // An old copy without that field.
    const { nearest_station: _none, ...kept } = aProperty({ id: 3 });
    expect(row('Nearest station', near, kept as typeof near)?.values[1]).toBeNull();
    const stations = row('Nearest station', near, far)?.values;
    expect(stations).toEqual(['Shaw Boulevard Station (MRT-3) · 4 min walk', null]);
    expect(row('License', near, far)).toBeUndefined();
  });

  it('tells the estimate with the rates in force, and since when nobody confirmed it', () => {
    const now = new Date('2026-11-25T00:00:00.000Z');
    const home = aProperty({
      price: 6_000_000,
      status: 'available',
      created_at: '2026-01-01T00:00:00.000Z',
      fresh_at: '2026-08-27T00:00:00.000Z',
      confirmed_at: null,
    });
    const costs = readSystemSettings({}).costs;
    const labels = compareRows([home], { costs, now }).map(({ label }) => label);
    expect(labels.slice(0, 4)).toEqual(['Price', 'Price per sqm', 'Estimated cost', 'Usual dues a month']);
    const told = compareRows([home], { costs, now }).find(({ label }) => label === 'Availability');
    expect(told?.values).toEqual(['Not confirmed for 90 days']);
    expect(row('Estimated cost', home)).toBeUndefined();
  });

  it('calls no home unfurnished whose features say that it is in part', () => {
    const half = aProperty({ details: { furnished: false }, features: ['Semi-Furnished'] });
    const whole = aProperty({ id: 2, details: { furnished: true }, features: ['Semi-Furnished'] });
    const bare = aProperty({ id: 3, details: { furnished: false } });
    expect(row('Furnished', half, whole, bare)?.values).toEqual(['Semi-Furnished', 'Yes', 'No']);
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
