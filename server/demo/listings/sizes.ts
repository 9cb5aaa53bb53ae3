import type { PropertyType } from '#shared/contracts/properties.ts';
import type { Span, Tier } from '../areas/area.ts';

/** Likelihood of each number of bedrooms in a tower of that tier; 0 is a studio. */
export const condoBedrooms: Record<Tier, readonly (readonly [bedrooms: number, weight: number])[]> = {
  luxury: [
    [1, 20],
    [2, 40],
    [3, 28],
    [4, 12],
  ],
  prime: [
    [0, 14],
    [1, 34],
    [2, 34],
    [3, 15],
    [4, 3],
  ],
  mid: [
    [0, 24],
    [1, 34],
    [2, 31],
    [3, 11],
  ],
  value: [
    [0, 46],
    [1, 30],
    [2, 20],
    [3, 4],
  ],
};

/** Square metres of a unit, by bedrooms. */
export const condoSizes: Record<Tier, readonly Span[]> = {
  luxury: [
    [42, 55],
    [62, 85],
    [100, 145],
    [165, 250],
    [260, 380],
  ],
  prime: [
    [29, 40],
    [44, 64],
    [72, 104],
    [116, 180],
    [210, 300],
  ],
  mid: [
    [23, 31],
    [34, 48],
    [52, 76],
    [82, 115],
    [120, 160],
  ],
  value: [
    [20, 26],
    [28, 38],
    [42, 56],
    [62, 80],
    [90, 110],
  ],
};

export const condoBathrooms: Record<Tier, readonly Span[]> = {
  luxury: [
    [1, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
  ],
  prime: [
    [1, 1],
    [1, 1],
    [2, 2],
    [2, 3],
    [4, 4],
  ],
  mid: [
    [1, 1],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 3],
  ],
  value: [
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 2],
    [2, 2],
  ],
};

/** Parking slots that come with a unit, on average, by bedrooms. */
export const condoParking: Record<Tier, readonly number[]> = {
  luxury: [0.8, 1, 1.5, 2.3, 3.2],
  prime: [0.25, 0.55, 0.95, 1.8, 2.5],
  mid: [0.1, 0.25, 0.6, 1, 1.6],
  value: [0.02, 0.08, 0.25, 0.7, 1],
};

export const walkUpSizes: readonly Span[] = [
  [20, 27],
  [30, 42],
  [44, 64],
  [64, 92],
];

/** Square metres of a duplex half's lot. */
export const duplexLots: Record<Tier, Span> = {
  luxury: [120, 200],
  prime: [90, 140],
  mid: [62, 110],
  value: [60, 105],
};

/** Thousands of pesos it costs to build a square metre that well. */
export const buildCost: Record<Tier, Span> = {
  luxury: [68, 95],
  prime: [52, 70],
  mid: [42, 58],
  value: [26, 37],
};

/** Pesos a square metre a month. */
export const associationDues: Record<Tier, Span> = {
  luxury: [195, 245],
  prime: [135, 185],
  mid: [92, 130],
  value: [72, 96],
};

/** What can be seen from high enough, where it is worth a word. */
export const viewsByArea: Record<string, readonly string[]> = {
  salcedo: ['the Makati skyline', 'Ayala Triangle'],
  legazpi: ['the park', 'the Makati skyline'],
  rockwell: ['the Pasig River and BGC', 'the Makati skyline'],
  poblacion: ['the rooftops of old Makati', 'the Rockwell skyline'],
  'bel-air': ['the village treetops', 'the Makati skyline'],
  circuit: ['the Pasig River', 'the Makati skyline'],
  bgc: ['the BGC skyline', 'the golf course and Laguna de Bay', 'the park below'],
  'mckinley-hill': ['the piazza', 'the BGC skyline', 'the American cemetery'],
  'mckinley-west': ['the greens of the American cemetery', 'Forbes Park’s trees'],
  'arca-south': ['Laguna de Bay', 'the new boulevard'],
  moa: ['Manila Bay', 'the bay and the Ferris wheel', 'the Makati skyline across Pasay'],
  newport: ['the runway and the golf course', 'the city lights'],
  malate: ['Manila Bay', 'the bay and the Baywalk palms'],
  ermita: ['Manila Bay', 'Rizal Park and Intramuros'],
  sampaloc: ['the university towers', 'the city lights'],
  binondo: ['the Pasig River and its bridges', 'Binondo Church and the bay'],
  eastwood: ['the Marikina valley and the Sierra Madre', 'the C-5 lights'],
  katipunan: ['the Ateneo campus', 'the Sierra Madre'],
  'vertis-north': ['the park', 'the Quezon Memorial Circle'],
  'new-manila': ['the old trees of Balete Drive', 'the Ortigas skyline'],
  ortigas: ['the Ortigas skyline', 'the Wack-Wack greens', 'the hills of Antipolo'],
  bridgetowne: ['the Marikina River', 'the hills of Antipolo'],
  shaw: ['the Makati skyline', 'the Wack-Wack greens'],
  boni: ['the Makati skyline', 'the river'],
  'wack-wack': ['the fairways'],
  greenhills: ['the Ortigas skyline', 'the treetops of Greenhills'],
  filinvest: ['Laguna de Bay', 'the creek and its trees'],
  aseana: ['Manila Bay'],
  antipolo: ['the whole of Metro Manila', 'Laguna de Bay and the hills'],
  commonwealth: ['the Marikina valley'],
};

/** Houses rent for a smaller share of their price the dearer they are: per month, up to that many pesos. */
export const monthlyYields: readonly (readonly [upTo: number, share: number])[] = [
  [5_000_000, 0.0047],
  [12_000_000, 0.0041],
  [30_000_000, 0.0036],
  [80_000_000, 0.0031],
  [160_000_000, 0.0026],
  [Number.POSITIVE_INFINITY, 0.0019],
];

export const typesOnOwnLot: ReadonlySet<PropertyType> = new Set(['house', 'duplex', 'land']);
