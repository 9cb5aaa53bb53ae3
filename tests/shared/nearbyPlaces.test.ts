import { describe, expect, test } from 'vitest';
import { NEARBY_CATEGORIES } from '#shared/labels.ts';
import { distanceBetween, formatDistance, nearbyPlaceList, nearbyPlaces } from '#shared/nearbyPlaces.ts';
import { METRO_MANILA_CITIES, PLACES, placeBySlug } from '#shared/places.ts';
import { isOnLand } from '#tests/support/land.ts';

function placeNamed(name: string) {
  const place = nearbyPlaceList.find((candidate) => candidate.name === name);
  if (!place) throw new Error(`no ${name}`);
  return place;
}

describe('the list', () => {
  test('is long, without doubles, and inside Metro Manila or just beside it', () => {
    expect(nearbyPlaceList.length).toBeGreaterThanOrEqual(220);
    const names = nearbyPlaceList.map((place) => `${place.category} ${place.name}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const bounds = placeBySlug('metro-manila')?.bounds;
    for (const { name, lat, lng } of nearbyPlaceList) {
      expect(lat, name).toBeGreaterThan(bounds?.south ?? 90);
      expect(lat, name).toBeLessThan(bounds?.north ?? 0);
      expect(lng, name).toBeGreaterThan(bounds?.west ?? 180);
      expect(lng, name).toBeLessThan(bounds?.east ?? 0);
    }
  });

  test('stands on land, as do the gazetteer’s cities and districts', () => {
    const wet = nearbyPlaceList.filter(({ lat, lng }) => !isOnLand(lat, lng)).map(({ name }) => name);
    expect(wet).toEqual([]);
    const wetPlaces = PLACES.filter(({ center }) => !isOnLand(center.lat, center.lng)).map(({ slug }) => slug);
    expect(wetPlaces).toEqual([]);
  });

  test.each([
    ['Manila Bay', 14.55, 120.93],
    ['Laguna de Bay', 14.4, 121.12],
    ['La Mesa Reservoir', 14.728, 121.08],
  ])('%s is water', (_name, lat, lng) => {
    expect(isOnLand(lat, lng)).toBe(false);
  });

  test.each([
    ['Ayala Station (MRT-3)', 'Glorietta', 100, 600],
    ['Ayala Station (MRT-3)', 'Guadalupe Station (MRT-3)', 2500, 2900],
    ['Gil Puyat Station (LRT-1)', 'Libertad Station (LRT-1)', 600, 850],
    ['Recto Station (LRT-2)', 'Doroteo Jose Station (LRT-1)', 50, 350],
    ['University of the Philippines Diliman', 'Ateneo de Manila University', 1800, 2600],
    ['SM Megamall', 'Robinsons Galleria', 500, 900],
  ])('%s to %s', (from, to, atLeast, atMost) => {
    const distance = distanceBetween(placeNamed(from), placeNamed(to));
    expect(distance).toBeGreaterThan(atLeast);
    expect(distance).toBeLessThan(atMost);
  });
});

describe('nearbyPlaces', () => {
  const inhabited = PLACES.filter(
    (place) => place.province === 'Metro Manila' && place.kind !== 'region' && place.center,
  );

  test.each(inhabited.map((place) => [place.slug, place] as const))('%s has some of each', (_slug, place) => {
    const found = nearbyPlaces(place.center, { maxKm: 4 });
    for (const { category } of NEARBY_CATEGORIES) {
      const near = found.filter((candidate) => candidate.category === category);
      expect(near[0]?.distance_m, category).toBeLessThan(3000);
      expect(near.length, category).toBeGreaterThanOrEqual(2);
    }
  });

  test('gives three of each by default, in order, nearest first', () => {
    const makati = METRO_MANILA_CITIES.find((city) => city.slug === 'makati');
    if (!makati) throw new Error('no Makati');
    const found = nearbyPlaces(makati.center);
    expect(found.map((place) => place.category)).toEqual(
      NEARBY_CATEGORIES.flatMap(({ category }) => [category, category, category]),
    );
    for (const { category } of NEARBY_CATEGORIES) {
      const distances = found.filter((place) => place.category === category).map((place) => place.distance_m);
      expect(distances).toEqual(distances.toSorted((one, other) => one - other));
    }
  });

  test('has nothing to say about Cebu', () => {
    expect(nearbyPlaces({ lat: 10.3157, lng: 123.8854 })).toEqual([]);
  });
});

test.each([
  [3, '10 m'],
  [454, '450 m'],
  [994, '990 m'],
  [996, '1.0 km'],
  [1234, '1.2 km'],
  [12_400, '12 km'],
])('formatDistance(%i) is %s', (metres, text) => {
  expect(formatDistance(metres)).toBe(text);
});
