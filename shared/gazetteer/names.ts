/** The places that the first screens name. The tables of the gazetteer, which load later, take the names from here. */
export const mainPlaces = {
  manila: 'Manila',
  makati: 'Makati',
  bgc: 'BGC',
  ortigas: 'Ortigas',
  'quezon-city': 'Quezon City',
  pasig: 'Pasig',
  mandaluyong: 'Mandaluyong',
  alabang: 'Alabang',
  pasay: 'Pasay',
  taguig: 'Taguig',
} as const;

/** The property list's location filter, as specified. */
export const PROPERTY_LIST_LOCATIONS = [
  mainPlaces.manila,
  mainPlaces.makati,
  mainPlaces.bgc,
  mainPlaces.ortigas,
  mainPlaces['quezon-city'],
  mainPlaces.pasig,
  mainPlaces.mandaluyong,
  mainPlaces.alabang,
] as const;

/** The cities of Metro Manila, and its town, that the specified ones leave out. */
export const FURTHER_LIST_LOCATIONS = [
  'Caloocan',
  'Las Piñas',
  'Malabon',
  'Marikina',
  'Muntinlupa',
  'Navotas',
  'Parañaque',
  mainPlaces.pasay,
  'Pateros',
  'San Juan',
  mainPlaces.taguig,
  'Valenzuela',
] as const;

/** 'Makati, BGC', 'Makati or BGC' */
export const BETWEEN_PLACES = /[,;|/\n]|\s(?:or|o)\s/i;

const isAscii = /^[\0-\x7f]*$/;

/** Lowercase words parted by single spaces: 'Parañaque-City' → 'paranaque city'. */
export function foldText(text: string): string {
  // Most texts here have no other letters: nothing is to be decomposed then.
  if (isAscii.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** 'The Salamanca' and 'SALAMANCA' are one building. */
export const foldBuildingName = (name: string): string => foldText(name).replace(/^the (?=.)/, '');

/** The form of a city in an address: 'Makati City'; 'Manila' and 'Quezon City' stay as they are. */
export const cityText = (name: string): string =>
  name === mainPlaces.manila || / city$/i.test(name) ? name : `${name} City`;

/** 'Ayala Station (MRT-3)' → 'Ayala MRT', where there is little room. */
export const shortStationName = (name: string): string => name.replace(/ Station \((.RT)-\d\)$/, ' $1');
