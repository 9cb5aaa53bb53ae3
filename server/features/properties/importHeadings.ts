import { distance } from 'fastest-levenshtein';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';
import { foldText } from '#shared/places.ts';
import {
  type CsvColumn,
  csvColumnLabels,
  csvColumns,
  informationColumns,
  officeColumns,
} from '#shared/propertyCsv.ts';
import { translators } from './csvColumns.ts';
import type { Noun } from './list/searchLanguage.ts';
import { nouns, PhraseBook } from './list/searchPhrases.ts';

/** The headings of files that offices keep, as columns of a listing. */

/** A heading narrower than its column: the price of an offer, one of two areas, a part of the address. */
export type Narrower = ListingType | 'floor' | 'lot' | 'part' | 'pair';

export interface HeadingMeaning {
  /** 'information': a column of exports, which an import skips. */
  column: CsvColumn | 'information';
  narrower?: Narrower;
  /** Said by the heading of each of its bare numbers: 'Price (in millions)'. */
  unit?: string;
}

type Row = [meaning: CsvColumn | readonly [CsvColumn, Narrower], ...says: string[]];

/** In the notation of the search's phrases: `a|b` is either, and a `?` behind them says that they may be missing. */
const HEADINGS: readonly Row[] = [
  ['title', 'listing|property|ad|post|unit? title|headline', 'heading|caption|pamagat', 'listing|ad name'],
  [
    'description',
    'listing|property|unit|full|long|short? description|desc|descriptions|paglalarawan',
    'ad text|body',
  ],
  ['price', 'asking|list|listing|property|unit|total|offer|offered|current|gross? price|presyo|halaga|amount'],
  ['price', 'total? contract|package price', 'price|presyo|halaga tag', 'how much', 'asking'],
  [['price', 'sale'], 'selling|sale|benta price|amount', 'tcp', 'price for sale', 'for sale price'],
  [['price', 'rent'], 'monthly|buwanang? rent|rental|upa', 'monthly|rent|rental|lease price|rate|amount'],
  [
    ['price', 'rent'],
    'rent|rental|lease|price|rate|upa per|a|kada|bawat? month|mo|buwan|monthly',
    'rent|lease monthly?',
  ],
  [
    'type',
    'property|home|house? type|kind|category|classification',
    'type|kind|category|uri of|ng property|home|bahay',
  ],
  ['listing_type', 'listing|offer|transaction|deal|sale type|kind|category', 'offer|offering|transaction|purpose'],
  ['listing_type', 'for? sale|rent|lease or|o? sale|rent|lease', 'type|uri of|ng listing|offer|transaction|alok'],
  ['status', 'listing|property|market|sale|sales? status|availability|katayuan', 'available'],
  [
    'address',
    'street|full|complete|property|exact|listing|home? address|tirahan',
    'address line? 1',
    'property location',
  ],
  [['address', 'part'], 'street name?', 'kalye', 'barangay|brgy|bgy name?', 'village|subdivision|subd name?'],
  [['address', 'part'], 'address line? 2', 'village or|and? subdivision'],
  [
    'city',
    'city|municipality|town|lungsod|bayan|siyudad name?',
    'city|municipality or|and? municipality|town|city',
  ],
  ['province', 'province|lalawigan|probinsya|probinsiya name?', 'province|state or? state|province|region'],
  [
    'building',
    'building|project|tower|condo|condominium|development|gusali name?',
    'building or project',
    'building and? project',
    'building and project name',
    'building or project name',
  ],
  ['latitude', 'map|gps|pin|geo? lat|latitude|latitud', 'latitude deg|degrees'],
  [
    ['latitude', 'pair'],
    'map|gps|pin|geo|google? coordinate|coordinates|coords|geolocation|geopoint',
    'lat|latitude and|or? lng|lon|long|longitude',
  ],
  [
    ['latitude', 'pair'],
    'latlng|latlong|latlon|gps|pin',
    'google maps|map? link|pin|url|location',
    'map|gps|pin link|url|pin|location',
  ],
  ['longitude', 'map|gps|pin|geo? lng|lon|long|longitude|longitud'],
  [['area_sqm', 'floor'], 'floor|living|usable|interior|building area|size', 'floor area size', 'gfa'],
  [['area_sqm', 'lot'], 'lot|land area|size', 'lot area size', 'sukat ng lupa|lote'],
  [
    'area_sqm',
    'unit|property|total|gross|net? area|size|sukat|laki',
    'floor or|and? lot area',
    'lot or|and? floor area',
  ],
  ['furnished', 'is? furnished|furnish|furnishing|furnishings|muwebles|furniture status?', 'may muwebles'],
  ['floor_level', 'unit|which|what? floor|storey|palapag no|number|level?', 'level'],
  [
    'parking_slots',
    'parking|parkings|garage|carport|paradahan|garahe no|count?',
    'parking slot|slots|space|spaces',
  ],
  [
    'completion',
    'completion|construction|turnover|project? status|stage',
    'completion',
    'rfo or? preselling?',
    'pre selling',
  ],
  ['completion', 'ready for occupancy', 'preselling or? rfo?'],
  [
    'year_built',
    'year|yr built|completed|finished|constructed|build?',
    'year of? construction|completion|turnover',
  ],
  ['year_built', 'built|completion|construction|turnover year|yr', 'built in', 'taon ng? pagkakatayo|gawa'],
  [
    'images',
    'main|cover|primary|featured|gallery|property|listing|more|other? image|images|photo|photos|picture|pictures|pic|pics|larawan|litrato link|links|url|urls|address|addresses|file|files?',
  ],
  [
    'images',
    'image|images|photo|photos|picture|pictures|link|links|url|urls of|to? image|images|photo|photos|picture|pictures',
  ],
  [
    'image_descriptions',
    'image|images|photo|photos|picture|pictures|pic description|descriptions|caption|captions|alt text?',
  ],
  ['image_descriptions', 'captions', 'alt text'],
  [
    'video_url',
    'youtube|vimeo|facebook|tiktok|walkthrough|virtual? video|videos|tour|walkthrough link|url|address?',
    'youtube link|url?',
    'you tube',
    'you tube link|url',
  ],
  [
    'features',
    'unit|building|property|home|other|key? feature|features|amenity|amenities|inclusion|inclusions|facilities|katangian',
  ],
  ['features', 'features|amenities and|or? amenities|features|inclusions|facilities'],
  [
    'reference',
    'your|my|our|own|listing|property|unit|mls|agent|office? reference|ref|code no|number|num|id|code?',
  ],
  ['reference', 'listing|property|mls id|no|number|num', 'mls|sku'],
];

/** Headings that sound like a column and are none. */
const OTHERS = new PhraseBook<true>(
  [
    'price|rate|rent|amount|cost per|a sqm|sq|square|sqft m|meter|metre|ft?',
    'price sqm',
    'no|number|num|total|count of? floors|floor|storeys|storey|stories|levels',
    'floors|storeys|stories|levels',
    'unit type',
    'association|condo|assoc|monthly? dues',
  ].map((says) => [says, true] as const),
);

const meaningOf = (meant: Row[0]): HeadingMeaning =>
  typeof meant === 'string' ? { column: meant } : { column: meant[0], narrower: meant[1] };

const synonyms = new PhraseBook<HeadingMeaning>(
  HEADINGS.flatMap(([meant, ...says]) => says.map((pattern) => [pattern, meaningOf(meant)] as const)),
);

const NOUN_COLUMNS: Partial<Record<Noun, CsvColumn>> = {
  beds: 'bedrooms',
  baths: 'bathrooms',
  area: 'area_sqm',
  parking: 'parking_slots',
  floor: 'floor_level',
};

const exact = new Map<string, HeadingMeaning>([
  ...csvColumns.map((column) => [foldText(column), { column }] as const),
  ...[...informationColumns, ...officeColumns].map((name) => [foldText(name), { column: 'information' }] as const),
]);

/** The labels of the form and of the page of a listing, in each language. */
let labels: ReadonlyMap<string, HeadingMeaning> | undefined;
function labelMeanings(): ReadonlyMap<string, HeadingMeaning> {
  labels ??= new Map(
    translators().flatMap((t) => [
      ...csvColumns.map((column) => [foldHeading(t(csvColumnLabels[column])), { column }] as const),
      [foldHeading(t(msg('Floor Area'))), { column: 'area_sqm', narrower: 'floor' }] as const,
      [foldHeading(t(msg('Lot Area'))), { column: 'area_sqm', narrower: 'lot' }] as const,
    ]),
  );
  return labels;
}

/** Far longer than any known heading. */
const MAX_HEADING = 200;

/** Words, each as the tables have it: 'floorArea (m²)' is 'floor area m2', 'T&B' is 't and b'. */
export const foldHeading = (heading: string): string =>
  foldText(
    heading
      .slice(0, MAX_HEADING)
      .normalize('NFKC')
      .replace(/\(s\)/gi, 's')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/₱/g, ' php ')
      .replace(/\$/g, ' usd ')
      .replace(/&/g, ' and ')
      .replace(/^\s*#\s*(?:of\b)?/i, ' no of '),
  );

const FOREIGN = /\b(?:usd|us|dollars?|eur|euros?|sgd|hkd|jpy|yen)\b/;
const LEADING = /^(?:(?:no|num|number|total|total no|total number|count)(?: of)? |mga |the |ilang |bilang ng )/;
const CURRENCY_END = / (?:in )?(?:php|p|pesos?|piso)$/;
const SQUARE_METRES_END = / (?:in )?(?:sqm|sqms|sq m|sq mtrs?|m2|square met(?:er|re)s?)$/;
const NOTE_END = / (?:optional|required|yes no|y n|rfo preselling|decimal|degrees|count|pcs)$/;
const SCALE_ENDS: readonly (readonly [end: RegExp, unit: string])[] = [
  [/ (?:in )?(?:m|mil|mill|mn|millions?)$/, 'M'],
  [/ (?:in )?(?:k|thousands?|000s?)$/, 'k'],
];
const AREA_ENDS: readonly (readonly [end: RegExp, unit: string])[] = [
  [/ (?:in )?(?:ha|has|hectares?)$/, 'ha'],
  [/ (?:in )?(?:sqft|sq ft|ft2|square f(?:ee|oo)t)$/, 'sqft'],
];

function lookUp(words: string): HeadingMeaning | null {
  const known = exact.get(words) ?? labelMeanings().get(words);
  if (known) return known;
  const parts = words.split(' ');
  const isWhole = (found: { end: number } | undefined) => found?.end === parts.length;
  const wordAt = (at: number) => parts[at];
  if (isWhole(OTHERS.find(wordAt, 0))) return null;
  const said = synonyms.find(wordAt, 0);
  if (said && isWhole(said)) return said.meaning;
  const counted = nouns.find(wordAt, 0);
  const column = counted && isWhole(counted) && NOUN_COLUMNS[counted.meaning.noun];
  return column ? { column, ...(counted.meaning.size === 10_000 && { unit: 'ha' }) } : null;
}

/** 'Listing Type' is listing_type, 'Floor Area (sqm)' the area of a floor. Null: a heading that is not known. */
export function readHeading(heading: string): HeadingMeaning | null {
  const words = foldHeading(heading);
  const known = words === '' ? null : lookUp(words);
  if (known) return known;
  if (words === '' || FOREIGN.test(words)) return null;
  return withoutUnits(words) ?? numberedPicture(words);
}

function withoutUnits(words: string): HeadingMeaning | null {
  const plain = words.replace(NOTE_END, '').replace(LEADING, '');
  const asked = [plain, plain.replace(CURRENCY_END, ''), plain.replace(SQUARE_METRES_END, '')];
  for (const text of new Set(asked)) {
    const meaning = text === words || OTHERS.find((at) => text.split(' ')[at], 0) ? null : lookUp(text);
    if (meaning && fitsUnit(meaning, plain, text)) return meaning;
  }
  for (const [ends, column] of [
    [SCALE_ENDS, 'price'],
    [AREA_ENDS, 'area_sqm'],
  ] as const)
    for (const [end, unit] of ends) {
      const text = plain.replace(end, '').replace(CURRENCY_END, '');
      const meaning = end.test(plain) ? lookUp(text) : null;
      if (meaning?.column === column) return { ...meaning, unit };
    }
  return null;
}

/** Pesos stand behind prices, square metres behind areas. */
function fitsUnit({ column }: HeadingMeaning, plain: string, text: string): boolean {
  if (plain === text) return true;
  return CURRENCY_END.test(plain) ? column === 'price' : column === 'area_sqm';
}

/** 'Photo 3' */
function numberedPicture(words: string): HeadingMeaning | null {
  const meaning = /\d$/.test(words) ? lookUp(words.replace(/ ?\d{1,3}$/, '')) : null;
  return meaning && (meaning.column === 'images' || meaning.column === 'features') ? meaning : null;
}

/** Words that make a column likely. */
const HINTS: readonly (readonly [CsvColumn, RegExp])[] = [
  ['price', /\b(?:price|presyo|php|cost|rent|rental|value|rate)\b/],
  ['area_sqm', /\b(?:area|sqm|size|sukat|floor area|lot)\b/],
  ['bedrooms', /\b(?:bed|beds|bedrooms?|br|unit type|rooms?)\b/],
  ['bathrooms', /\b(?:bath|baths|bathrooms?|cr|toilets?)\b/],
  ['parking_slots', /\b(?:parking|garage|car)\b/],
  ['images', /\b(?:images?|photos?|pictures?|pics?)\b/],
  ['title', /\b(?:title|name|headline)\b/],
  ['description', /\b(?:description|details?|about|remarks?)\b/],
  ['province', /\b(?:province|region|state)\b/],
  ['city', /\b(?:city|town|municipality)\b/],
  ['address', /\b(?:address|location|street|lokasyon)\b/],
  ['building', /\b(?:building|project|tower|developer)\b/],
  ['year_built', /\b(?:year|built|turnover|completion date)\b/],
  ['floor_level', /\b(?:floor|level|palapag)\b/],
  ['features', /\b(?:features?|amenities|inclusions)\b/],
  ['reference', /\b(?:ref|reference|code|id)\b/],
  ['type', /\b(?:type|kind|category)\b/],
];

const FEW_LETTERS = 5;

/** The column that an unknown heading may mean, for the person to confirm. */
export function suggestColumn(heading: string): CsvColumn | null {
  const words = foldHeading(heading);
  if (words === '' || FOREIGN.test(words) || OTHERS.find((at) => words.split(' ')[at], 0)) return null;
  const names = [...csvColumns, ...csvColumns.map((column) => csvColumnLabels[column].id)];
  const typo = names.findIndex((name) => {
    const slips = foldText(name).length > FEW_LETTERS ? 2 : 1;
    return distance(foldText(name), words) <= slips;
  });
  if (typo >= 0) return csvColumns[typo % csvColumns.length] ?? null;
  return HINTS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
