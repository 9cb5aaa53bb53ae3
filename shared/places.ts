/** The gazetteer of Metro Manila: how places are called, where they lie, and which one a text means. */

export interface LatLng {
  lat: number;
  lng: number;
}

export interface PlaceBounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

export interface Place {
  slug: string;
  name: string;
  kind: 'region' | 'city' | 'district';
  /** Slug of the city it lies in; of itself for a city or region. For a district over several cities, the usual one. */
  city: string;
  /** Every city a district reaches into, `city` first. Only where there is more than one. */
  cities?: string[];
  /** The broader district around it: a search for that one finds this one too. */
  parent?: string;
  province: string;
  /** Other spellings, folded (see foldText). The name itself is always understood. */
  aliases: string[];
  /** Names so common elsewhere that they count only once the city is known ('Poblacion'). */
  isCommonName?: boolean;
  center: LatLng;
  bounds?: PlaceBounds;
}

export interface LocatedPlaces {
  citySlug: string | null;
  districtSlug: string | null;
  regionSlug: string | null;
}

/** Which column of a located listing to compare, and the slugs that satisfy the search. */
export interface PlaceCriterion {
  field: keyof LocatedPlaces;
  slugs: string[];
}

const METRO_MANILA = 'Metro Manila';

const REGION: Place = {
  slug: 'metro-manila',
  name: METRO_MANILA,
  kind: 'region',
  city: 'metro-manila',
  province: METRO_MANILA,
  aliases: ['ncr', 'n c r', 'national capital region', 'metropolitan manila', 'mm', 'm m', 'greater manila'],
  center: { lat: 14.5995, lng: 120.9842 },
  bounds: { south: 14.34, west: 120.9, north: 14.79, east: 121.14 },
};

type CityRow = [
  slug: string,
  name: string,
  lat: number,
  lng: number,
  aliases?: string[],
  bounds?: [south: number, west: number, north: number, east: number],
];

// biome-ignore format: a table, one place a row
const METRO_CITIES: CityRow[] = [
  ['manila', 'Manila', 14.5995, 120.9842, ['mnl', 'maynila'], [14.554, 120.938, 14.639, 121.027]],
  ['quezon-city', 'Quezon City', 14.6505, 121.0494, ['qc', 'q c', 'kyusi'], [14.589, 120.989, 14.777, 121.136]],
  ['caloocan', 'Caloocan', 14.6507, 120.9737, ['kalookan', 'caloocan north'], [14.636, 120.948, 14.786, 121.086]],
  ['las-pinas', 'Las Piñas', 14.4446, 120.9939, ['las pinas'], [14.408, 120.954, 14.489, 121.024]],
  ['makati', 'Makati', 14.5547, 121.0244, ['makati cbd'], [14.526, 120.997, 14.583, 121.072]],
  ['malabon', 'Malabon', 14.668, 120.963, [], [14.646, 120.927, 14.702, 121.004]],
  ['mandaluyong', 'Mandaluyong', 14.5794, 121.0359, ['manda'], [14.566, 121.019, 14.601, 121.062]],
  ['marikina', 'Marikina', 14.6507, 121.1029, ['markina'], [14.617, 121.076, 14.676, 121.131]],
  ['muntinlupa', 'Muntinlupa', 14.4081, 121.0415, ['muntinglupa'], [14.346, 120.997, 14.459, 121.07]],
  ['navotas', 'Navotas', 14.658, 120.9485, [], [14.632, 120.907, 14.715, 120.96]],
  ['paranaque', 'Parañaque', 14.4793, 121.0198, ['paranque'], [14.441, 120.975, 14.537, 121.047]],
  ['pasay', 'Pasay', 14.5378, 121.0014, [], [14.506, 120.974, 14.557, 121.025]],
  ['pasig', 'Pasig', 14.5764, 121.0851, [], [14.537, 121.053, 14.621, 121.111]],
  ['pateros', 'Pateros', 14.5454, 121.0687, ['municipality of pateros'], [14.536, 121.06, 14.556, 121.078]],
  ['san-juan', 'San Juan', 14.6019, 121.0355, ['san juan del monte'], [14.59, 121.018, 14.615, 121.057]],
  ['taguig', 'Taguig', 14.5176, 121.0509, ['tagig'], [14.468, 121.023, 14.569, 121.1]],
  ['valenzuela', 'Valenzuela', 14.7011, 120.983, [], [14.667, 120.909, 14.757, 121.025]],
];

const NEIGHBOUR_CITIES: Record<string, CityRow[]> = {
  Rizal: [
    ['antipolo', 'Antipolo', 14.5865, 121.1753],
    ['cainta', 'Cainta', 14.578, 121.1165],
    ['taytay', 'Taytay', 14.5573, 121.1325],
    ['angono', 'Angono', 14.5266, 121.1536],
    ['binangonan', 'Binangonan', 14.4645, 121.192],
    ['san-mateo', 'San Mateo', 14.6969, 121.1219],
    ['rodriguez', 'Rodriguez', 14.7328, 121.1444, ['montalban']],
  ],
  Cavite: [
    ['bacoor', 'Bacoor', 14.459, 120.929],
    ['imus', 'Imus', 14.4297, 120.9367],
    ['dasmarinas', 'Dasmariñas', 14.3294, 120.9367, ['dasma']],
    ['general-trias', 'General Trias', 14.3869, 120.8817, ['gen trias', 'gentri']],
    ['kawit', 'Kawit', 14.4447, 120.9017],
    ['cavite-city', 'Cavite City', 14.4791, 120.897],
    ['tagaytay', 'Tagaytay', 14.1153, 120.9621],
    ['silang', 'Silang', 14.2306, 120.975],
  ],
  Laguna: [
    ['san-pedro', 'San Pedro', 14.3583, 121.0583],
    ['binan', 'Biñan', 14.3386, 121.0845],
    ['santa-rosa', 'Santa Rosa', 14.3119, 121.1114, ['sta rosa']],
    ['cabuyao', 'Cabuyao', 14.2726, 121.1262],
    ['calamba', 'Calamba', 14.2117, 121.1653],
  ],
  Bulacan: [
    ['meycauayan', 'Meycauayan', 14.7369, 120.9603],
    ['marilao', 'Marilao', 14.758, 120.948],
    ['bocaue', 'Bocaue', 14.7984, 120.9261],
    ['san-jose-del-monte', 'San Jose del Monte', 14.8139, 121.0453, ['sjdm', 'csjdm']],
    ['malolos', 'Malolos', 14.8433, 120.8114],
  ],
};

type DistrictRow = [
  slug: string,
  name: string,
  cities: string,
  lat: number,
  lng: number,
  aliases?: string[],
  more?: { parent?: string; isCommonName?: boolean; span?: number },
];

const COMMON = { isCommonName: true };

// biome-ignore format: a table, one place a row
const DISTRICTS: DistrictRow[] = [
  // Sellers file Bonifacio Global City under Makati as well; the two cities long disputed it.
  ['bgc', 'Bonifacio Global City', 'taguig makati', 14.5508, 121.0505, ['bgc', 'b g c', 'fort bonifacio',
    'ft bonifacio', 'the fort', 'fort', 'global city', 'taguig global city', 'fort global city',
    'bonifacio global', 'fort bonifacio global city', 'bonifacio high street', 'uptown bonifacio',
    'uptown bgc']],
  ['mckinley-hill', 'McKinley Hill', 'taguig', 14.5335, 121.0525, ['mc kinley hill'], { parent: 'bgc' }],
  ['mckinley-west', 'McKinley West', 'taguig', 14.5395, 121.0425, ['mckinley west village'], { parent: 'bgc' }],
  ['arca-south', 'Arca South', 'taguig', 14.506, 121.0425, ['fti', 'fti complex']],
  ['bicutan', 'Bicutan', 'taguig paranaque', 14.4885, 121.0525, ['lower bicutan', 'upper bicutan']],

  ['ortigas', 'Ortigas Center', 'pasig mandaluyong quezon-city', 14.5869, 121.0614, ['ortigas',
    'ortigas cbd', 'ortigas business district', 'ortigas complex', 'ortigas centre']],
  ['kapitolyo', 'Kapitolyo', 'pasig', 14.5722, 121.0593, ['capitolyo', 'barangay kapitolyo']],
  ['capitol-commons', 'Capitol Commons', 'pasig', 14.5747, 121.0632, [], { parent: 'ortigas' }],
  ['bridgetowne', 'Bridgetowne', 'pasig quezon-city', 14.594, 121.0825, ['bridgetowne estate']],
  ['valle-verde', 'Valle Verde', 'pasig', 14.5835, 121.075],
  ['rosario-pasig', 'Rosario', 'pasig', 14.5885, 121.0865, [], COMMON],
  ['wack-wack', 'Wack-Wack', 'mandaluyong', 14.5905, 121.0525, ['wackwack', 'wack wack greenhills']],
  ['shaw', 'Shaw Boulevard', 'mandaluyong pasig', 14.5815, 121.0535, ['shaw', 'shaw blvd',
    'greenfield district']],
  ['boni', 'Boni', 'mandaluyong', 14.5735, 121.0485, ['boni avenue', 'boni ave', 'pioneer'], COMMON],
  ['greenhills', 'Greenhills', 'san-juan', 14.602, 121.0489, ['green hills', 'north greenhills']],
  ['little-baguio', 'Little Baguio', 'san-juan', 14.6, 121.041],

  ['alabang', 'Alabang', 'muntinlupa', 14.4195, 121.041, ['alabang hills', 'alabang town center',
    'alabang muntinlupa'], { span: 0.022 }],
  ['filinvest-city', 'Filinvest City', 'muntinlupa', 14.4165, 121.04, ['filinvest corporate city',
    'filinvest alabang', 'filinvest city alabang', 'northgate cyberzone'], { parent: 'alabang' }],
  ['ayala-alabang', 'Ayala Alabang', 'muntinlupa', 14.408, 121.023, ['ayala alabang village', 'aav',
    'new alabang village'], { parent: 'alabang' }],
  ['madrigal-business-park', 'Madrigal Business Park', 'muntinlupa', 14.427, 121.0285, [],
    { parent: 'alabang' }],
  ['sucat', 'Sucat', 'paranaque muntinlupa', 14.4575, 121.038],
  ['tunasan', 'Tunasan', 'muntinlupa', 14.3745, 121.0475],

  ['salcedo-village', 'Salcedo Village', 'makati', 14.56, 121.0238, ['salcedo', 'salcedo vill']],
  ['legazpi-village', 'Legazpi Village', 'makati', 14.5542, 121.018, ['legaspi village', 'legazpi',
    'legaspi', 'legazpi vill']],
  ['rockwell', 'Rockwell', 'makati', 14.5652, 121.0365, ['rockwell center', 'rockwell drive',
    'rockwell makati']],
  ['century-city', 'Century City', 'makati', 14.5657, 121.0277, ['century city makati'],
    { parent: 'poblacion' }],
  ['poblacion', 'Poblacion', 'makati', 14.5655, 121.0305, ['poblacion makati'], COMMON],
  ['bel-air', 'Bel-Air', 'makati', 14.5617, 121.0287, ['belair', 'bel air village', 'bel air makati'], COMMON],
  ['dasmarinas-village', 'Dasmariñas Village', 'makati', 14.5395, 121.029, ['dasma village']],
  ['san-lorenzo', 'San Lorenzo', 'makati', 14.5492, 121.0172, ['san lorenzo village'], COMMON],
  ['forbes-park', 'Forbes Park', 'makati', 14.548, 121.0355, ['south forbes park', 'north forbes park']],
  ['urdaneta-village', 'Urdaneta Village', 'makati', 14.5563, 121.0298],
  ['ayala-center', 'Ayala Center', 'makati', 14.551, 121.0245, ['glorietta', 'greenbelt', 'ayala centre']],
  ['san-antonio-village', 'San Antonio Village', 'makati', 14.5653, 121.0105, ['san antonio'], COMMON],
  ['magallanes', 'Magallanes', 'makati', 14.535, 121.0175, ['magallanes village']],
  ['circuit-makati', 'Circuit Makati', 'makati', 14.574, 121.0175, ['circuit', 'sta ana park',
    'carmona makati']],
  ['chino-roces', 'Chino Roces Avenue', 'makati', 14.5515, 121.0125, ['pasong tamo', 'chino roces',
    'chino roces ave']],

  ['eastwood', 'Eastwood City', 'quezon-city', 14.609, 121.0803, ['eastwood', 'eastwood libis', 'libis',
    'eastwood drive']],
  ['loyola-heights', 'Loyola Heights', 'quezon-city', 14.6385, 121.0745, ['katipunan', 'katipunan avenue',
    'katipunan ave', 'katipunan loyola heights']],
  ['tomas-morato', 'Tomas Morato', 'quezon-city', 14.634, 121.0345, ['tomas morato avenue',
    'tomas morato ave', 'timog', 'timog avenue', 'timog ave', 'south triangle', 'scout area']],
  ['cubao', 'Cubao', 'quezon-city', 14.6205, 121.0525, ['araneta center', 'araneta city', 'araneta coliseum']],
  ['new-manila', 'New Manila', 'quezon-city', 14.6165, 121.0345],
  ['diliman', 'Diliman', 'quezon-city', 14.6535, 121.062, ['up village', 'up diliman', 'up campus',
    'teachers village', 'teacher s village', 'sikatuna village', 'maginhawa'], { span: 0.018 }],
  ['vertis-north', 'Vertis North', 'quezon-city', 14.6545, 121.0375, ['north triangle', 'trinoma'], COMMON],
  ['commonwealth', 'Commonwealth', 'quezon-city', 14.6975, 121.0875, ['batasan hills', 'batasan']],
  ['fairview', 'Fairview', 'quezon-city', 14.7335, 121.0585, ['north fairview', 'west fairview',
    'novaliches fairview']],
  ['novaliches', 'Novaliches', 'quezon-city caloocan', 14.7215, 121.0405, ['nova', 'novaliches proper']],
  ['project-8', 'Project 8', 'quezon-city', 14.669, 121.0255, ['proj 8']],
  ['project-4', 'Project 4', 'quezon-city', 14.6255, 121.0685, ['proj 4']],
  ['santolan', 'Santolan', 'quezon-city pasig san-juan', 14.61, 121.0865],
  ['la-loma', 'La Loma', 'quezon-city', 14.628, 120.9945, [], COMMON],
  ['blue-ridge', 'Blue Ridge', 'quezon-city', 14.6165, 121.073, ['white plains', 'corinthian gardens']],

  ['malate', 'Malate', 'manila', 14.5695, 120.989, ['remedios malate']],
  ['ermita', 'Ermita', 'manila', 14.583, 120.985, ['ermita manila'], COMMON],
  ['binondo', 'Binondo', 'manila', 14.6, 120.9745, ['chinatown', 'china town']],
  ['intramuros', 'Intramuros', 'manila', 14.5896, 120.975],
  ['sampaloc', 'Sampaloc', 'manila', 14.6115, 120.9945, ['university belt', 'u belt'], COMMON],
  ['santa-mesa', 'Santa Mesa', 'manila', 14.602, 121.0125, ['sta mesa']],
  ['quiapo', 'Quiapo', 'manila', 14.5988, 120.9838],
  ['santa-cruz', 'Santa Cruz', 'manila', 14.617, 120.983, ['sta cruz'], COMMON],
  ['tondo', 'Tondo', 'manila', 14.617, 120.967],
  ['paco', 'Paco', 'manila', 14.579, 120.9965],
  ['pandacan', 'Pandacan', 'manila', 14.591, 121.006],
  ['santa-ana', 'Santa Ana', 'manila', 14.581, 121.012, ['sta ana'], COMMON],

  ['bay-area', 'Bay Area', 'pasay paranaque', 14.5285, 120.9865, ['manila bay area', 'bay city', 'aseana',
    'aseana city', 'macapagal', 'macapagal boulevard', 'macapagal blvd'], { span: 0.02 }],
  ['moa-complex', 'Mall of Asia Complex', 'pasay', 14.535, 120.983, ['moa', 'moa complex', 'mall of asia',
    'sm mall of asia', 'sm moa'], { parent: 'bay-area' }],
  ['entertainment-city', 'Entertainment City', 'paranaque pasay', 14.523, 120.9895,
    ['pagcor entertainment city', 'pagcor city'], { parent: 'bay-area' }],
  ['newport-city', 'Newport City', 'pasay', 14.519, 121.0195, ['newport', 'villamor', 'resorts world manila',
    'newport world']],
  ['bf-homes', 'BF Homes', 'paranaque las-pinas muntinlupa', 14.448, 121.0195, ['b f homes', 'bf paranaque',
    'bf']],
  ['baclaran', 'Baclaran', 'paranaque pasay', 14.534, 120.994],
  ['merville', 'Merville', 'paranaque', 14.5015, 121.0275, ['merville park']],
  ['better-living', 'Better Living', 'paranaque', 14.487, 121.037, ['better living subdivision',
    'don bosco paranaque']],
  ['pilar-village', 'Pilar Village', 'las-pinas', 14.4385, 121.0035, ['pilar', 'bf resort',
    'bf resort village']],
  ['almanza', 'Almanza', 'las-pinas', 14.43, 121.0135, ['almanza uno', 'almanza dos', 'southville']],
  ['zapote', 'Zapote', 'las-pinas', 14.4625, 120.969],
  ['monumento', 'Monumento', 'caloocan', 14.657, 120.984, ['grace park']],
  ['camarin', 'Camarin', 'caloocan', 14.7575, 121.0395, ['bagong silang']],
  ['marikina-heights', 'Marikina Heights', 'marikina', 14.6505, 121.1185, ['concepcion',
    'concepcion marikina'], COMMON],
  ['sta-elena', 'Santa Elena', 'marikina', 14.633, 121.0965, ['sta elena', 'riverbanks'], COMMON],
  ['karuhatan', 'Karuhatan', 'valenzuela', 14.688, 120.975, ['malinta']],
];

/** Half the side of the square shown for a district, in degrees. */
const DISTRICT_SPAN = 0.012;

function buildCity(province: string, [slug, name, lat, lng, aliases = [], box]: CityRow): Place {
  const plain = foldText(name).replace(/ city$/, '');
  const spellings = /city$/i.test(name) ? [`city of ${plain}`] : [`${plain} city`, `city of ${plain}`];
  const city: Place = {
    slug,
    name,
    kind: 'city',
    city: slug,
    province,
    aliases: [...spellings, ...aliases],
    center: { lat, lng },
  };
  if (box) city.bounds = { south: box[0], west: box[1], north: box[2], east: box[3] };
  return city;
}

function buildDistrict([slug, name, reach, lat, lng, aliases = [], more = {}]: DistrictRow): Place {
  const cities = reach.split(' ');
  const { span = DISTRICT_SPAN, ...rest } = more;
  return {
    slug,
    name,
    kind: 'district',
    city: cities[0] ?? '',
    ...(cities.length > 1 && { cities }),
    ...rest,
    province: METRO_MANILA,
    aliases,
    center: { lat, lng },
    bounds: { south: lat - span, west: lng - span, north: lat + span, east: lng + span },
  };
}

/** Lowercase words parted by single spaces: 'Parañaque-City' → 'paranaque city'. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export const METRO_MANILA_CITIES: Place[] = METRO_CITIES.map((row) => buildCity(METRO_MANILA, row));

export const PLACES: Place[] = [
  REGION,
  ...METRO_MANILA_CITIES,
  ...Object.entries(NEIGHBOUR_CITIES).flatMap(([province, rows]) =>
    rows.map((row) => buildCity(province, row)),
  ),
  ...DISTRICTS.map(buildDistrict),
];

/** The property list's location filter, as specified. */
export const PROPERTY_LIST_LOCATIONS = [
  'Manila',
  'Makati',
  'BGC',
  'Ortigas',
  'Quezon City',
  'Pasig',
  'Mandaluyong',
  'Alabang',
] as const;

/** Provinces offered by forms, the usual one first. */
export const PROVINCES = [
  METRO_MANILA,
  'Bataan',
  'Batangas',
  'Benguet',
  'Bohol',
  'Bulacan',
  'Cavite',
  'Cebu',
  'Davao del Sur',
  'Iloilo',
  'La Union',
  'Laguna',
  'Misamis Oriental',
  'Negros Occidental',
  'Palawan',
  'Pampanga',
  'Quezon',
  'Rizal',
  'Tarlac',
  'Zambales',
] as const;

const bySlug = new Map(PLACES.map((place) => [place.slug, place]));
const byName = new Map<string, Place>();
let longestName = 1;
for (const place of PLACES) {
  for (const name of [foldText(place.name), ...place.aliases]) {
    if (!byName.has(name)) byName.set(name, place);
    longestName = Math.max(longestName, name.split(' ').length);
  }
}

/** 'Ortigas Avenue' and 'Pasay Road' are streets elsewhere, 'Manila Bay' is a view. */
const NOT_THE_PLACE_BEFORE = new Set(
  `ave avenue st street road rd blvd boulevard drive dr highway hwy ext extension line lane loop bridge river
   expressway bay memorial polo golf zapote`.split(/\s+/),
);
const NOT_THE_PLACE_AFTER = new Set(['near', 'nearby', 'beside', 'behind', 'across', 'from', 'to']);
/** Words that may surround a place's name without changing which place is meant. */
const FILLER = new Set(
  'the of in at city town village district area brgy barangay philippines ph phl municipality proper'.split(
    ' ',
  ),
);
const OTHER_PROVINCES = new Set(PROVINCES.slice(1).map(foldText));

export interface Mention {
  place: Place;
  /** Which words name it. */
  start: number;
  length: number;
  /** A street, bridge or bay that carries the name: 'Ortigas Avenue'. */
  isStreet: boolean;
}

/** The places that some folded words name, the longest name first. */
export function mentionsIn(words: readonly string[]): Mention[] {
  const mentions: Mention[] = [];
  for (let start = 0; start < words.length; ) {
    let length = Math.min(longestName, words.length - start);
    let place: Place | undefined;
    for (; length > 0 && !place; length--) place = byName.get(words.slice(start, start + length).join(' '));
    const taken = place ? length + 1 : 1;
    if (place)
      mentions.push({
        place,
        start,
        length: taken,
        isStreet: NOT_THE_PLACE_BEFORE.has(words[start + taken] ?? ''),
      });
    start += taken;
  }
  return mentions;
}

function findMentions(text: string): { places: Place[]; hasOtherWords: boolean } {
  const places: Place[] = [];
  let hasOtherWords = false;
  for (const segment of text.split(/[,;()|\n]+/)) {
    const words = foldText(segment).split(' ').filter(Boolean);
    const named = words.map(() => false);
    for (const { place, start, length, isStreet } of mentionsIn(words)) {
      if (isStreet || NOT_THE_PLACE_AFTER.has(words[start - 1] ?? '')) continue;
      places.push(place);
      named.fill(true, start, start + length);
    }
    if (words.some((word, at) => !named[at] && !FILLER.has(word))) hasOtherWords = true;
  }
  return { places, hasOtherWords };
}

/** Whether a district lies in that city, or reaches into it. */
export function reachesInto(district: Place, citySlug: string): boolean {
  return district.cities ? district.cities.includes(citySlug) : district.city === citySlug;
}

/** The most telling district among those named; one inside another says more than the broad one. */
function pickDistrict(places: Place[], citySlug: string | null): Place | undefined {
  const districts = places.filter(
    (place) => place.kind === 'district' && (citySlug ? reachesInto(place, citySlug) : !place.isCommonName),
  );
  return districts.find((place) => place.parent) ?? districts[0];
}

export function placeBySlug(slug: string): Place | undefined {
  return bySlug.get(slug);
}

/**
 * The place a search means: 'Makati City', 'City of Makati', 'bgc taguig', 'Paranaque', 'QC', 'NCR' or a slug.
 * 'Manila' is the City of Manila. A text that also says other things ('2BR in Makati') is no place name: undefined.
 */
export function findPlace(text: string): Place | undefined {
  const exact = byName.get(foldText(text)) ?? bySlug.get(text.trim().toLowerCase());
  if (exact) return exact;
  const { places, hasOtherWords } = findMentions(text);
  if (hasOtherWords) return undefined;
  const city = places.find((place) => place.kind === 'city');
  const district = pickDistrict(places, city?.slug ?? null);
  return district ?? city ?? places[0];
}

/** Where a listing lies, by its own words. The city text outranks the address; the district may come from either. */
export function locatePlaces(listing: {
  address?: string | null | undefined;
  city?: string | null | undefined;
  province?: string | null | undefined;
}): LocatedPlaces {
  const province = foldText(listing.province ?? '');
  const fitsProvince = (place: Place) =>
    !OTHER_PROVINCES.has(province) || foldText(place.province) === province;
  const fromCity = findMentions(listing.city ?? '').places.filter(fitsProvince);
  const fromAddress = findMentions(listing.address ?? '').places.filter(fitsProvince);

  const namedCity = fromCity.find((place) => place.kind === 'city');
  // 'Ortigas' lies in three cities: the address may say which.
  const districtAsCity = pickDistrict(fromCity, namedCity?.slug ?? null);
  const addressCities = fromAddress.filter((place) => place.kind === 'city');
  const city =
    namedCity?.slug ??
    (districtAsCity
      ? (addressCities.find((place) => reachesInto(districtAsCity, place.slug))?.slug ?? districtAsCity.city)
      : undefined) ??
    // With a city we do not know, the address must not move the listing into one we do.
    (isBlankOrRegion(listing.city, fromCity)
      ? (addressCities.at(-1)?.slug ?? pickDistrict(fromAddress, null)?.city)
      : undefined) ??
    null;

  const district = city ? pickDistrict([...fromCity, ...fromAddress], city) : undefined;
  const isMetroManila = city
    ? bySlug.get(city)?.province === METRO_MANILA
    : byName.get(province) === REGION || [...fromCity, ...fromAddress].includes(REGION);
  return {
    citySlug: city,
    districtSlug: district?.slug ?? null,
    regionSlug: isMetroManila ? REGION.slug : null,
  };
}

function isBlankOrRegion(city: string | null | undefined, mentioned: Place[]): boolean {
  return foldText(city ?? '') === '' || mentioned.some((place) => place.kind === 'region');
}

/** The condition a listing's located slugs must meet; a broad district includes the districts inside it. */
export function placeCriterion(place: Place): PlaceCriterion {
  if (place.kind === 'region') return { field: 'regionSlug', slugs: [place.slug] };
  if (place.kind === 'city') return { field: 'citySlug', slugs: [place.slug] };
  const inside = PLACES.filter((other) => other.parent === place.slug).map((other) => other.slug);
  return { field: 'districtSlug', slugs: [place.slug, ...inside] };
}

/** The same condition as a predicate. */
export function placeMatches(place: Place): (located: LocatedPlaces) => boolean {
  const { field, slugs } = placeCriterion(place);
  return (located) => slugs.includes(located[field] ?? '');
}
