import { expect, test } from 'vitest';
import { isNoPin, isPinInCountry, readPinFields, readPinText } from '#shared/pins.ts';

/** Texts that all name one place, the Ayala Triangle, within some metres. */
const sameSpot = [
  '14.5547, 121.0244',
  '14.5547,121.0244',
  '14.5547 121.0244',
  '14.5547;121.0244',
  '14.5547 / 121.0244',
  '14.5547\t121.0244',
  '14.5547\n121.0244',
  '(14.5547, 121.0244)',
  '[14.5547, 121.0244]',
  '{14.5547, 121.0244}',
  '  14.5547 ,  121.0244  ',
  '14.5547,\u00a0121.0244',
  '\u202a14.5547, 121.0244\u202c',
  '\u200e14.5547,\u200e 121.0244',
  '１４.５５４７，１２１.０２４４',
  '14.5547° N, 121.0244° E',
  '14.5547°N 121.0244°E',
  '14.5547 N 121.0244 E',
  '14.5547N, 121.0244E',
  'N14.5547 E121.0244',
  'N 14.5547, E 121.0244',
  'n 14.5547 e 121.0244',
  '14.5547 North, 121.0244 East',
  '14.5547 hilaga, 121.0244 silangan',
  '14.5547º, 121.0244º',
  '121.0244 E, 14.5547 N',
  '14°33\'16.9"N 121°01\'27.8"E',
  '14° 33′ 16.9″ N, 121° 1′ 27.8″ E',
  '14°33’16.9”N 121°01’27.8”E',
  "14°33'16.9''N 121°01'27.8''E",
  'N14°33\'16.9" E121°01\'27.8"',
  "14° 33.282' N 121° 1.464' E",
  '14 33 16.9 N 121 01 27.8 E',
  '14 deg 33 min 16.9 sec N, 121 deg 1 min 27.8 sec E',
  '14d33m16.9s N 121d01m27.8s E',
  '14°33\'16.9", 121°01\'27.8"',
  'lat: 14.5547 lng: 121.0244',
  'lat 14.5547, long 121.0244',
  'Lat: 14.5547, Lon: 121.0244',
  'Latitude: 14.5547 Longitude: 121.0244',
  'latitude=14.5547, longitude=121.0244',
  'long: 121.0244, lat: 14.5547',
  'Lat. 14.5547 Long. 121.0244',
  'coordinates: 14.5547, 121.0244',
  'GPS 14.5547, 121.0244',
  'Lokasyon: 14.5547, 121.0244',
  'nasa 14.5547, 121.0244 po',
  'Unit 5, Ayala Ave. (14.5547, 121.0244)',
  'Dito ang bahay namin: 14.5547, 121.0244 salamat',
  '14,5547 121,0244',
  '14,5547; 121,0244',
  '14,5547, 121,0244',
  'https://www.google.com/maps/@14.5547,121.0244,17z',
  'https://maps.google.com/?q=14.5547,121.0244',
  'https://www.google.com/maps?q=14.5547,%20121.0244&z=17',
  'https://maps.google.com/maps?ll=14.5547,121.0244&z=15',
  'https://www.google.com/maps/search/?api=1&query=14.5547%2C121.0244',
  'https://www.google.com/maps/search/14.5547,+121.0244',
  'https://www.google.com/maps/place/14.5547,121.0244/@14.6,121.1,12z',
  'https://www.google.com/maps/place/Ayala/@14.56,121.03,17z/data=!3m1!4b1!4m5!8m2!3d14.5547!4d121.0244',
  'https://www.google.com/maps/dir/?api=1&destination=14.5547,121.0244',
  'Bahay: https://maps.google.com/?q=14.5547,121.0244 po',
  'https://maps.apple.com/?ll=14.5547,121.0244&q=Home',
  'https://maps.apple.com/place?coordinate=14.5547,121.0244',
  'https://waze.com/ul?ll=14.5547,121.0244&navigate=yes',
  'https://www.openstreetmap.org/?mlat=14.5547&mlon=121.0244#map=12/14.6/121.1',
  'https://www.openstreetmap.org/#map=17/14.5547/121.0244',
  'geo:14.5547,121.0244',
  'geo:0,0?q=14.5547,121.0244(Home)',
];

test.each(sameSpot)('%j is the place', (text) => {
  const pin = readPinText(text);
  expect(pin).toMatchObject({ isSwapped: false });
  expect(pin?.lat).toBeCloseTo(14.5547, 4);
  expect(pin?.lng).toBeCloseTo(121.0244, 4);
  // In either of two fields, whatever the other one held.
  for (const fields of [
    { lat: text, lng: '' },
    { lat: '', lng: text },
    { lat: text, lng: '120.98' },
  ])
    expect(readPinFields(fields)).toEqual(pin);
});

test.each([
  '121.0244, 14.5547',
  '121.0244 14.5547',
  '(121.0244,14.5547)',
  'lat: 121.0244 lng: 14.5547',
  'https://maps.google.com/?q=121.0244,14.5547',
])('%j is turned, as it lies in the country only so', (text) =>
  expect(readPinText(text)).toEqual({ lat: 14.5547, lng: 121.0244, isSwapped: true }),
);

test.each([
  '',
  '14.5547',
  '121.0244',
  'Makati',
  'malapit sa Ayala',
  '12 Rizal St., Makati',
  '0917 555 0123',
  '+63 917 555 0123',
  '14,121',
  '14.5547, 121.0244, 5.2',
  '14.5547 121.0244 14.6 121.1',
  '14.55 N 14.56 N',
  '14°75\'16"N 121°01\'27"E',
  '14.5°33\'16"N 121°01\'27"E',
  '200.5, 300.5',
  'https://maps.app.goo.gl/AbCdEf123',
  'https://silong.ph/properties/14',
  '1e1, 1e2',
])('%j is asked about', (text) => expect(readPinText(text)).toBeNull());

test.each([
  ['14.5547', '121.0244', [14.5547, 121.0244, false]],
  ['14.5547 N', '121.0244 E', [14.5547, 121.0244, false]],
  ['14,5547', '121,0244', [14.5547, 121.0244, false]],
  ['14°33\'16.92"N', '121°01\'27.84"E', [14.5547, 121.0244, false]],
  ['lat 14.5547', 'long 121.0244', [14.5547, 121.0244, false]],
  ['121.0244 E', '14.5547 N', [14.5547, 121.0244, false]],
  ['121.0244', '14.5547', [14.5547, 121.0244, true]],
  ['-14.5547', '121.0244', [-14.5547, 121.0244, false]],
  ['14.5547 S', '121.0244', [-14.5547, 121.0244, false]],
  ['−14.5547', '121.0244', [-14.5547, 121.0244, false]],
  ['48.8566', '2.3522', [48.8566, 2.3522, false]],
  ['0', '0.000', [0, 0, false]],
  ['14.5547', '', null],
  ['', '121.0244', null],
  ['', '', null],
  ['14.5547x', '121.0244', null],
  ['14.5547', 'labing-apat', null],
  ['14,121', '121.0244', null],
  ['14.55.47', '121.0244', null],
  ['140', '121.0244', null],
  ['14.5547', '321.0244', null],
] as const)('the fields %j and %j', (lat, lng, expected) => {
  const pin = readPinFields({ lat, lng });
  if (!expected) expect(pin).toBeNull();
  else {
    expect(pin?.lat).toBeCloseTo(expected[0], 6);
    expect(pin?.lng).toBeCloseTo(expected[1], 6);
    expect(pin?.isSwapped).toBe(expected[2]);
  }
});

test('0, 0 is no pin, and homes are in the country', () => {
  expect([0, -0].map((lat) => isNoPin({ lat, lng: 0 }))).toEqual([true, true]);
  expect(isNoPin({ lat: 0, lng: 121 })).toBe(false);
  const ends = {
    'Basco, Batanes': [20.448, 121.97],
    'Itbayat, Batanes': [20.787, 121.842],
    'Bongao, Tawi-Tawi': [5.029, 119.773],
    'Sitangkai, Tawi-Tawi': [4.662, 119.392],
    'Balabac, Palawan': [7.988, 117.065],
    'Baganga, Davao Oriental': [7.575, 126.558],
    Makati: [14.5547, 121.0244],
  } as const;
  for (const [name, [lat, lng]] of Object.entries(ends))
    expect([name, isPinInCountry({ lat, lng })]).toEqual([name, true]);
  const abroad = {
    Paris: [48.857, 2.352],
    Taipei: [25.033, 121.565],
    Manado: [1.474, 124.842],
    sea: [0, 0],
    south: [-14.55, 121.02],
  } as const;
  for (const [name, [lat, lng]] of Object.entries(abroad))
    expect([name, isPinInCountry({ lat, lng })]).toEqual([name, false]);
});
