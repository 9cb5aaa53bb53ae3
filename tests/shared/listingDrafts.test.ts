import { expect, test } from 'vitest';
import {
  finishedParts,
  propertyChanges,
  propertyDraft,
  propertyWriteCalls,
  unfinishedProperty,
} from '#shared/contracts/propertyWrites.ts';
import { missingIn, neededFields, neededLabel } from '#shared/listing/drafts.ts';

const { body: created } = propertyWriteCalls.create;
const pathsOf = ({ error }: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
  (error?.issues ?? []).map(({ path }) => path.join('.'));

test('a draft needs its title alone, and all that a listing needs beside it is named', () => {
  expect(pathsOf(propertyDraft.safeParse({})).sort()).toEqual(['title', ...neededFields].sort());
  expect(pathsOf(created.safeParse({})).sort()).toEqual(['title', ...neededFields].sort());
  expect(pathsOf(created.safeParse({ draft: true }))).toEqual(['title']);
  expect(pathsOf(created.safeParse({ draft: true, title: '  ' }))).toEqual(['title']);
  expect(pathsOf(created.safeParse({ draft: 'yes', title: 'Loft' }))).toEqual(['draft']);
  for (const field of neededFields) expect(neededLabel(field).id).toMatch(/^[A-Z]/);
});

test('what a draft leaves out is empty, and the rest as in the empty form', () => {
  const draft = unfinishedProperty.parse({ draft: true, title: 'Loft' });
  expect(draft).toMatchObject({ draft: true, description: '', price: 0, type: 'apartment', status: 'available' });
  expect(draft.location).toEqual({ address: '', city: '', province: '', coordinates: null });
  expect(draft.details).toMatchObject({ area_sqm: 0, bedrooms: 1 });
  expect(missingIn(draft)).toEqual(neededFields);
  const more = { price: '5000000', location: { city: ' Makati ' }, details: { area_sqm: 54.321 } };
  const begun = unfinishedProperty.parse({ draft: true, title: 'Loft', description: null, ...more });
  expect(missingIn(begun)).toEqual(['description', 'location.address', 'location.province']);
  expect([begun.price, begun.location.city, begun.details.area_sqm]).toEqual([5_000_000, 'Makati', 54.32]);
});

test.each([
  [{ price: 'a lot' }, 'price'],
  [{ price: -1 }, 'price'],
  [{ price: 1e15 }, 'price'],
  [{ details: { area_sqm: -4 } }, 'details.area_sqm'],
  [{ details: { bedrooms: 1.5 } }, 'details.bedrooms'],
  [{ location: { city: 'x'.repeat(101) } }, 'location.city'],
  [{ description: 7 }, 'description'],
  [{ video_url: 'https://example.com/film' }, 'video_url'],
])('what is given has to be right in a draft too: %j', (part, path) => {
  expect(pathsOf(created.safeParse({ draft: true, title: 'Loft', ...part }))).toEqual([path]);
  expect(pathsOf(propertyChanges.safeParse(part))).toEqual([path]);
});

test('changes may empty all but the title, and only a draft keeps them so', () => {
  const emptied = {
    description: '',
    price: null,
    location: { address: '', city: null },
    details: { area_sqm: null },
  };
  const changes = propertyChanges.parse(emptied);
  expect(changes).toEqual({
    description: '',
    price: 0,
    location: { address: '', city: '' },
    details: { area_sqm: 0 },
  });
  const refused = ['description', 'price', 'location.address', 'location.city', 'details.area_sqm'];
  expect(pathsOf(finishedParts.safeParse(changes)).sort()).toEqual(refused.sort());
  expect(pathsOf(propertyChanges.safeParse({ title: '' }))).toEqual(['title']);
  expect(propertyChanges.parse({})).toEqual({});
  expect(propertyChanges.parse({ location: {}, details: {} })).toEqual({ location: {}, details: {} });
  expect(finishedParts.safeParse({ status: 'sold', images: [] }).success).toBe(true);
});

test('a listing’s fields that were emptied are named beside other faults', () => {
  expect(
    pathsOf(propertyChanges.safeParse({ description: '', price: 'a lot', location: { city: ' ' } })).sort(),
  ).toEqual(['description', 'location.city', 'price']);
  expect(pathsOf(propertyChanges.safeParse(7)).length).toBe(1);
});
