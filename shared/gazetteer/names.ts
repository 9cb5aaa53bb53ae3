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

/** Words of addresses and names, each with the ways it is shortened. Of 'st' and 'dr' either word may be meant: both are one. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  barangay: 'brgy bgy brg bgry brngy baranggay',
  santo: 'sto',
  santa: 'sta',
  san: 'sn',
  maria: 'ma',
  street: 'st str saint kalye',
  drive: 'dr doctor',
  avenue: 'ave av aven abenida',
  boulevard: 'blvd blv bvd',
  road: 'rd',
  lane: 'ln',
  circle: 'cir',
  corner: 'cor kanto',
  highway: 'hwy hiway hway',
  expressway: 'expy expwy',
  extension: 'ext extn',
  general: 'gen',
  president: 'pres',
  senator: 'sen',
  governor: 'gov',
  colonel: 'col',
  captain: 'capt',
  sergeant: 'sgt',
  attorney: 'atty',
  engineer: 'engr',
  monsignor: 'msgr',
  mount: 'mt',
  poblacion: 'pob',
  subdivision: 'subd subdv subdiv',
  village: 'vill vlg',
  compound: 'cmpd',
  building: 'bldg bldng bld',
  tower: 'twr',
  center: 'centre ctr',
  gardens: 'gdns',
  heights: 'hts',
  block: 'blk',
  floor: 'flr',
  2: 'ii',
  3: 'iii',
  4: 'iv',
  6: 'vi',
  7: 'vii',
  8: 'viii',
  9: 'ix',
  11: 'xi',
  12: 'xii',
};
const longForms = new Map(
  Object.entries(SHORT_FORMS).flatMap(([long, short]) => short.split(' ').map((form) => [form, long] as const)),
);
/** Whole words that share a short form with another one. */
export const EITHER_WORD: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['dr', 'doctor'],
]);
export const shortFormsOf = (word: string): string[] => SHORT_FORMS[word]?.split(' ') ?? [];

/** Behind them letters and words count: 'Tower One', 'Phase I'. */
const COUNTED = new Set(['phase', 'tower', 'building', 'block', 'cluster', 'wing', 'verde']);
const COUNTS: ReadonlyMap<string, string> = new Map([
  ...'one two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, `${at + 1}`] as const),
  ...([
    ['i', '1'],
    ['v', '5'],
    ['x', '10'],
  ] as const),
]);

/** The same number of folded words, none of them shortened: 'brgy sta cruz' → 'barangay santa cruz', 'tower ii' → 'tower 2'. */
export const writtenOut = (words: readonly string[]): string[] =>
  words.map((word, at) => {
    const long = longForms.get(word) ?? word;
    const before = words[at - 1];
    const isCounted = before !== undefined && COUNTED.has(longForms.get(before) ?? before);
    return (isCounted ? COUNTS.get(word) : undefined) ?? long;
  });

export const HI_WAY = /\bhi[- ]?way\b/gi;

const isNumeral = (word: string | undefined) => word !== undefined && /^\d/.test(word);

/** Words that change no address: 'Brgy. Bel-Air', 'No. 12'. 'Barangay 128' is a name. */
const saysNothing = (word: string, next: string | undefined): boolean =>
  (word === 'barangay' && !isNumeral(next)) || ((word === 'no' || word === 'number') && isNumeral(next));

/** The words of an address or a name, folded: "Peñaflor's" and 'Penaflors', 'Hi-way' and 'highway' are one. */
export const addressWords = (text: string): string[] =>
  foldText(
    text
      .replace(/(?<=\p{L})['’‘`´](?=\p{L})/gu, '')
      .replace(/&/g, ' and ')
      .replace(HI_WAY, 'highway'),
  )
    .split(' ')
    .filter(Boolean);

/** Without 'Brgy.' and the 'No.' of a number, where anything else is said. */
export function tellingWords(words: readonly string[]): string[] {
  const spelled = writtenOut(words);
  const telling = words.filter((_, at) => !saysNothing(spelled[at] ?? '', spelled[at + 1]));
  return telling.length > 0 ? telling : [...words];
}

/**
 * An address or a name in one spelling, to compare it with another: '#12 Sto. Niño St., Brgy. Bel-Air' and '12 Santo Nino Street
 * Bel Air' are one.
 */
export const foldAddress = (text: string): string => writtenOut(tellingWords(addressWords(text))).join(' ');

/** 'The Salamanca' and 'SALAMANCA', 'Test Tower' and 'Test Tower Bldg.' are one building. */
export const foldBuildingName = (name: string): string =>
  foldAddress(name)
    .replace(/^the (?=.)/, '')
    .replace(/(?<=.) building$/, '')
    .replace(/(?<=. .+) (?:condo|condominium)$/, '');

/** The form of a city in an address: 'Makati City'; 'Manila' and 'Quezon City' stay as they are. */
export const cityText = (name: string): string =>
  name === mainPlaces.manila || / city$/i.test(name) ? name : `${name} City`;

/** 'Ayala Station (MRT-3)' → 'Ayala MRT', where there is little room. */
export const shortStationName = (name: string): string => name.replace(/ Station \((.RT)-\d\)$/, ' $1');
