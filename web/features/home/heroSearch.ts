/** The hero's controls and what they mean to the property list (specification, part 1 §2). */

export const propertyTypeOptions = [
  { value: '', label: 'All Types' },
  { value: 'sale', label: 'Buy' },
  { value: 'rent', label: 'Rent' },
  { value: 'lease', label: 'Lease' },
] as const;

export const unitTypeOptions = [
  { value: '', label: 'All Units' },
  { value: 'apartment', label: 'Apartment' },
  { value: 'condo', label: 'Condominium' },
  { value: 'duplex', label: 'Duplex' },
  { value: 'attached', label: 'Single Attached House' },
  { value: 'detached', label: 'Single Detached House' },
] as const;

export const locationOptions = [
  { value: '', label: 'All Locations' },
  { value: 'Makati City', label: 'Makati City' },
  { value: 'Pasay City', label: 'Pasay City' },
  { value: 'Taguig City', label: 'Taguig City' },
] as const;

export const priceOptions = [
  { value: '', label: 'Any Price' },
  { value: 'under5', label: 'Under ₱5M' },
  { value: '5to10', label: '₱5M-₱10M' },
  { value: '10to20', label: '₱10M-₱20M' },
  { value: 'over20', label: '₱20M+' },
] as const;

export interface HeroSearch {
  listingType: (typeof propertyTypeOptions)[number]['value'];
  unit: (typeof unitTypeOptions)[number]['value'];
  location: (typeof locationOptions)[number]['value'];
  price: (typeof priceOptions)[number]['value'];
  keyword: string;
}

export const emptySearch: HeroSearch = { listingType: '', unit: '', location: '', price: '', keyword: '' };

const priceBounds: Record<HeroSearch['price'], { min_price?: string; max_price?: string }> = {
  '': {},
  under5: { max_price: '5000000' },
  '5to10': { min_price: '5000000', max_price: '10000000' },
  '10to20': { min_price: '10000000', max_price: '20000000' },
  over20: { min_price: '20000000' },
};

const isHouse = (unit: HeroSearch['unit']) => unit === 'attached' || unit === 'detached';

/** The address of the property list that shows what was asked for. */
export function heroSearchPath({ listingType, unit, location, price, keyword }: HeroSearch): string {
  const chosen = {
    search: keyword.trim(),
    type: isHouse(unit) ? 'house' : unit,
    location,
    ...priceBounds[price],
    listing_type: listingType,
  };
  const parameters = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''));
  const query = parameters.toString();
  return query ? `/properties?${query}` : '/properties';
}
