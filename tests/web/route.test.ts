import { describe, expect, it } from 'vitest';
import { distanceBetween } from '#shared/nearbyPlaces.ts';
import { legsOf, mapsLinks, type Spot, suggestOrder } from '#web/features/viewings/route.ts';

/** The same numbers each time (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const lengthOf = (spots: readonly Spot[]) =>
  spots.slice(1).reduce((sum, spot, at) => sum + distanceBetween(spots[at] as Spot, spot), 0);

function permutations<Own>(all: readonly Own[]): Own[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((first, at) =>
    permutations([...all.slice(0, at), ...all.slice(at + 1)]).map((rest) => [first, ...rest]),
  );
}

const somewhere = (random: () => number, count: number): Spot[] =>
  Array.from({ length: count }, () => ({ lat: 14.5 + random() * 0.2, lng: 121 + random() * 0.2 }));

describe('suggestOrder', () => {
  it('is as short as the shortest of all orders, or nearly', () => {
    const random = randomNumbers(14);
    const excess = Array.from({ length: 20 }, () => {
      const spots = somewhere(random, 6);
      const best = Math.min(...permutations(spots).map(lengthOf));
      return lengthOf(suggestOrder(spots)) / best - 1;
    });
    expect(Math.max(...excess)).toBeLessThan(0.05);
    expect(excess.filter((more) => more < 1e-9).length).toBeGreaterThanOrEqual(18);
  });

  it('keeps each spot once, also a hundred of them and those in one place', () => {
    const random = randomNumbers(9);
    const spots = [...somewhere(random, 98), { lat: 14.6, lng: 121.1 }, { lat: 14.6, lng: 121.1 }];
    const order = suggestOrder(spots);
    expect(new Set(order)).toEqual(new Set(spots));
    expect(order).toHaveLength(100);
    expect(lengthOf(order)).toBeLessThan(lengthOf(spots) / 3);
    expect(suggestOrder([])).toEqual([]);
  });
});

describe('legsOf', () => {
  const at = (lat: number, from: string, to: string) => ({
    id: lat,
    propertyId: 1,
    title: 'Home',
    address: 'Street',
    lat,
    lng: 121,
    time: { starts_at: `2026-11-28T${from}:00+08:00`, ends_at: `2026-11-28T${to}:00+08:00` },
  });

  it('warns where the time between two viewings is too short for the way', () => {
    // A hundredth of a degree of latitude is 1.112 km: 1.4 times that at 19 km/h are 4.9 minutes, and 10 to get in.
    const [enough, short, overlap] = legsOf([
      at(14.5, '09:00', '10:00'),
      at(14.51, '10:15', '11:00'),
      at(14.52, '11:14', '12:00'),
      at(14.53, '11:30', '12:30'),
    ]);
    expect(enough).toMatchObject({ minutes: 15, gap: 15, isTooShort: false });
    expect(enough?.metres).toBeCloseTo(1112, 0);
    expect(short).toMatchObject({ minutes: 15, gap: 14, isTooShort: true });
    expect(overlap).toMatchObject({ gap: -30, isTooShort: true });
  });

  it('asks for no way within one building', () => {
    const [leg] = legsOf([at(14.5, '09:00', '10:00'), at(14.5, '10:00', '11:00')]);
    expect(leg).toMatchObject({ metres: 0, minutes: 0, isTooShort: false });
  });
});

it('mapsLinks opens the whole way, a long one in parts that join', () => {
  const spots = somewhere(randomNumbers(3), 12);
  const text = (spot: Spot | undefined) => `${spot?.lat},${spot?.lng}`;
  const links = mapsLinks(spots).map((link) => new URL(link).searchParams);
  expect(links).toHaveLength(2);
  expect(links[0]?.get('origin')).toBe(text(spots[0]));
  expect(links[0]?.get('waypoints')?.split('|')).toEqual(spots.slice(1, 9).map(text));
  expect(links[0]?.get('destination')).toBe(text(spots[9]));
  expect(links[1]?.get('origin')).toBe(text(spots[9]));
  expect(links[1]?.get('destination')).toBe(text(spots[11]));
  expect(mapsLinks(spots.slice(0, 1))).toEqual([]);
});
