import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toneTokens } from '#web/features/analytics/charts.tsx';
import { darkPalette, floodColors, lightPalette } from '#web/features/map/baseMap/palette.ts';

/** The custom properties of a style sheet: the light values, and the dark scheme's. */
function readTokens(path: string): Record<'light' | 'dark', Record<string, string>> {
  const [light = '', dark = ''] = readFileSync(path, 'utf8').split(/@media[^{]*prefers-color-scheme: dark\)/);
  const tokens = (sheet: string) =>
    Object.fromEntries(
      [...sheet.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', color = '']) => [name, color]),
    );
  return { light: tokens(light), dark: { ...tokens(light), ...tokens(dark.split('\n}')[0] ?? '') } };
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const page = readTokens('web/app/theme/tokens.css');
const map = readTokens('web/features/map/MapFrame.module.css');
const palettes = { light: lightPalette, dark: darkPalette };

test('black on white is 21:1, and a colour on itself 1:1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#0b6b5b', '#0b6b5b')).toBe(1);
});

for (const scheme of ['light', 'dark'] as const) {
  const color = (name: string) => page[scheme][`s-${name}`] ?? `no token ${name}`;
  const grounds = ['surface', 'bg', 'surface-sunken', 'primary-soft'].map(color);

  test(`${scheme}: edges of controls, the focus and what tells a state stand out 3:1 from each ground`, () => {
    for (const name of ['border-control', 'primary', 'danger', 'success', 'warning', 'info', 'heart'])
      for (const ground of grounds)
        expect(contrast(color(name), ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(3);
  });

  test(`${scheme}: text is read at 4.5:1 on each ground`, () => {
    for (const name of ['text', 'text-secondary', 'primary', 'danger', 'success', 'warning', 'info'])
      for (const ground of grounds.slice(0, 3))
        expect(contrast(color(name), ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  test(`${scheme}: lines, bars and slices of charts stand out 3:1 from their card`, () => {
    for (const token of Object.values(toneTokens))
      expect(contrast(color(token.replace('--s-', '')), color('surface')), token).toBeGreaterThanOrEqual(3);
  });

  test(`${scheme}: areas, reaches, the way of a route and flood levels stand out 3:1 from the land`, () => {
    const { land } = palettes[scheme];
    const lines = [map[scheme]['map-area'], map[scheme]['map-reach'], color('primary')];
    for (const line of [...lines, ...Object.values(floodColors[scheme])])
      expect(contrast(line ?? '', land), `${line} on ${land}`).toBeGreaterThanOrEqual(3);
    for (const line of Object.values(floodColors[scheme]))
      expect(contrast(line, color('surface')), `${line} in the legend`).toBeGreaterThanOrEqual(3);
  });

  test(`${scheme}: the outlines of marks stand out 3:1 from their inside`, () => {
    for (const line of ['map-affordable', 'map-mid-range-line', 'map-premium', 'map-mixed'])
      expect(contrast(map[scheme][line] ?? '', color('surface')), line).toBeGreaterThanOrEqual(3);
  });

  test(`${scheme}: words on the marks of homes are read at 4.5:1`, () => {
    for (const [mark, words] of [
      ['map-affordable', '#ffffff'],
      ['map-mid-range', '#3b2300'],
      ['map-premium', '#ffffff'],
    ] as const)
      expect(contrast(map[scheme][mark] ?? '', words), mark).toBeGreaterThanOrEqual(4.5);
  });
}
