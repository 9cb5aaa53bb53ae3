import type { FloodLevel } from '#shared/floodHazard.ts';

export const lightPalette = {
  water: '#bfdcee',
  waterText: '#4c7d9e',
  land: '#f5f3ee',
  green: '#d3e7cb',
  greenText: '#4f7d4d',
  airport: '#e4e2ea',
  casing: '#dcd8ce',
  thinRoad: '#d9d4c8',
  street: '#ffffff',
  road: '#ffffff',
  trunk: '#fdeec2',
  trunkCasing: '#e3cd93',
  motorway: '#f9d793',
  motorwayCasing: '#dfb45f',
  rail: '#8f8aa3',
  station: '#6d6786',
  cityText: '#37414f',
  districtText: '#5b6573',
  roadText: '#6c665a',
  poiText: '#66707d',
  halo: 'rgba(255, 255, 255, 0.9)',
  shore: '#a6cbe2',
};

export type Palette = typeof lightPalette;

export const darkPalette: Palette = {
  water: '#13212f',
  waterText: '#6d93b3',
  land: '#222932',
  green: '#24372f',
  greenText: '#7fa386',
  airport: '#2b313d',
  casing: '#1a2028',
  thinRoad: '#39434f',
  street: '#333c48',
  road: '#3c4653',
  trunk: '#56523f',
  trunkCasing: '#1a2028',
  motorway: '#6b5c3a',
  motorwayCasing: '#1a2028',
  rail: '#6f6b86',
  station: '#a7a2c0',
  cityText: '#d5dce6',
  districtText: '#a5b0be',
  roadText: '#a39c8b',
  poiText: '#93a0af',
  halo: 'rgba(24, 30, 38, 0.9)',
  shore: '#2a4055',
};

/** Each stands out 3:1 from the land and from the legend of its scheme (WCAG 1.4.11). */
export const floodColors: Record<'light' | 'dark', Record<FloodLevel, string>> = {
  light: { low: '#a16207', medium: '#c2410c', high: '#9f1239' },
  dark: { low: '#facc15', medium: '#fb923c', high: '#fb7185' },
};
