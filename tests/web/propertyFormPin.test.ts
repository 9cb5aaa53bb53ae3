import { expect, it } from 'vitest';
import { isOutside, pinText } from '#shared/pins.ts';
import { PROVINCES } from '#shared/places.ts';
import { CITY_SUGGESTIONS, cityChange, namedPlace } from '#web/features/properties/form/PropertyFields.tsx';

const salcedo = { lat: 14.56, lng: 121.0238 };
const antipolo = { lat: 14.5865, lng: 121.1753 };

function place(city: string) {
  const found = namedPlace(city);
  if (!found) throw new Error(`${city} is not known`);
  return found;
}

it('suggests the cities of the metropolis and its neighbours once each', () => {
  expect(CITY_SUGGESTIONS).toEqual(expect.arrayContaining(['Makati', 'Parañaque', 'Antipolo']));
  expect(new Set(CITY_SUGGESTIONS).size).toBe(CITY_SUGGESTIONS.length);
  expect(PROVINCES[0]).toBe('Metro Manila');
});

it('knows cities and districts as people write them, and no whole region', () => {
  expect(namedPlace('City of Makati')?.slug).toBe('makati');
  expect(namedPlace('bgc')?.slug).toBe('bgc');
  expect(namedPlace('Metro Manila')).toBeUndefined();
  expect(namedPlace('  ')).toBeUndefined();
  expect(namedPlace('Springfield')).toBeUndefined();
});

it('asks about a pin that stands clearly elsewhere', () => {
  expect(isOutside(salcedo, place('Makati City'))).toBe(false);
  expect(isOutside(salcedo, place('Quezon City'))).toBe(true);
  // A district's outline is rough: a neighbouring place is no mistake.
  expect(isOutside({ lat: 14.5508, lng: 121.035 }, place('BGC'))).toBe(false);
  expect(isOutside({ lat: 14.6091, lng: 121.0223 }, place('BGC'))).toBe(true);
  // Only the middle of this place is known.
  expect(isOutside(antipolo, place('Antipolo'))).toBe(false);
  expect(isOutside(salcedo, place('Antipolo'))).toBe(true);
});

it('lets a known city bring its province, and never overwrites a typed one', () => {
  const blank = { city: '', province: '' };
  expect(cityChange('Makati', blank)).toEqual({ city: 'Makati', province: 'Metro Manila' });
  expect(cityChange('Maka', blank)).toEqual({ city: 'Maka' });
  expect(cityChange('Antipolo', { city: 'Makati', province: 'Metro Manila' })).toEqual({
    city: 'Antipolo',
    province: 'Rizal',
  });
  expect(cityChange('Makati', { city: 'Baguio', province: 'Benguet' })).toEqual({ city: 'Makati' });
});

it('writes a pin with six decimals at most', () => {
  expect(pinText({ lat: 14.560_123_456, lng: 121 })).toEqual({ lat: '14.560123', lng: '121' });
});
