import { describe, expect, it } from 'vitest';
import { propertyListQuery, type UnderstoodSearch } from '#shared/contracts/properties.ts';
import {
  changeState,
  clearFilters,
  countAdvancedFilters,
  effectiveSort,
  emptyState,
  type ListState,
  listQuery,
  mapQuery,
  readListState,
  sortOptions,
  withUnderstood,
  writeBbox,
  writeListState,
} from '#web/features/properties/list/listState.ts';
import { filterChips } from '#web/features/properties/list/listWords.ts';

const read = (address: string) => readListState(new URLSearchParams(address));
const write = (state: Partial<ListState>) => writeListState({ ...emptyState, ...state }).toString();

describe('the address of the property list', () => {
  it('is empty for the usual list', () => {
    expect(read('')).toEqual(emptyState);
    expect(write({})).toBe('');
  });

  it('holds every part of the state and gives it back', () => {
    const state: ListState = {
      search: 'garden view',
      type: 'condo',
      listing_type: 'rent',
      location: 'Makati',
      min_price: 20_000,
      max_price: 80_000,
      bedrooms: 2,
      beds_exact: null,
      bathrooms: 1,
      min_area: 40,
      max_area: 120,
      max_price_per_sqm: 1_500,
      furnished: false,
      parking: 1,
      pets: true,
      features: ['Swimming Pool', 'Gym'],
      min_floor: 10,
      built_since: 2015,
      completion: 'ready',
      listed_within: 7,
      licensed: true,
      media: ['video', 'plan'],
      building: 12,
      sort: 'price_asc',
      page: 3,
      view: 'map',
      bbox: '120.97,14.5,121.05,14.62',
      areas: ['14.5,121;14.6,121;14.6,121.1', '14.4,121;14.5,121;14.5,121.1;14.4,121.1'],
      reaches: ['14.5495,121.0277,car,30,Work, mornings', '14.6396,121.0784,walk,15,'],
      exact: true,
    };
    const address = writeListState(state);
    expect(address.getAll('area')).toEqual(state.areas);
    expect(listQuery(state).area).toEqual(state.areas);
    expect(address.getAll('reach')).toEqual(['14.5495,121.0277,car,30', '14.6396,121.0784,walk,15']);
    expect(address.getAll('reach_name')).toEqual(['Work, mornings', '']);
    expect(listQuery(state).reach).toEqual(address.getAll('reach'));
    expect(filterChips(state).map(({ label }) => label)).toContain('Within 30 min by car of Work, mornings');
    const { area: _areas, reach: _reach, reach_name: _names, ...single } = Object.fromEntries(address);
    expect(single).toEqual({
      search: 'garden view',
      type: 'condo',
      listing_type: 'rent',
      location: 'Makati',
      min_price: '20000',
      max_price: '80000',
      bedrooms: '2',
      bathrooms: '1',
      min_area: '40',
      max_area: '120',
      max_price_per_sqm: '1500',
      furnished: 'false',
      parking: '1',
      pets: 'true',
      features: 'Swimming Pool,Gym',
      min_floor: '10',
      built_since: '2015',
      completion: 'ready',
      listed_within: '7',
      licensed: 'true',
      media: 'video,plan',
      building: '12',
      exact: '1',
      sort: 'price_asc',
      page: '3',
      view: 'map',
      bbox: '120.97,14.5,121.05,14.62',
    });
    expect(readListState(address)).toEqual(state);
    const understood = propertyListQuery.safeParse({ ...listQuery(state), limit: '20', page: '3' });
    expect(understood.error).toBeUndefined();
  });

  it('tells a studio from any number of bedrooms, and one bedroom from one or more', () => {
    expect(read('beds_exact=0')).toEqual({ ...emptyState, beds_exact: 0 });
    expect(write({ beds_exact: 0 })).toBe('beds_exact=0');
    expect(read('beds_exact=1&bedrooms=3')).toEqual({ ...emptyState, beds_exact: 1 });
    expect(changeState({ ...emptyState, beds_exact: 1 }, { bedrooms: 2 })).toEqual({
      ...emptyState,
      bedrooms: 2,
    });
  });

  it.each([
    ['sale', 'sale'],
    ['rent', 'rent'],
    ['lease', 'lease'],
  ] as const)('understands ?type=%s as a listing type', (type, listingType) => {
    expect(read(`type=${type}`)).toEqual({ ...emptyState, listing_type: listingType });
  });

  it('lets listing_type win over a listing type given as type', () => {
    expect(read('type=sale&listing_type=rent').listing_type).toBe('rent');
  });

  it.each([
    'type=castle',
    'type=toString',
    'listing_type=gift',
    'min_price=cheap',
    'min_price=-5',
    'max_price=',
    'bedrooms=two',
    'page=0',
    'page=x',
    'sort=oldest',
    'sort=relevance',
    'view=list',
    'bbox=1,2,3',
    'bbox=1,2,,4',
    'bbox=121,14,120,15',
    'search=%20%20',
    'exact=1',
    'beds_exact=-1',
    'min_area=big',
    'max_area=1234567890',
    'furnished=yes',
    'built_since=1492',
    'completion=soon',
    'media=photo',
    'listed_within=0',
    'features=,%20,',
    'area=14,121;15,121',
    'area=14,121;15,121;95,121',
    'area=14,121;15,121;15,',
  ])('leaves out what it cannot understand: %s', (address) => {
    expect(read(address)).toEqual(emptyState);
  });

  it('keeps counts within what the panel offers and prices whole', () => {
    expect(read('bedrooms=9').bedrooms).toBe(5);
    expect(read('bathrooms=9').bathrooms).toBe(4);
    expect(read('min_price=1500000.75').min_price).toBe(1_500_000);
    expect(read('max_price=50000000')).toEqual(emptyState);
    // 'house under 90m' is not every house.
    expect(listQuery(read('max_price=90000000'))).toMatchObject({ max_price: '90000000' });
  });
});

describe('what is asked of the server', () => {
  it('is available listings, newest first, twenty at a time', () => {
    expect(listQuery(emptyState)).toEqual({ status: 'available', sort: 'newest', page: 1, limit: 20 });
  });

  it('holds a price bound only when it is off its default', () => {
    expect(mapQuery({ ...emptyState, min_price: 0, max_price: 50_000_000 })).toEqual({ status: 'available' });
    expect(mapQuery({ ...emptyState, min_price: 1 })).toEqual({ status: 'available', min_price: '1' });
    expect(mapQuery({ ...emptyState, max_price: 49_999_999 })).toEqual({
      status: 'available',
      max_price: '49999999',
    });
    // Twenty million and more must find homes for sixty.
    expect(mapQuery({ ...emptyState, min_price: 20_000_000 })).not.toHaveProperty('max_price');
  });

  it('trims the search and leaves an empty one out', () => {
    expect(mapQuery({ ...emptyState, search: '  loft ' })).toMatchObject({ search: 'loft' });
    expect(mapQuery({ ...emptyState, search: '   ' })).not.toHaveProperty('search');
  });

  it('is the most relevant first while searching, unless another order was chosen', () => {
    const searching = { ...emptyState, search: 'loft' };
    expect(effectiveSort(searching)).toBe('relevance');
    expect(listQuery(read('search=loft&sort=newest')).sort).toBe('newest');
    expect(sortOptions(searching).map(({ value }) => value)).toContain('relevance');
    expect(sortOptions(emptyState).map(({ value }) => value)).not.toContain('relevance');
  });
});

describe('a change', () => {
  const third: ListState = { ...emptyState, page: 3, view: 'map', bbox: '120,14,121,15' };

  it('of a filter goes back to the first page and keeps the searched area', () => {
    expect(changeState(third, { bedrooms: 2 })).toEqual({ ...third, bedrooms: 2, page: 1 });
  });

  it('of the place gives the searched area up', () => {
    const drawn = { ...third, areas: ['14,121;15,121;15,122'] };
    expect(changeState(drawn, { location: 'Pasig' })).toMatchObject({
      location: 'Pasig',
      bbox: null,
      areas: [],
    });
  });

  it('of the page or the view keeps the page', () => {
    expect(changeState(third, { page: 4 }).page).toBe(4);
    expect(changeState(third, { view: 'grid' }).page).toBe(3);
  });

  it('that clears everything keeps the way of looking', () => {
    const full = read('search=a&type=condo&location=Makati&bedrooms=2&sort=newest&page=2&view=map');
    expect(clearFilters(full)).toEqual({ ...emptyState, view: 'map' });
  });

  it('drops the order by relevance with the search it came from', () => {
    expect(changeState(read('search=loft'), { search: '' }).sort).toBeNull();
  });
});

describe('what was read out of the words', () => {
  const understood: UnderstoodSearch = {
    filters: {
      location: 'BGC',
      beds_exact: 2,
      type: 'condo',
      max_price: 10_000_000,
      furnished: false,
      features: 'Swimming Pool',
    },
    words: 'corner',
    corrections: [],
  };

  it('becomes filters of their own, with the words that stayed text', () => {
    const state = read('search=bgc+2br+condo+under+10m&bathrooms=2&view=map');
    expect(writeListState(withUnderstood(state, understood)).toString()).toBe(
      'search=corner&type=condo&location=BGC&max_price=10000000&beds_exact=2&bathrooms=2&furnished=false&features=Swimming+Pool&exact=1&view=map',
    );
  });

  it('gives way to what the address says', () => {
    const state = read('search=bgc+2br&bedrooms=3&max_price=5000000&location=Pasig');
    expect(withUnderstood(state, { ...understood, words: '' })).toEqual({
      ...emptyState,
      location: 'Pasig',
      bedrooms: 3,
      max_price: 5_000_000,
      type: 'condo',
      furnished: false,
      features: ['Swimming Pool'],
    });
  });

  it('is read anew when other words are typed', () => {
    const exact = read('search=makti&exact=1');
    expect(changeState(exact, { bedrooms: 1 }).exact).toBe(true);
    expect(changeState(exact, { search: 'makti' }).exact).toBe(true);
    expect(changeState(exact, { search: 'makati' }).exact).toBe(false);
  });
});

it('counts the advanced filters, a price range once', () => {
  expect(countAdvancedFilters(read('search=a&type=condo&sort=price_asc'))).toBe(0);
  expect(countAdvancedFilters(read('min_price=5&max_price=9&location=BGC&bathrooms=2&type=sale'))).toBe(4);
  expect(countAdvancedFilters(read('beds_exact=0&min_area=5&max_area=9&pets=true&features=Gym,Pool'))).toBe(4);
});

it('writes a map area to four decimals', () => {
  expect(writeBbox({ west: 120.123456, south: 14, east: 121.00004, north: 14.59999 })).toBe(
    '120.1235,14,121,14.6',
  );
});
