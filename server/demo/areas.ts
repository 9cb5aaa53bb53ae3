import type { ListingType } from '#shared/listing/vocabulary.ts';
import type { CityArea, DemoArea } from './areas/area.ts';
import {
  antipoloAreas,
  caintaAreas,
  mandaluyongAreas,
  marikinaAreas,
  pasigAreas,
  sanJuanAreas,
} from './areas/east.ts';
import { makatiAreas } from './areas/makati.ts';
import { manilaAreas } from './areas/manila.ts';
import { quezonCityAreas } from './areas/quezonCity.ts';
import {
  caloocanAreas,
  lasPinasAreas,
  malabonAreas,
  muntinlupaAreas,
  paranaqueAreas,
  valenzuelaAreas,
} from './areas/southNorth.ts';
import { pasayAreas, taguigAreas } from './areas/taguigPasay.ts';

export const listingTypesOfMix: readonly ListingType[] = ['sale', 'rent', 'lease'];

const cities: readonly (readonly [city: string, areas: readonly CityArea[], province?: string])[] = [
  ['Makati City', makatiAreas],
  ['Taguig City', taguigAreas],
  ['Pasay City', pasayAreas],
  ['Manila', manilaAreas],
  ['Quezon City', quezonCityAreas],
  ['Pasig City', pasigAreas],
  ['Mandaluyong City', mandaluyongAreas],
  ['San Juan City', sanJuanAreas],
  ['Marikina City', marikinaAreas],
  ['Muntinlupa City', muntinlupaAreas],
  ['Parañaque City', paranaqueAreas],
  ['Las Piñas City', lasPinasAreas],
  ['Caloocan City', caloocanAreas],
  ['Valenzuela City', valenzuelaAreas],
  ['Malabon City', malabonAreas],
  ['Antipolo City', antipoloAreas, 'Rizal'],
  ['Cainta', caintaAreas, 'Rizal'],
];

export const demoAreas: readonly DemoArea[] = cities.flatMap(([city, areas, province = 'Metro Manila']) =>
  areas.map((area) => ({ ...area, city, province })),
);
