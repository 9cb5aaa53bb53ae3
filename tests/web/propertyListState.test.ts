import { describe, expect, it } from 'vitest';
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
  writeBbox,
  writeListState,
} from '#web/features/properties/list/listState.ts';

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
      listingType: 'rent',
      location: 'Makati',
      minPrice: 20_000,
      maxPrice: 80_000,
      bedrooms: 2,
      bathrooms: 1,
      sort: 'price_asc',
      page: 3,
      view: 'map',
      bbox: '120.97,14.5,121.05,14.62',
    };
    const address = writeListState(state);
    expect(Object.fromEntries(address)).toEqual({
      search: 'garden view',
      type: 'condo',
      listing_type: 'rent',
      location: 'Makati',
      min_price: '20000',
      max_price: '80000',
      bedrooms: '2',
      bathrooms: '1',
      sort: 'price_asc',
      page: '3',
      view: 'map',
      bbox: '120.97,14.5,121.05,14.62',
    });
    expect(readListState(address)).toEqual(state);
  });

  it.each([
    ['sale', 'sale'],
    ['rent', 'rent'],
    ['lease', 'lease'],
  ] as const)('understands ?type=%s as a listing type', (type, listingType) => {
    expect(read(`type=${type}`)).toEqual({ ...emptyState, listingType });
  });

  it('lets listing_type win over a listing type given as type', () => {
    expect(read('type=sale&listing_type=rent').listingType).toBe('rent');
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
  ])('leaves out what it cannot understand: %s', (address) => {
    expect(read(address)).toEqual(emptyState);
  });

  it('keeps counts within what the panel offers and prices whole', () => {
    expect(read('bedrooms=9').bedrooms).toBe(5);
    expect(read('bathrooms=9').bathrooms).toBe(4);
    expect(read('min_price=1500000.75').minPrice).toBe(1_500_000);
    expect(read('max_price=90000000')).toEqual(emptyState);
  });
});

describe('what is asked of the server', () => {
  it('is available listings, newest first, twenty at a time', () => {
    expect(listQuery(emptyState)).toEqual({ status: 'available', sort: 'newest', page: 1, limit: 20 });
  });

  it('holds a price bound only when it is off its default', () => {
    expect(mapQuery({ ...emptyState, minPrice: 0, maxPrice: 50_000_000 })).toEqual({ status: 'available' });
    expect(mapQuery({ ...emptyState, minPrice: 1 })).toEqual({ status: 'available', min_price: '1' });
    expect(mapQuery({ ...emptyState, maxPrice: 49_999_999 })).toEqual({
      status: 'available',
      max_price: '49999999',
    });
    // Twenty million and more must find what costs sixty.
    expect(mapQuery({ ...emptyState, minPrice: 20_000_000 })).not.toHaveProperty('max_price');
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
    expect(changeState(third, { location: 'Pasig' })).toMatchObject({ location: 'Pasig', bbox: null });
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

it('counts the advanced filters, a price range once', () => {
  expect(countAdvancedFilters(read('search=a&type=condo&sort=price_asc'))).toBe(0);
  expect(countAdvancedFilters(read('min_price=5&max_price=9&location=BGC&bathrooms=2&type=sale'))).toBe(4);
});

it('writes a map area to four decimals', () => {
  expect(writeBbox({ west: 120.123456, south: 14, east: 121.00004, north: 14.59999 })).toBe(
    '120.1235,14,121,14.6',
  );
});
