// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { propertyFilterQuery } from '#shared/contracts/properties.ts';
import {
  boundsOf,
  circleAround,
  isInView,
  MAX_DRAWN_POINTS,
  middleOf,
  movedTo,
  readArea,
  scaled,
  simplified,
  writeArea,
} from '#web/features/map/areas.ts';
import { indexItems, type MapItem, marksIn, priceTier } from '#web/features/map/clusters.ts';

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
  return Math.hypot(
    point.x - from.x - nearest * (to.x - from.x),
    point.y - from.y - nearest * (to.y - from.y),
  );
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

describe('bands of prices', () => {
  test.each([
    ['sale', 5_000_000, 'affordable'],
    ['sale', 5_000_001, 'midRange'],
    ['sale', 10_000_000, 'midRange'],
    ['sale', 10_000_001, 'premium'],
    ['rent', 25_000, 'affordable'],
    ['rent', 25_001, 'midRange'],
    ['rent', 60_000, 'midRange'],
    ['rent', 60_001, 'premium'],
    ['rent', 325_000, 'premium'],
    ['lease', 325_000, 'premium'],
  ] as const)('%s at %d pesos is %s', (listing_type, price, tier) => {
    expect(priceTier({ listing_type, price })).toBe(tier);
  });

  test('a cluster counts each listing in the band of its own kind', () => {
    const item = (id: number, listing_type: MapItem['listing_type'], price: number): MapItem => ({
      id,
      title: `Home ${id}`,
      price,
      listing_type,
      ...makati,
    });
    const index = indexItems([
      item(1, 'rent', 325_000),
      item(2, 'sale', 325_000),
      item(3, 'lease', 30_000),
      item(4, 'sale', 12_000_000),
    ]);
    const [mark] = marksIn(index, { west: 120, south: 14, east: 122, north: 15 }, 12);
    expect(mark).toMatchObject({ count: 4, tiers: { affordable: 1, midRange: 1, premium: 2 } });
  });
});
