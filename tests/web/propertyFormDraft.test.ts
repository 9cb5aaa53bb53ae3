import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { initialContent, type PropertyFormMode } from '#web/features/properties/form/formValues.ts';
import { draftKey, type FormDraft, isOutdated, readDraft } from '#web/features/properties/form/usePropertyForm.ts';
import { writeStored } from '#web/lib/store.ts';
import { aProperty } from './aProperty.ts';

const stored = new Map<string, string>();
let isFull = false;
vi.stubGlobal('window', {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('No room', 'QuotaExceededError');
      stored.set(key, value);
    },
  },
});

const create: PropertyFormMode = { kind: 'create' };
const property: OwnProperty = {
  ...aProperty(),
  reference: null,
  moderation_status: 'active',
  moderation_reason: null,
  draft: false,
  missing: [],
};
const edit: PropertyFormMode = { kind: 'edit', property };
const draft: FormDraft = {
  values: { ...initialContent(create).values, title: 'Half a ti', newFeature: 'Po' },
  images: ['/media/a', 'https://pictures.example/b.jpg'],
  descriptions: ['The pool', ''],
  basedOn: null,
  unfinished: ['c.jpg'],
  attempt: { key: 'a-key-of-its-own', body: '{}' },
};

beforeEach(() => {
  stored.clear();
  isFull = false;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

it('keeps one draft for each person and listing', () => {
  const keys = [
    draftKey(1, create),
    draftKey(2, create),
    draftKey(1, edit),
    draftKey(1, { kind: 'duplicate', property }),
    draftKey(1, { kind: 'edit', property: { ...property, id: property.id + 1 } }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});

it('gives back every character, and nothing once it is removed', () => {
  expect(writeStored('localStorage', 'key', draft)).toBe(true);
  expect(readDraft('key', create)).toEqual(draft);
  writeStored('localStorage', 'key', undefined);
  expect(readDraft('key', create)).toBeNull();
});

it('survives what cannot be read and what cannot be kept', () => {
  stored.set('key', '{"values":');
  expect(readDraft('key', create)).toBeNull();
  stored.set('key', '"text"');
  expect(readDraft('key', create)).toBeNull();
  stored.set('key', JSON.stringify({ values: { title: 'Kept' }, images: [1], attempt: { key: 1 } }));
  expect(readDraft('key', create)).toEqual({
    ...draft,
    values: { ...initialContent(create).values, title: 'Kept' },
    images: [],
    descriptions: [],
    unfinished: [],
    attempt: null,
  });
  isFull = true;
  expect(writeStored('localStorage', 'key', draft)).toBe(false);
});

it('knows when the listing was changed under an edit', () => {
  expect(isOutdated({ ...draft, basedOn: property.updated_at }, edit)).toBe(false);
  expect(isOutdated({ ...draft, basedOn: '2020-01-01T00:00:00.000Z' }, edit)).toBe(true);
  expect(isOutdated(draft, create)).toBe(false);
});
