import { expect, test } from 'vitest';
import { distanceBetween } from '#shared/nearbyPlaces.ts';
import {
  isInReach,
  reachCircle,
  shownMinutes,
  straightDistance,
  travelMinutes,
  travelModes,
} from '#shared/travelTime.ts';

const ayala = { lat: 14.5495, lng: 121.0277 };
const points = Array.from({ length: 400 }, (_, at) => ({
  lat: 14.35 + (at % 20) * 0.02,
  lng: 120.92 + Math.floor(at / 20) * 0.012,
}));

test('the flat distance is that on the globe, to a thousandth', () => {
  for (const point of points) {
    const onGlobe = distanceBetween(ayala, point);
    expect(Math.abs(straightDistance(ayala, point) - onGlobe)).toBeLessThan(1 + onGlobe / 1_000);
  }
});

test('ten kilometers take what the sources say', () => {
  expect(travelMinutes('car', 10_000 / 1.4, false)).toBeCloseTo(25.5, 1);
  expect(travelMinutes('car', 10_000 / 1.4, true)).toBeCloseTo((10 / 19) * 60, 6);
  expect(travelMinutes('walk', 4_700 / 1.3, true)).toBeCloseTo(60, 6);
  expect(travelMinutes('transit', 0, false)).toBe(10);
  for (const mode of travelModes)
    expect(travelMinutes(mode, 5_000, true)).toBeGreaterThanOrEqual(travelMinutes(mode, 5_000, false));
});

test('minutes are shown in steps of five above ten, and never too few', () => {
  expect([0, 0.2, 3.1, 10, 10.01, 12, 15, 31].map(shownMinutes)).toEqual([1, 1, 4, 10, 15, 15, 15, 35]);
});

test('what is shown within the minutes is what the filter finds, and lies in its bounds', () => {
  for (const mode of travelModes)
    for (const minutes of [15, 30, 60]) {
      const reach = { ...ayala, mode, minutes };
      const { west, south, east, north } = reachCircle(reach)?.bounds ?? expect.fail();
      for (const point of points) {
        const isWithin = shownMinutes(travelMinutes(mode, straightDistance(ayala, point), true)) <= minutes;
        expect(isInReach(reach, point)).toBe(isWithin);
        if (isWithin) {
          expect(point.lat >= south && point.lat <= north).toBe(true);
          expect(point.lng >= west && point.lng <= east).toBe(true);
        }
      }
    }
  expect(reachCircle({ ...ayala, mode: 'transit', minutes: 10 })).toBeNull();
});
