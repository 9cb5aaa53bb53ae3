import { describe, expect, it } from 'vitest';
import { isAskedByFilter, suggestedFirst } from '#shared/commonFeatures.ts';
import type { UnderstoodSearch } from '#shared/contracts/properties.ts';
import { METRO_MANILA_CITIES, PROPERTY_LIST_LOCATIONS } from '#shared/places.ts';
import { propertyFacts } from '#web/features/properties/cards/listingParts.tsx';
import { locationChoice } from '#web/features/properties/list/Filters.tsx';
import { emptyState, readListState, writeListState } from '#web/features/properties/list/listState.ts';
import {
  describeQuery,
  filterChips,
  foundText,
  headingOf,
  pillOf,
  savedNameOf,
  titleOf,
} from '#web/features/properties/list/listWords.ts';
import { placeOf, pricesFor } from '#web/features/properties/list/PriceRange.tsx';
import { relaxationsOf } from '#web/features/properties/list/relaxations.ts';
import { pageWindow } from '#web/ui/layout/Pagination.tsx';

const read = (address: string) => readListState(new URLSearchParams(address));

it('agrees in number', () => {
  expect([0, 1, 2, 1234].map(foundText)).toEqual([
    '0 properties found',
    '1 property found',
    '2 properties found',
    '1,234 properties found',
  ]);
});

it('says filters beside the heading and the page in the title, and own words where homes have them', () => {
  const state = read('location=Makati&furnished=true&features=Gym&search=pool&exact=1&media=video&page=3');
  const title = (isFound: boolean) => titleOf(state, {}, { isFound });
  expect(title(true)).toBe('Properties in Makati · Furnished · With video · Gym · “pool”, page 3');
  expect(title(false)).toBe('Properties in Makati · Furnished · With video, page 3');
});

it('says in the heading what is listed', () => {
  expect(headingOf(emptyState)).toBe('Properties');
  expect(headingOf(read('type=condo&listing_type=rent&location=Makati'))).toBe('Condominiums for rent in Makati');
  expect(headingOf(read('location=quezon-city'))).toBe('Properties in Quezon City');
  const sentences = {
    'type=condo&listing_type=rent&location=Makati&beds_exact=2&max_price=40000':
      '2-bedroom condos for rent in Makati up to ₱40K',
    'type=house&listing_type=sale&bedrooms=3&min_price=5000000': '3+ bedroom houses for sale from ₱5.0M',
    'type=apartment&beds_exact=0': 'Studio apartments',
    'beds_exact=0&listing_type=rent': 'Studios for rent',
    'type=land&listing_type=sale&min_price=2000000&max_price=6000000': 'Land for sale from ₱2.0M to ₱6.0M',
    'bedrooms=2&location=Pasig': '2+ bedroom properties in Pasig',
    'type=condo&type=house&location=Makati&location=bgc': 'Condominiums or houses in Makati or BGC',
    'type=condo&type=house&beds_exact=2&location=Makati&location=BGC&location=Pasig':
      '2-bedroom condos or houses in Makati, BGC or Pasig',
    'location=Makati&location=BGC&location=Pasig&location=Pasay&listing_type=rent':
      'Properties for rent in Makati, BGC or 2 others',
    'type=condo&listing_type=rent&near=ust&max_price=40000': 'Condominiums for rent near UST up to ₱40K',
    'type=condo&location=Makati&near=mrt&near=ust': 'Condominiums in Makati near MRT or UST',
    'type=condo&bedrooms=2&max_bedrooms=3': '2–3 bedroom condos',
    'bedrooms=2&max_bedrooms=2': '2-bedroom properties',
    'type=house&max_bedrooms=2': 'Houses with up to 2 bedrooms',
    'type=condo&max_bedrooms=1&location=Makati': 'Studio to 1-bedroom condos in Makati',
    'max_bedrooms=0&listing_type=rent': 'Studios for rent',
  };
  for (const [address, heading] of Object.entries(sentences)) expect(headingOf(read(address))).toBe(heading);
});

describe('filter chips', () => {
  it('are none for the usual list, whatever its order, page and view', () => {
    expect(filterChips(read('sort=price_asc&page=2&view=map'))).toEqual([]);
  });

  it('name each filter, and removing them all gives the usual list', () => {
    const state = read(
      'search=loft&type=office&listing_type=lease&location=BGC&min_price=1000000&max_price=5000000&bedrooms=1&bathrooms=2&bbox=120,14,121,15',
    );
    const chips = filterChips(state);
    expect(chips.map(({ label }) => label)).toEqual([
      '“loft”',
      'Commercial',
      'For Lease',
      'BGC',
      '₱1.0M – ₱5.0M',
      '1+ bedroom',
      '2+ bathrooms',
      'Map area',
    ]);
    const without = Object.assign({}, state, ...chips.map((chip) => chip.without));
    expect(without).toEqual(emptyState);
  });

  it('name each further filter, and removing them all gives the usual list', () => {
    const state = read(
      'beds_exact=0&min_area=20&max_area=1200&max_price_per_sqm=250000&furnished=false&parking=2&pets=true&features=Gym,Sky+Lounge&completion=preselling&min_floor=10&built_since=2015&listed_within=7&licensed=true&media=plan,video&area=14,121;15,121;15,122',
    );
    const chips = filterChips(state);
    expect(chips.map(({ label }) => label)).toEqual([
      'Studio',
      '20 – 1,200 sqm',
      'Up to ₱250K per sqm',
      'Unfurnished',
      '2+ parking slots',
      'Pets allowed',
      'Pre-selling',
      'Floor 10 or higher',
      'Built in 2015 or later',
      'Listed in the last 7 days',
      'License-checked agents',
      'Gym',
      'Sky Lounge',
      'With video',
      'With floor plan',
      'Drawn area',
    ]);
    let bare = state;
    for (const { key } of chips) {
      const chip = filterChips(bare).find((other) => other.key === key);
      bare = { ...bare, ...chip?.without };
    }
    expect(bare).toEqual(emptyState);
  });

  it('name each place and each type, and what is left out', () => {
    const labels = (address: string, names?: Parameters<typeof filterChips>[1]) =>
      filterChips(read(address), names).map(({ label }) => label);
    const state = read(
      'type=condo&type=house&location=Makati&location=bgc&exclude_type=land&exclude_location=Pasay&exclude_features=Balcony&near=ust&near=mrt&near_m=500&bedrooms=2&max_bedrooms=3',
    );
    const chips = filterChips(state, { near: { ust: 'University of Santo Tomas', mrt: 'MRT-3' } });
    expect(chips.map(({ key, label }) => [key, label])).toEqual([
      ['type condo', 'Condominiums'],
      ['type house', 'Houses'],
      ['exclude_type land', 'Not Land'],
      ['location Makati', 'Makati'],
      ['location bgc', 'BGC'],
      ['exclude_location Pasay', 'Not in Pasay'],
      ['near ust', 'Near University of Santo Tomas · 500 m'],
      ['near mrt', 'Near MRT-3 · 500 m'],
      ['bedrooms', '2–3 bedrooms'],
      ['exclude_features Balcony', 'Without Balcony'],
    ]);
    expect(chips.map(({ key }) => pillOf(key))).toEqual(
      ['type', 'type', undefined, 'location', 'location'].concat([undefined, 'near', 'near', 'beds', undefined]),
    );
    let bare = state;
    for (const { key } of chips)
      bare = { ...bare, ...filterChips(bare).find((chip) => chip.key === key)?.without };
    expect(bare).toEqual(emptyState);
    expect({ ...state, ...chips[3]?.without }.locations).toEqual(['bgc']);
    expect(labels('near=ust')).toEqual(['Near UST']);
    expect(labels('near=ust&near_m=1500', { near: { ust: 'UST' } })).toEqual(['Near UST · 1.5 km']);
    expect(labels('max_bedrooms=2')).toEqual(['Up to 2 bedrooms']);
    expect(labels('max_bedrooms=1')).toEqual(['Studio to 1 bedroom']);
    expect(labels('max_bedrooms=0')).toEqual(['Studio']);
    expect(labels('bedrooms=1&max_bedrooms=1')).toEqual(['1 bedroom']);
  });

  it('name one price bound by itself', () => {
    expect(filterChips(read('min_price=20000000'))[0]?.label).toBe('From ₱20.0M');
    expect(filterChips(read('max_price=5000000'))[0]?.label).toBe('Up to ₱5.0M');
    expect(filterChips(read('max_price=7050000'))[0]?.label).toBe('Up to ₱7,050,000');
  });
});

describe('the price range', () => {
  it('gives up bounds that cannot be meant for what is looked for', () => {
    const of = (min_price: number | null, max_price: number | null) => ({ min_price, max_price });
    expect(pricesFor('rent', of(null, 8_000_000))).toEqual({ max_price: 50_000_000 });
    expect(pricesFor('lease', of(20_000, 80_000))).toEqual({});
    expect(pricesFor('sale', of(20_000, 80_000))).toEqual({ min_price: 0, max_price: 50_000_000 });
    expect(pricesFor('sale', of(null, null))).toEqual({});
    expect(pricesFor(null, of(20_000, 80_000))).toEqual({});
  });

  it('places a price between the stops around it, and what is beyond them at the end', () => {
    const stops = [0, 10, 20, 100];
    expect([0, 5, 10, 60, 100, 500].map((price) => placeOf(stops, price) * 3)).toEqual([0, 0.5, 1, 2.5, 3, 3]);
  });
});

describe('the location select', () => {
  it('knows its places as the home page spells them', () => {
    expect(locationChoice(['Makati City']).value).toBe('Makati');
    expect(locationChoice(['quezon city']).value).toBe('Quezon City');
    expect(locationChoice(['paranaque']).value).toBe('Parañaque');
    const offered = locationChoice([]).options.map(({ value }) => value);
    expect(offered.slice(0, 9)).toEqual(['', ...PROPERTY_LIST_LOCATIONS]);
    // All cities stand behind the places of the specification.
    for (const { name } of METRO_MANILA_CITIES) expect(offered).toContain(name);
  });

  it('has several places as one more choice', () => {
    const choice = locationChoice(['makati', 'BGC']);
    expect(choice.value).toBe('Makati, BGC');
    expect(choice.options[1]).toEqual({ value: 'Makati, BGC', label: 'Makati, BGC' });
  });

  it('offers a place that only the address names', () => {
    const choice = locationChoice(['Salcedo Village']);
    expect(choice.value).toBe('Salcedo Village');
    expect(choice.options).toContainEqual({ value: 'Salcedo Village', label: 'Salcedo Village' });
  });
});

describe('the ways out of an empty list', () => {
  const state = read(
    'search=hi,+po:+long+term+contract&location=BGC&beds_exact=2&exact=1&page=2&bbox=121,14,122,15',
  );
  const run = (words: string) => {
    const start = state.search.indexOf(words);
    return { start, end: start + words.length };
  };
  const ways = (relaxations: Parameters<typeof relaxationsOf>[2]) =>
    relaxationsOf(state, undefined, relaxations).map(({ label, state: left }) => [
      label,
      String(writeListState(left)),
    ]);

  it('leave out words as they were written', () => {
    const all = ['hi', 'po', 'long', 'term', 'contract'].map(run);
    expect(ways([{ filters: [], words: all, total: 8 }])).toEqual([
      ['Without “hi”, “po”, “long term contract”', 'location=BGC&beds_exact=2&bbox=121%2C14%2C122%2C15'],
    ]);
    expect(ways([{ filters: [], words: [run('po')], total: 1 }])[0]?.[1]).toContain(
      'search=hi%2C+long+term+contract',
    );
  });

  it('leave out a filter alone, and what else it decides stays', () => {
    expect(ways([{ filters: ['location'], words: [], total: 3 }])).toEqual([
      ['Without “BGC”', expect.stringMatching(/^search=hi.*beds_exact=2&bbox=.*exact=1$/)],
    ]);
  });

  it('leave out all places or types at once', () => {
    const several = read('location=Makati&location=BGC&type=condo&max_bedrooms=2&near=ust&near_m=500');
    const left = relaxationsOf(several, undefined, [
      { filters: ['location'], words: [], total: 3 },
      { filters: ['bedrooms'], words: [], total: 2 },
      { filters: ['near'], words: [], total: 1 },
    ]);
    expect(left.map(({ label, state: rest }) => [label, String(writeListState(rest))])).toEqual([
      ['Without “Makati”, “BGC”', 'type=condo&near=ust&near_m=500&max_bedrooms=2'],
      ['Without “Up to 2 bedrooms”', 'type=condo&location=Makati&location=BGC&near=ust&near_m=500'],
      ['Without “Near UST · 500 m”', 'type=condo&location=Makati&location=BGC&max_bedrooms=2'],
    ]);
  });

  it('are told apart by their labels, and name what the page knows', () => {
    const relaxations = [
      { filters: ['beds_exact'], words: [run('po')], total: 3 },
      { filters: ['beds_exact'], words: [run('po')], total: 2 },
      { filters: ['beds_exact', 'licensed'], words: [], total: 2 },
    ];
    expect(ways(relaxations).map(([label]) => label)).toEqual(['Without “po”, “2 bedrooms”']);
  });
});

describe('a saved search', () => {
  const search = '2br condo quiet corner with parking below 10m';
  const understood: UnderstoodSearch = {
    filters: { beds_exact: 2, type: 'condo', parking: 1, max_price: 10_000_000 },
    words: 'corner',
    preferred: 'quiet',
    corrections: [],
    left_out: [],
    parts: [],
  };

  it('is named with all that its heading leaves out, as far as there is room', () => {
    const state = read('type=condo&beds_exact=2&location=BGC&search=corner&parking=1&exact=1');
    expect(savedNameOf(state)).toBe('2-bedroom condos in BGC, “corner”, 1+ parking slot');
    const long = { ...state, search: 'x'.repeat(90) };
    expect(savedNameOf(long)).toBe('2-bedroom condos in BGC, 1+ parking slot');
  });

  it('says what was read of its words', () => {
    const query = String(new URLSearchParams({ search, bathrooms: '2' }));
    expect(describeQuery(query)).toEqual([`“${search}”`, '2+ bathrooms']);
    expect(describeQuery(query, {}, understood)).toEqual([
      '“corner”',
      'Condominiums',
      'Up to ₱10.0M',
      '2 bedrooms',
      '2+ bathrooms',
      '1+ parking slot',
      'Homes with “quiet” first',
    ]);
  });
});

it('offers at most five pages, around the current one', () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(2, 3)).toEqual([1, 2, 3]);
  expect(pageWindow(1, 9)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(5, 9)).toEqual([3, 4, 5, 6, 7]);
  expect(pageWindow(9, 9)).toEqual([5, 6, 7, 8, 9]);
});

describe('facts of a listing', () => {
  it('agree in number', () => {
    expect(propertyFacts({ type: 'house', bedrooms: 1, bathrooms: 2, area_sqm: 1250 })).toEqual([
      '1 bed',
      '2 baths',
      '1,250 sqm',
    ]);
  });

  it('leave out what land and offices do not have', () => {
    expect(propertyFacts({ type: 'land', bedrooms: 0, bathrooms: 0, area_sqm: 300 })).toEqual(['300 sqm']);
    expect(propertyFacts({ type: 'office', bedrooms: 0, bathrooms: 1, area_sqm: 80 })).toEqual([
      '1 bath',
      '80 sqm',
    ]);
  });

  it('call a home without a bedroom a studio', () => {
    expect(propertyFacts({ type: 'condo', bedrooms: 0, bathrooms: 1, area_sqm: 24 })[0]).toBe('Studio');
  });
});

describe('the features on offer', () => {
  it('repeat no filter of its own', () => {
    for (const asked of ['Parking Slot', 'Fully Furnished', 'semi-furnished', 'Pet-Friendly', 'Pets Allowed'])
      expect(isAskedByFilter(asked), asked).toBe(true);
    for (const asked of ['Swimming Pool', 'CCTV', 'Carpeted Floors', 'Unfurnishable', 'Balcony'])
      expect(isAskedByFilter(asked), asked).toBe(false);
  });

  it('begin with what people look for', () => {
    expect(suggestedFirst(['CCTV', 'Near a Mall', 'Balcony', 'swimming pool', 'Roof Deck'])).toEqual([
      'swimming pool',
      'Balcony',
      'CCTV',
      'Near a Mall',
      'Roof Deck',
    ]);
  });
});
