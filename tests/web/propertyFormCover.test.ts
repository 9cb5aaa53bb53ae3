import { describe, expect, it } from 'vitest';
import { suggestCover } from '#web/features/properties/form/pictures.ts';
import { differenceOf, measurePicture, type PictureFacts } from '#web/lib/pictures/drawPicture.ts';

/** Pixels of a grey picture, drawn by a function of place. */
function grey(width: number, height: number, lightness: (x: number, y: number) => number) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at += 1)
    data.fill(lightness(at % width, Math.floor(at / width)), at * 4, at * 4 + 3);
  return measurePicture({ width, height, data }, { width, height });
}

/** Even, repeatable noise. */
const noise = (x: number, y: number) => (Math.imul(x * 73_856_093 + y * 19_349_663, 0x9e3779b1) >>> 24) % 256;

describe('what is measured of a picture', () => {
  it('tells dark, bright and burnt out', () => {
    const black = grey(96, 72, () => 0);
    expect([black.brightness, black.clipped]).toEqual([0, 1]);
    const white = grey(96, 72, () => 255);
    expect(white.brightness).toBeCloseTo(1);
    expect(white.clipped).toBe(1);
    const even = grey(96, 72, () => 128);
    expect(even.brightness).toBeCloseTo(128 / 255);
    expect(even.clipped).toBe(0);
  });

  it('finds more detail in what is in focus', () => {
    const sharp = grey(96, 72, (x, y) => (noise(Math.floor(x / 4), Math.floor(y / 4)) > 127 ? 190 : 60));
    const soft = grey(96, 72, (x, y) => 125 + 60 * Math.sin(x / 12) * Math.cos(y / 12));
    expect(sharp.sharpness).toBeGreaterThan(soft.sharpness * 20);
    expect(grey(96, 72, () => 90).sharpness).toBe(0);
  });

  it('knows drawn surfaces from photographed ones', () => {
    expect(grey(96, 72, (x) => (x < 48 ? 40 : 200)).flatness).toBeGreaterThan(0.9);
    expect(grey(96, 72, (x, y) => 100 + noise(x, y) / 4).flatness).toBeLessThan(0.2);
  });

  it('finds two shots of one view alike, and others not', () => {
    const view = (x: number, y: number) => noise(Math.floor(x / 11), Math.floor(y / 9));
    const one = grey(96, 72, view);
    const brighter = grey(96, 72, (x, y) => view(x, y) * 0.9 + 20);
    const other = grey(96, 72, (x, y) => view(x + 500, y + 300));
    expect(one.fingerprint).toMatch(/^[01]{64}$/);
    expect(differenceOf(one.fingerprint, brighter.fingerprint)).toBeLessThanOrEqual(6);
    expect(differenceOf(one.fingerprint, other.fingerprint)).toBeGreaterThan(12);
  });
});

describe('the suggested cover', () => {
  const good: PictureFacts = {
    width: 2_560,
    height: 1_920,
    brightness: 0.5,
    clipped: 0.02,
    sharpness: 500,
    flatness: 0.1,
    fingerprint: '01'.repeat(32),
  };
  const upright: PictureFacts = { ...good, width: 1_920, height: 2_560, fingerprint: '1'.repeat(64) };
  const of = (...facts: (PictureFacts | null)[]) =>
    suggestCover(facts.map((each, at) => ({ id: String(at + 1), facts: each })));

  it('is what is wide, sharp and well lit, where the first picture is not', () => {
    expect(of(upright, good)).toEqual({ id: '2', reasons: ['wide', 'sharp', 'bright'] });
    const soft = { ...good, sharpness: 60 };
    expect(of({ ...upright, brightness: 0.1 }, soft)).toEqual({ id: '2', reasons: ['wide', 'bright'] });
    expect(of(upright, soft, good)?.id).toBe('3');
  });

  it('is none where the first is about as good, or the only one, or was not measured', () => {
    expect(of(good, { ...upright, width: 2_560, height: 1_920, sharpness: 600 })).toBeNull();
    expect(of(good)).toBeNull();
    expect(of()).toBeNull();
    expect(of(null, good)).toBeNull();
    expect(of(upright, null)).toBeNull();
  });

  it.each<[string, Partial<PictureFacts>]>([
    ['a screenshot', { flatness: 0.8 }],
    ['a small picture', { width: 600, height: 450 }],
    ['another shot of the first', { fingerprint: `0${'1'.repeat(63)}` }],
    ['a black picture', { brightness: 0.02, clipped: 0.98, sharpness: 5 }],
    ['a portrait', { width: 1_920, height: 2_560 }],
  ])('is never %s', (_what, change) => {
    expect(of(upright, { ...good, ...change })).toBeNull();
  });
});
