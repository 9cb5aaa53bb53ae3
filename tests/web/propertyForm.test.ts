import { describe, expect, it } from 'vitest';
import { type OwnProperty, propertyChanges, propertyDraft } from '#shared/contracts/propertyWrites.ts';
import { MAX_FEATURES, MIN_YEAR_BUILT } from '#shared/limits.ts';
import { english } from '#shared/messages.ts';
import {
  checkDraft,
  checkValues,
  type FormValues,
  initialContent,
  isSameContent,
  placeIssues,
  readPin,
  readValues,
  TOO_MANY_FEATURES,
  withNewFeature,
} from '#web/features/properties/form/formValues.ts';
import {
  beginAttempt,
  saveFailureSentence,
  toListingChanges,
  toNewListing,
} from '#web/features/properties/form/usePropertyForm.ts';
import { keptPrice } from '#web/features/properties/priceDoubt.ts';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';
import { aProperty } from './aProperty.ts';

const empty = initialContent({ kind: 'create' });
const filled: FormValues = {
  ...empty.values,
  title: ' Corner unit ',
  description: 'Quiet.',
  price: '12500000.55',
  address: '12 Salcedo Street',
  city: 'Makati',
  province: 'Metro Manila',
  area_sqm: '68.5',
};
const listing: OwnProperty = {
  ...aProperty(),
  reference: null,
  moderation_status: 'active',
  moderation_reason: null,
  draft: false,
  missing: [],
};

describe('what the form begins with', () => {
  it('is the specified defaults for a new listing', () => {
    expect(empty.images).toEqual([]);
    expect(empty.values).toMatchObject({
      type: 'apartment',
      listing_type: 'sale',
      status: 'available',
      bedrooms: '1',
      bathrooms: '1',
      area_sqm: '0',
      furnished: false,
      floor_level: '1',
      parking_slots: '0',
      features: [],
    });
  });

  it('is the listing itself in an edit, and an available one in a copy', () => {
    const sold: OwnProperty = { ...listing, status: 'sold' };
    const edit = initialContent({ kind: 'edit', property: sold });
    const copy = initialContent({ kind: 'duplicate', property: sold });
    expect(edit.values.status).toBe('sold');
    expect(copy.values).toEqual({ ...edit.values, status: 'available' });
    expect(copy.images).toEqual(sold.images);
  });
});

describe('checking', () => {
  it('says of an empty form what the specification says', () => {
    expect(checkValues(empty.values)).toEqual({
      title: 'Title is required',
      description: 'Description is required',
      price: 'Valid price is required',
      address: 'Address is required',
      city: 'City is required',
      province: 'Province is required',
      area_sqm: 'Area must be greater than 0',
    });
  });

  it('lets a filled form pass, as the contract does', () => {
    expect(checkValues(filled)).toEqual({});
    expect(propertyDraft.safeParse(toNewListing({ values: filled, images: [], descriptions: [] })).success).toBe(
      true,
    );
  });

  it.each<Partial<FormValues>>([
    { title: '   ' },
    { price: '0' },
    { price: '0.004' },
    { area_sqm: '' },
    { area_sqm: '0.001' },
    { area_sqm: '10000001' },
    { bedrooms: '1.5' },
    { bathrooms: '1001' },
    { floor_level: '1001' },
    { parking_slots: '10001' },
    { year_built: '1799' },
    { year_built: '2019.5' },
    { year_built: '2100' },
  ])('says the same as the contract of %j', (change) => {
    const values = { ...filled, ...change };
    const parsed = propertyDraft.safeParse(toNewListing({ values, images: [], descriptions: [] }));
    const issues =
      parsed.error?.issues.map(({ path, message }) => ({
        path: path.join('.'),
        message: english(message, { name: String(path.at(-1)), minimum: MIN_YEAR_BUILT }),
      })) ?? [];
    expect(issues).toHaveLength(1);
    expect(checkValues(values)).toEqual(placeIssues(issues, values));
  });

  it.each<[Partial<FormValues>, RegExp]>([
    [{ price: '-5' }, /such as 12,500,000/],
    [{ price: 'a lot' }, /such as 12,500,000/],
    [{ price: '12.500' }, /such as 12,500,000/],
    [{ price: '13', type: 'condo' }, /Did you mean ₱13,000,000/],
    [{ price: '45k/month' }, /for sale/],
    [{ area_sqm: '1.200' }, /such as 54.5/],
    [{ area_sqm: 'big' }, /such as 54.5/],
    [{ bedrooms: '-1' }, /such as 2/],
    [{ year_built: 'new' }, /such as 2/],
  ])('asks again about %j', (change, sentence) => {
    expect(Object.values(checkValues({ ...filled, ...change })).join()).toMatch(sentence);
  });

  it('reads amounts as people write them', () => {
    const values = { ...filled, price: '₱12.5M', area_sqm: '54,5 sq.m.', bedrooms: '2', year_built: '2019' };
    expect(checkValues(values)).toEqual({});
    expect(toNewListing({ values, images: [], descriptions: [] })).toMatchObject({
      price: 12_500_000,
      details: { area_sqm: 54.5, bedrooms: 2, year_built: 2019 },
    });
  });

  it('takes an unlikely price that was kept, for the kind of property it was kept for', () => {
    const kept = { ...filled, price: '13', kept_price: keptPrice(13, filled) };
    expect(checkValues(kept)).toEqual({});
    expect(checkValues({ ...kept, listing_type: 'rent' }).price).toMatch(/Did you mean ₱13,000\?/);
  });

  it('takes what is no number for 0', () => {
    const { details } = toNewListing({
      values: { ...filled, bedrooms: '', floor_level: 'x' },
      images: [],
      descriptions: [],
    });
    expect(details).toMatchObject({ bedrooms: 0, floor_level: 0, completion: null, year_built: null });
  });

  it('wants both coordinates or none, on earth', () => {
    expect(checkValues({ ...filled, lat: '14.5' }).lng).toBeDefined();
    expect(checkValues({ ...filled, lng: '121' }).lat).toBeDefined();
    expect(checkValues({ ...filled, lat: '91', lng: '121' }).lat).toMatch(/between/);
    expect(checkValues({ ...filled, lat: '14', lng: '181' }).lng).toMatch(/between/);
    expect(checkValues({ ...filled, lat: '14.5', lng: '121' })).toEqual({});
    expect(checkValues({ ...filled, lat: '0', lng: '0.000' }).lat).toMatch(/at 0, 0/);
    expect(checkValues({ ...filled, lat: '48.8566', lng: '2.3522' }).lat).toMatch(/outside the Philippines/);
    expect(checkValues({ ...filled, lat: 'https://maps.app.goo.gl/x', lng: '' }).lat).toMatch(/14.5547, 121.0244/);
    expect(checkValues({ ...filled, lat: '14.5x', lng: '121' }).lat).toMatch(/14.5547, 121.0244/);
    expect(checkValues({ ...filled, lat: '14.5547, 121.0244', lng: '' })).toEqual({});
    expect(readPin({ lat: '', lng: '14.5547, 121.0244' })).toEqual({ lat: 14.5547, lng: 121.0244 });
    expect(readPin({ lat: '0', lng: '0' })).toEqual({ lat: 0, lng: 0 });
    expect(readPin({ lat: ' ', lng: '121' })).toBeNull();
  });

  it('puts the issues of the server at their fields', () => {
    const issues = [
      { path: 'location.city', message: 'City is required' },
      { path: 'location.coordinates.lng', message: 'Too far' },
      { path: 'details.area_sqm', message: 'Area is too large' },
      { path: 'images.1', message: 'This uploaded image does not exist' },
      { path: 'images.2', message: 'This uploaded image does not exist' },
      { path: 'features.0', message: 'Too long' },
      { path: 'Idempotency-Key', message: 'Odd' },
    ];
    expect(placeIssues(issues, filled)).toEqual({
      city: 'City is required',
      lng: 'Too far',
      area_sqm: 'Area is too large',
      images: 'Image 2: This uploaded image does not exist',
      newFeature: 'Too long',
    });
  });
});

describe('a draft', () => {
  const open = { ...aProperty({ price: 0, details: { area_sqm: 0 } }), draft: true };

  it('begins with what it has: a number that is not given yet is an empty field', () => {
    const { values } = initialContent({ kind: 'edit', property: open });
    expect([values.price, values.area_sqm, values.parking_slots]).toEqual(['', '', '0']);
    expect(
      toListingChanges(
        initialContent({ kind: 'edit', property: open }),
        initialContent({ kind: 'edit', property: open }),
      ),
    ).toEqual({});
  });

  it('may leave all but its title open; what is wrong is told', () => {
    expect(checkDraft({ ...empty.values, title: 'Loft' })).toEqual({});
    expect(checkDraft({ ...filled, title: ' ', price: '' })).toEqual({ title: 'Title is required' });
    const wrong = { price: '-5', area_sqm: '-1', video_url: 'https://example.com', bedrooms: '1.5' };
    expect(Object.keys(checkDraft({ ...filled, ...wrong })).sort()).toEqual(Object.keys(wrong).sort());
    expect(checkDraft({ ...filled, price: 'a lot' })).toHaveProperty('price');
    expect(checkDraft({ ...filled, lat: '14.5' })).toHaveProperty('lng');
  });
});

describe('what an edit sends', () => {
  const before = initialContent({ kind: 'edit', property: listing });

  it('is nothing while nothing was changed', () => {
    expect(toListingChanges(before, before)).toEqual({});
  });

  it('is only what was changed, and the contract takes it', () => {
    const values = { ...before.values, title: 'Another title', area_sqm: '99', lat: '14.6', lng: '121' };
    const images = ['/media/b', '/media/a'];
    const changes = toListingChanges({ values, images, descriptions: [] }, before);
    expect(changes).toEqual({
      title: 'Another title',
      details: { area_sqm: 99 },
      location: { coordinates: { lat: 14.6, lng: 121 } },
      images,
      image_descriptions: [],
    });
    expect(propertyChanges.safeParse(changes).success).toBe(true);
  });

  it('takes the pin away', () => {
    const pinned: OwnProperty = {
      ...listing,
      location: { ...listing.location, coordinates: { lat: 14.5, lng: 121 } },
    };
    const start = initialContent({ kind: 'edit', property: pinned });
    const values = { ...start.values, lat: '', lng: '' };
    expect(toListingChanges({ ...start, values }, start)).toEqual({ location: { coordinates: null } });
  });

  it('leaves unknown furnishing unknown', () => {
    const unknown: OwnProperty = { ...listing, details: { ...listing.details, furnished: null } };
    const start = initialContent({ kind: 'edit', property: unknown });
    expect(toListingChanges({ ...start, values: { ...start.values, title: 'New' } }, start)).toEqual({
      title: 'New',
    });
  });
});

describe('features', () => {
  it('are added trimmed and once', () => {
    expect(withNewFeature({ features: ['Pool'], newFeature: '  Roof deck ' })).toEqual({
      features: ['Pool', 'Roof deck'],
      newFeature: '',
    });
    expect(withNewFeature({ features: ['Pool'], newFeature: ' Pool' })).toEqual({ newFeature: '' });
    expect(withNewFeature({ features: [], newFeature: '  ' })).toEqual({ newFeature: '' });
  });

  it('stop where the contract does', () => {
    const features = Array.from({ length: MAX_FEATURES }, (_, at) => `Feature ${at}`);
    expect(withNewFeature({ features, newFeature: 'One more' })).toBeNull();
    const values = { ...filled, features: [...features, 'One more'] };
    const parsed = propertyDraft.safeParse(toNewListing({ values, images: [], descriptions: [] }));
    const message = parsed.error?.issues[0]?.message ?? '';
    expect(english(message, { maximum: MAX_FEATURES })).toBe(english(TOO_MANY_FEATURES));
  });
});

describe('saving', () => {
  const content = { values: filled, images: ['/media/a'], descriptions: ['The pool'] };

  it('sends the same again under the same key, and anything else under another', () => {
    const first = beginAttempt(content, null);
    expect(beginAttempt({ ...content }, first)).toEqual(first);
    const other = beginAttempt({ ...content, images: [] }, first);
    expect(other.key).not.toBe(first.key);
    expect(first.key).toMatch(/^[\w-]{8,64}$/);
  });

  it('tells the server’s own sentence, else the specified one', () => {
    const general = 'Failed to save property. Please try again.';
    expect(saveFailureSentence(new ApiFailure(400, 'invalid_input', 'Price is too high', []))).toBe(
      'Price is too high',
    );
    expect(saveFailureSentence(new ApiFailure(500, 'internal', 'Something went wrong', []))).toBe(general);
    expect(saveFailureSentence(new NetworkFailure('Network error. Please try again.'))).toBe(general);
    expect(saveFailureSentence(new TypeError('x is undefined'))).toBe(general);
  });
});

it('what stands in storage is taken only where it fits', () => {
  const stored = {
    title: 'Kept',
    type: 'castle',
    status: 'sold',
    features: [1],
    furnished: 'yes',
    extra: 1,
    price: 5,
  };
  expect(readValues(stored, empty.values)).toEqual({ ...empty.values, title: 'Kept', status: 'sold' });
  expect(readValues(null, filled)).toEqual(filled);
  const turned = Object.fromEntries(Object.entries(filled).reverse()) as unknown as FormValues;
  expect(
    isSameContent(
      { values: turned, images: [], descriptions: [] },
      { values: filled, images: [], descriptions: [] },
    ),
  ).toBe(true);
  const pair = { values: filled, images: ['a', 'b'], descriptions: ['', ''] };
  expect(isSameContent(pair, { ...pair, images: ['b', 'a'] })).toBe(false);
  expect(isSameContent(pair, { ...pair, descriptions: ['The pool', ''] })).toBe(false);
});
