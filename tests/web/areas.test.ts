import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areas } from '#shared/areas.ts';
import { findPlace } from '#shared/places.ts';
import { mainAreas } from '#web/lib/contact.ts';

const slugs = areas.map((area) => area.slug);
const picture = (slug: string) => new URL(`../../web/features/locations/pictures/${slug}.svg`, import.meta.url);

describe('the areas with a page of their own', () => {
  it.each(areas)('$name is what the search understands by its location', ({ slug, location, kind }) => {
    expect(findPlace(location)).toMatchObject({ slug, kind });
  });

  it.each(areas)('$name has a picture and neighbours that exist', ({ slug, nearby }) => {
    expect(existsSync(picture(slug))).toBe(true);
    expect(slugs).toEqual(expect.arrayContaining([...nearby]));
    expect(nearby).not.toContain(slug);
  });

  it('are each there once', () => {
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it('include every area that the footer and the home page lead to', () => {
    for (const { slug, location } of mainAreas) {
      expect(slugs).toContain(slug);
      expect(existsSync(picture(slug))).toBe(true);
      expect(findPlace(location)?.slug).toBe(slug);
    }
  });
});
