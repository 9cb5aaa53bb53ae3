import type { FloodLevel } from '#shared/floodHazard.ts';

/** Each by daylight and in the dark. */
const colors = {
  water: ['#bfdcee', '#13212f'],
  waterText: ['#4c7d9e', '#6d93b3'],
  land: ['#f5f3ee', '#222932'],
  green: ['#d3e7cb', '#24372f'],
  greenText: ['#4f7d4d', '#7fa386'],
  airport: ['#e4e2ea', '#2b313d'],
  casing: ['#dcd8ce', '#1a2028'],
  thinRoad: ['#d9d4c8', '#39434f'],
  street: ['#ffffff', '#333c48'],
  road: ['#ffffff', '#3c4653'],
  trunk: ['#fdeec2', '#56523f'],
  trunkCasing: ['#e3cd93', '#1a2028'],
  motorway: ['#f9d793', '#6b5c3a'],
  motorwayCasing: ['#dfb45f', '#1a2028'],
  rail: ['#8f8aa3', '#6f6b86'],
  station: ['#6d6786', '#a7a2c0'],
  cityText: ['#37414f', '#d5dce6'],
  districtText: ['#5b6573', '#a5b0be'],
  roadText: ['#6c665a', '#a39c8b'],
  poiText: ['#66707d', '#93a0af'],
  halo: ['rgba(255, 255, 255, 0.9)', 'rgba(24, 30, 38, 0.9)'],
  shore: ['#a6cbe2', '#2a4055'],
} as const;

export type Palette = Record<keyof typeof colors, string>;

const paletteOf = (scheme: 0 | 1) =>
  Object.fromEntries(Object.entries(colors).map(([name, both]) => [name, both[scheme]])) as Palette;

export const lightPalette = paletteOf(0);
export const darkPalette = paletteOf(1);

/** Each stands out 3:1 from the land and from the legend of its scheme (WCAG 1.4.11). */
export const floodColors: Record<'light' | 'dark', Record<FloodLevel, string>> = {
  light: { low: '#a16207', medium: '#c2410c', high: '#9f1239' },
  dark: { low: '#facc15', medium: '#fb923c', high: '#fb7185' },
};
