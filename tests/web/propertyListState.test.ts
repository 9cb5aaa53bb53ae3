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
  savedQuery,
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
      types: ['condo', 'house'],
      listing_type: 'rent',
      locations: ['Makati', 'BGC'],
      excludedTypes: ['land'],
      excludedLocations: ['Poblacion', 'Pasay'],
      excludedFeatures: ['Balcony', 'Pool, heated'],
      near: ['mrt', 'ust'],
      near_m: 500,
      min_price: 20_000,
      max_price: 80_000,
      bedrooms: 2,
      max_bedrooms: 3,
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
    for (const [name, values] of Object.entries({
      type: state.types,
      location: state.locations,
      exclude_type: state.excludedTypes,
      exclude_location: state.excludedLocations,
      exclude_features: state.excludedFeatures,
      near: state.near,
    })) {
      expect(address.getAll(name), name).toEqual(values);
      expect(listQuery(state)[name], name).toEqual(values);
      expect(new URLSearchParams(savedQuery(state)).getAll(name), name).toEqual(values);
    }
    const repeated = ['type', 'location', 'exclude_type', 'exclude_location', 'exclude_features', 'near'].concat([
      'area',
      'reach',
      'reach_name',
    ]);
    const single = [...address].filter(([name]) => !repeated.includes(name));
    expect(Object.fromEntries(single)).toEqual({
      search: 'garden view',
      listing_type: 'rent',
      near_m: '500',
      max_bedrooms: '3',
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
    const asked = { ...listQuery(state), near: ['mrt', 'ayala-mrt-3'], limit: '20', page: '3' };
    const understood = propertyListQuery.safeParse(asked);
    expect(understood.error).toBeUndefined();
  });

  it('tells a studio from any number of bedrooms, and one bedroom from one or more', () => {
    expect(read('beds_exact=0')).toEqual({ ...emptyState, beds_exact: 0 });
    expect(write({ beds_exact: 0 })).toBe('beds_exact=0');
    expect(read('beds_exact=1&bedrooms=3&max_bedrooms=4')).toEqual({ ...emptyState, beds_exact: 1 });
    expect(read('max_bedrooms=0')).toEqual({ ...emptyState, max_bedrooms: 0 });
    expect(changeState({ ...emptyState, beds_exact: 0 }, { max_bedrooms: 1 })).toEqual({
      ...emptyState,
      max_bedrooms: 1,
    });
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

  it('tells kinds of homes from offers in the same parameter', () => {
    expect(read('type=condo&type=rent&type=house')).toEqual({
      ...emptyState,
      types: ['condo', 'house'],
      listing_type: 'rent',
    });
    expect(read('type=sale&type=rent')).toEqual(emptyState);
  });

  it('reads what was typed by hand', () => {
    const typed =
      'type=condo%20&type=House&listing_type=RENT&location=+Makati+&location=Makati&bedrooms=2+&near=UST';
    expect(read(typed)).toEqual({
      ...emptyState,
      types: ['condo', 'house'],
      listing_type: 'rent',
      locations: ['Makati'],
      bedrooms: 2,
      near: ['ust'],
    });
    const many = Array.from({ length: 12 }, (_, at) => `location=Place+${at}`).join('&');
    expect(read(many).locations).toHaveLength(10);
  });

  it('has a distance only beside a place, and not the usual one', () => {
    expect(read('near_m=500')).toEqual(emptyState);
    expect(read('near=ust&near_m=1000')).toEqual({ ...emptyState, near: ['ust'] });
    expect(read('near=ust&near_m=99999').near_m).toBeNull();
    expect(write({ near: ['ust', 'mrt'], near_m: 500 })).toBe('near=ust&near=mrt&near_m=500');
  });

  it('lets listing_type win over a listing type given as type', () => {
    expect(read('type=sale&listing_type=rent').listing_type).toBe('rent');
  });

  it.each([
    'type=castle',
    'type=toString',
    'exclude_type=castle',
    'exclude_features=%20',
    'near=../etc',
    'max_bedrooms=few',
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
    expect(changeState(drawn, { locations: ['Pasig'] })).toMatchObject({
      locations: ['Pasig'],
      bbox: null,
      areas: [],
    });
  });

  it('that asks for what was left out no longer leaves it out', () => {
    const without = read('exclude_location=makati&exclude_location=BGC&exclude_type=condo');
    expect(changeState(without, { locations: ['Makati'], types: ['condo'] })).toEqual({
      ...emptyState,
      locations: ['Makati'],
      types: ['condo'],
      excludedLocations: ['BGC'],
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
    left_out: [],
    parts: [],
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
      locations: ['Pasig'],
      bedrooms: 3,
      max_price: 5_000_000,
      types: ['condo'],
      furnished: false,
      features: ['Swimming Pool'],
    });
  });

  it('may be several of a kind', () => {
    const filters = {
      type: ['condo', 'house'] as const,
      location: ['Makati', 'BGC'],
      exclude_features: ['Balcony'],
      near: ['mrt'],
      max_bedrooms: 1,
    };
    const both = { ...understood, filters: { ...filters, type: [...filters.type] }, words: '' };
    expect(writeListState(withUnderstood(read('search=either&beds_exact=2'), both)).toString()).toBe(
      'type=condo&type=house&location=Makati&location=BGC&exclude_features=Balcony&near=mrt&beds_exact=2',
    );
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
  expect(
    countAdvancedFilters(read('bedrooms=1&max_bedrooms=2&location=BGC&location=Pasig&near=ust&near_m=500')),
  ).toBe(3);
  expect(countAdvancedFilters(read('exclude_location=BGC&exclude_type=land&exclude_features=Gym'))).toBe(3);
  expect(countAdvancedFilters(read('beds_exact=0&min_area=5&max_area=9&pets=true&features=Gym,Pool'))).toBe(4);
});

it('writes a map area to four decimals', () => {
  expect(writeBbox({ west: 120.123456, south: 14, east: 121.00004, north: 14.59999 })).toBe(
    '120.1235,14,121,14.6',
  );
});
