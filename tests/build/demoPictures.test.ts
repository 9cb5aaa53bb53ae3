// @run full

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureKinds } from '#server/demo/pictures.ts';
import { propertyTypes } from '#shared/listing/vocabulary.ts';
import { drawAvatar } from '../../build/demoPictures/avatar.ts';
import { drawPicture, renderWebp } from '../../build/demoPictures/index.ts';

const recipes = pictureKinds.flatMap((kind) => propertyTypes.map((propertyType) => ({ kind, propertyType })));

describe('demo pictures', () => {
  it('draws the same picture for the same recipe and another for each seed', { timeout: 60_000 }, () => {
    for (const recipe of recipes) {
      const drawn = [1, 2, 3].map((seed) => drawPicture({ ...recipe, seed }));
      expect(new Set(drawn).size, `${recipe.kind} for ${recipe.propertyType}`).toBe(3);
      expect(drawPicture({ ...recipe, seed: 3 })).toBe(drawn[2]);
    }
  });

  it('writes no text, no outside links and no broken numbers', { timeout: 60_000 }, () => {
    for (const recipe of recipes) {
      for (const seed of [0, 4_000_000_000]) {
        const svg = drawPicture({ ...recipe, seed });
        expect(svg).not.toMatch(/<text|<image|NaN|Infinity|undefined|href/);
      }
    }
  });

  it('is valid for every kind and property type', { timeout: 120_000 }, async () => {
    for (const recipe of recipes) {
      const svg = Buffer.from(drawPicture({ ...recipe, seed: 3 }));
      const { width, height } = await sharp(svg).metadata();
      expect([width, height]).toEqual([1280, 853]);
      const { entropy } = await sharp(await sharp(svg).resize({ width: 160 }).png().toBuffer()).stats();
      expect(entropy, `${recipe.kind} for ${recipe.propertyType} is not blank`).toBeGreaterThan(3);
    }
  });

  it('renders to WebP of 1280 by 853 and a modest size', { timeout: 120_000 }, async () => {
    const fullSize = [
      ...pictureKinds.map((kind) => ({ kind, propertyType: 'condo' as const })),
      ...propertyTypes.map((propertyType) => ({ kind: 'facade' as const, propertyType })),
    ];
    for (const recipe of fullSize) {
      const webp = await renderWebp(drawPicture({ ...recipe, seed: 3 }));
      const { format, width, height } = await sharp(webp).metadata();
      expect({ format, width, height }).toEqual({ format: 'webp', width: 1280, height: 853 });
      expect(webp.length, `${recipe.kind} for ${recipe.propertyType}`).toBeLessThan(100_000);
    }
  });

  it('renders the same bytes twice, and smaller on request', async () => {
    const svg = drawPicture({ kind: 'living', propertyType: 'condo', seed: 1 });
    const [first, second, small] = await Promise.all([
      renderWebp(svg),
      renderWebp(svg),
      renderWebp(svg, { width: 400 }),
    ]);
    expect(first.equals(second)).toBe(true);
    expect((await sharp(small).metadata()).width).toBe(400);
  });
});

describe('demo portraits', () => {
  it('are 400 by 400, repeatable, and differ by seed and presentation', async () => {
    const drawn = Array.from({ length: 24 }, (_, seed) => drawAvatar(seed));
    expect(new Set(drawn).size).toBe(24);
    expect(drawAvatar(5)).toBe(drawn[5]);
    expect(drawAvatar(5, { presentation: 'feminine' })).not.toBe(
      drawAvatar(5, { presentation: 'masculine' }),
    );
    for (const svg of drawn) expect(svg).not.toMatch(/<text|NaN|undefined/);
    const { width, height } = await sharp(await renderWebp(drawAvatar(1))).metadata();
    expect([width, height]).toEqual([400, 400]);
  });
});
