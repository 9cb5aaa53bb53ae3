type Rgb = readonly [number, number, number];

const clampByte = (value: number) => Math.max(0, Math.min(255, Math.round(value)));

export function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function toHex([r, g, b]: Rgb): string {
  const value = (clampByte(r) << 16) | (clampByte(g) << 8) | clampByte(b);
  return `#${value.toString(16).padStart(6, '0')}`;
}

/** `share` 0 gives `a`, 1 gives `b`. */
export function mix(a: string, b: string, share: number): string {
  const [r1, g1, b1] = toRgb(a);
  const [r2, g2, b2] = toRgb(b);
  return toHex([r1 + (r2 - r1) * share, g1 + (g2 - g1) * share, b1 + (b2 - b1) * share]);
}

/** Multiplies each channel, as coloured light does to a painted surface. */
export function multiply(colour: string, by: Rgb): string {
  const [r, g, b] = toRgb(colour);
  return toHex([r * by[0], g * by[1], b * by[2]]);
}

export const lighten = (colour: string, share: number) => mix(colour, '#ffffff', share);

/** Towards a warm near-black: pure black makes flat colours look dirty. */
export const darken = (colour: string, share: number) => mix(colour, '#1c1526', share);

/** `opacity` 0 to 1, as #rrggbbaa. */
export const alpha = (colour: string, opacity: number) =>
  `${colour.slice(0, 7)}${clampByte(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
