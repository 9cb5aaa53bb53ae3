// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { type MapCluster, propertyFilterQuery } from '#shared/contracts/properties.ts';
import { priceKind, priceTier } from '#shared/priceTiers.ts';
import {
  boundsOf,
  circleAround,
  MAX_DRAWN_POINTS,
  middleOf,
  movedTo,
  readArea,
  scaled,
  simplified,
  writeArea,
} from '#web/features/map/areas.ts';
import { boundsAround, boundsOfHomes, countIn, isInView, isOneSpot } from '#web/features/map/mapBasics.ts';

const makati = { lat: 14.5547, lng: 121.0244 };

interface Pixel {
  x: number;
  y: number;
}

function distanceToSegment(point: Pixel, from: Pixel, to: Pixel): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return Math.hypot(point.x - from.x, point.y - from.y);
  const along = ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length ** 2;
  const nearest = Math.min(Math.max(along, 0), 1);
  return Math.hypot(point.x - from.x - nearest * (to.x - from.x), point.y - from.y - nearest * (to.y - from.y));
}

describe('a line drawn by hand', () => {
  const circle = Array.from({ length: 400 }, (_, step) => {
    const angle = (step / 400) * 2 * Math.PI;
    // A hand that shakes by half a pixel.
    return { x: 300 + 120 * Math.cos(angle) + (step % 2) / 2, y: 300 + 120 * Math.sin(angle) };
  });

  test('keeps its shape with few corners', () => {
    const corners = simplified(circle);
    expect(corners.length).toBeGreaterThan(8);
    expect(corners.length).toBeLessThanOrEqual(MAX_DRAWN_POINTS);
    expect(corners).toEqual([...corners].sort((a, b) => a - b));
    const kept = corners.map((index) => circle[index] as Pixel);
    for (const pixel of circle) {
      const distances = kept
        .slice(1)
        .map((corner, index) => distanceToSegment(pixel, kept[index] as Pixel, corner));
      expect(Math.min(...distances)).toBeLessThan(5);
    }
  });

  test('never has more corners than an address takes, however it was scribbled', () => {
    const zigzag = Array.from({ length: 2_000 }, (_, step) => ({ x: step * 4, y: step % 2 ? 40 : -40 }));
    expect(simplified(zigzag).length).toBeLessThanOrEqual(MAX_DRAWN_POINTS);
  });
});

test('an area comes back from the address as it was drawn, to a metre, and the calls take it', () => {
  const area = circleAround(makati, 800);
  const text = writeArea(area);
  const back = readArea(text);
  expect(writeArea(back)).toBe(text);
  for (const [index, corner] of area.entries()) {
    expect(back[index]?.lat).toBeCloseTo(corner.lat, 4.9);
    expect(back[index]?.lng).toBeCloseTo(corner.lng, 4.9);
  }
  expect(propertyFilterQuery.parse({ area: [text, text] }).area).toEqual([back, back]);
});

test('a circle has its radius on the ground in every direction', () => {
  const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;
  for (const { lat, lng } of circleAround(makati, 1_000)) {
    const north = (lat - makati.lat) * METRES_PER_DEGREE;
    const east = (lng - makati.lng) * METRES_PER_DEGREE * Math.cos((makati.lat * Math.PI) / 180);
    expect(Math.abs(Math.hypot(north, east) - 1_000)).toBeLessThan(5);
  }
});

test('a moved area keeps its size, and a larger one its middle', () => {
  const area = circleAround(makati, 500);
  const moved = movedTo(area, { lat: 14.6, lng: 121.05 });
  expect(middleOf(moved).lat).toBeCloseTo(14.6);
  expect(middleOf(moved).lng).toBeCloseTo(121.05);
  const width = (corners: typeof area) => {
    const bounds = boundsOf([corners]);
    return bounds ? bounds.east - bounds.west : 0;
  };
  expect(width(moved)).toBeCloseTo(width(area), 8);
  expect(width(scaled(area, 2))).toBeCloseTo(2 * width(area), 8);
  expect(middleOf(scaled(area, 2)).lat).toBeCloseTo(makati.lat, 8);
});

test('what lies on the edge of the view is in it', () => {
  const view = { west: 121, south: 14.5, east: 121.1, north: 14.6 };
  expect(isInView(view, { lat: 14.6, lng: 121 })).toBe(true);
  expect(isInView(view, { lat: 14.6001, lng: 121 })).toBe(false);
  expect(isInView(view, { lat: 14.55, lng: 120.9999 })).toBe(false);
});

test.each([
  ['sale', 5_000_000, 'affordable'],
  ['sale', 5_000_001, 'mid_range'],
  ['sale', 10_000_000, 'mid_range'],
  ['sale', 10_000_001, 'premium'],
  ['rent', 25_000, 'affordable'],
  ['rent', 25_001, 'mid_range'],
  ['rent', 60_000, 'mid_range'],
  ['rent', 60_001, 'premium'],
  ['rent', 325_000, 'premium'],
  ['lease', 325_000, 'premium'],
] as const)('the band of prices of %s at %d pesos is %s', (listingType, price, tier) => {
  expect(priceTier(priceKind(listingType), price)).toBe(tier);
});

const cluster = (lat: number, lng: number, changes: Partial<MapCluster> = {}): MapCluster => ({
  lat,
  lng,
  count: 5,
  min_price: 30_000,
  price_tiers: { affordable: 2, mid_range: 2, premium: 1 },
  monthly: 0,
  bounds: { west: lng - 0.001, south: lat - 0.001, east: lng + 0.001, north: lat + 0.001 },
  ...changes,
});

test('the legend tells of the marks in view, and of their kinds of prices', () => {
  const view = { west: 121, south: 14.5, east: 121.1, north: 14.6 };
  const point = { id: 1, title: 'Home 1', price: 9_000_000, listing_type: 'rent' as const };
  const clusters = [cluster(14.55, 121.05), cluster(14.58, 121.02), cluster(15, 121.05, { monthly: 5 })];
  const away = { ...point, lat: 14, lng: 121 };
  expect(countIn(view, { clusters, points: [away] })).toEqual({ count: 10, kinds: ['sale'] });
  const near = { ...point, lat: 14.55, lng: 121 };
  expect(countIn(view, { clusters, points: [near] })).toEqual({ count: 11, kinds: ['sale', 'monthly'] });
  const rented = [cluster(14.55, 121.05, { monthly: 5 })];
  expect(countIn(view, { clusters: rented, points: [] })).toEqual({ count: 5, kinds: ['monthly'] });
});

test('a cluster of one address is not taken apart by any zoom; at the closest none is', () => {
  const address = cluster(14.55, 121, {
    bounds: { west: 121, south: 14.55, east: 121.00001, north: 14.55001 },
  });
  expect(isOneSpot(address, 12)).toBe(true);
  expect(isOneSpot(cluster(14.55, 121), 12)).toBe(false);
  expect(isOneSpot(cluster(14.55, 121), 18)).toBe(true);
});

test('the bounds around several', () => {
  expect(boundsAround([])).toBeUndefined();
  expect(
    boundsAround([
      { west: 1, south: 2, east: 3, north: 4 },
      { west: 0, south: 3, east: 2, north: 9 },
    ]),
  ).toEqual({ west: 0, south: 2, east: 3, north: 9 });
});

test('the bounds of homes leave out what lies outside the country', () => {
  const makati = { west: 121.01, south: 14.54, east: 121.04, north: 14.57 };
  const nowhere = { west: 0, south: 0, east: 0, north: 0 };
  expect(boundsOfHomes([makati, nowhere])).toEqual(makati);
  expect(boundsOfHomes([nowhere])).toBeUndefined();
  expect(boundsOfHomes([{ west: 100, south: 14, east: 121, north: 30 }])).toEqual({
    west: 116.5,
    south: 14,
    east: 121,
    north: 21.5,
  });
});
