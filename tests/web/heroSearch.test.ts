import { describe, expect, it } from 'vitest';
import { emptySearch, type HeroSearch, heroSearchPath } from '#web/features/home/HomeScreen.tsx';

const query = (search: Partial<HeroSearch>) => {
  const [path, text = ''] = heroSearchPath({ ...emptySearch, ...search }).split('?');
  expect(path).toBe('/properties');
  return Object.fromEntries(new URLSearchParams(text));
};

describe('where the hero search leads', () => {
  it('is the whole list when nothing is chosen', () => {
    expect(heroSearchPath(emptySearch)).toBe('/properties');
    expect(heroSearchPath({ ...emptySearch, keyword: '   ' })).toBe('/properties');
  });

  it('passes each choice under the name the list knows', () => {
    expect(query({ listingType: 'lease' })).toEqual({ listing_type: 'lease' });
    expect(query({ location: 'Makati City' })).toEqual({ location: 'Makati City' });
    expect(query({ keyword: ' pool & gym #1024 ' })).toEqual({ search: 'pool & gym #1024' });
  });

  it.each([
    ['apartment', 'apartment'],
    ['condo', 'condo'],
    ['duplex', 'duplex'],
    ['attached', 'house'],
    ['detached', 'house'],
  ] as const)('maps the unit type %s to %s', (unit, type) => {
    expect(query({ unit })).toEqual({ type });
  });

  it.each([
    ['under5', { max_price: '5000000' }],
    ['5to10', { min_price: '5000000', max_price: '10000000' }],
    ['10to20', { min_price: '10000000', max_price: '20000000' }],
    ['over20', { min_price: '20000000' }],
  ] as const)('maps the price range %s', (price, bounds) => {
    expect(query({ price })).toEqual(bounds);
  });

  it.each([
    ['rent', '-20000', { max_price: '20000' }],
    ['rent', '20000-40000', { min_price: '20000', max_price: '40000' }],
    ['lease', '200000-', { min_price: '200000' }],
  ] as const)('maps the monthly range of %s, %s', (listingType, price, bounds) => {
    expect(query({ listingType, price })).toEqual({ listing_type: listingType, ...bounds });
  });

  it('combines them', () => {
    expect(
      query({ listingType: 'sale', unit: 'condo', location: 'Taguig City', price: '5to10', keyword: 'park' }),
    ).toEqual({
      listing_type: 'sale',
      type: 'condo',
      location: 'Taguig City',
      min_price: '5000000',
      max_price: '10000000',
      search: 'park',
    });
  });
});
