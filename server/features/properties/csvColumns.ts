import type { CsvCell } from '#server/http/csv.ts';
import { languageCodes, type Translate, translator } from '#server/languages.ts';
import { type AmountKind, readAmount } from '#shared/amounts.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { completionLabel, listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { type AnyFact, type FactName, factNames, facts } from '#shared/listing/facts.ts';
import {
  type Completion,
  completions,
  type ListingType,
  listingTypes,
  type PropertyStatus,
  type PropertyType,
  propertyStatuses,
  propertyTypes,
} from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { foldText } from '#shared/places.ts';
import {
  CSV_LIST_SEPARATOR,
  type CsvColumn,
  csvColumns,
  type informationColumns,
  ownReferenceOf,
} from '#shared/propertyCsv.ts';
import { type Noun, NUMBER_WORDS, ORDINALS } from './list/searchLanguage.ts';
import { likelyErrors } from './list/searchMending.ts';
import { nouns, phrases } from './list/searchPhrases.ts';
import { sentenceTokens } from './list/searchTokens.ts';

/** A cell of a file: text, or a number where the format knows numbers. */
export type Cell = string | number;

/** How a whole file is written. */
export interface FileHabits {
  /** The mark of decimals, where a cell of the file shows it. */
  decimalMark: ',' | undefined;
}

/** The reading of a cell. */
export interface CellReading {
  /** The value that the contract takes; undefined is 'as in the empty form'. */
  value: unknown;
  /** The value in words, where the cell says it in others. */
  read?: Message | string;
  /** Why the cell cannot be taken. */
  issue?: Message;
  /** The offer that the price was given for: '45,000/month'. */
  offer?: ListingType;
}

type ReadCell = (cell: Cell, habits: FileHabits) => CellReading;

interface Column {
  /** Where a listing has it. */
  path: string;
  write(listing: OwnProperty): CsvCell;
  read: ReadCell;
  /** Replaces the contract's own sentence where that sentence addresses programs. */
  sentence?: Message;
}

const readText: ReadCell = (cell) => ({ value: String(cell) });

/** As people say that there is nothing to write. */
const NOTHING =
  /^(?:[-–—_.]+|n\s*[/.]?\s*a\.?|none|nil|null|tba|tbd|tbc|not applicable|not available|to follow)$/i;
export const saysNothing = (cell: Cell): boolean => typeof cell === 'string' && NOTHING.test(cell.trim());

/** A cell left empty says that it is not known. */
const orNull =
  (read: ReadCell): ReadCell =>
  (cell, habits) => {
    if (cell === '') return { value: null };
    return saysNothing(cell) ? { value: null, read: msg('Empty') } : read(cell, habits);
  };

const figures = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 2 });
const inPesos = (pesos: number) => `₱${figures.format(pesos)}`;

/** Digits alone say themselves, with commas between thousands. */
const saysNumber = (text: string, value: number) =>
  /^[\d.,]+$/.test(text) && Number(text.replaceAll(',', '')) === value;

const unreadable: Partial<Record<AmountKind, (text: string) => Message>> = {
  pesos: (text) =>
    msg('“{text}” cannot be read as one price. Write it in pesos, such as 12,500,000 or 12.5M', { text }),
  area: (text) => msg('“{text}” cannot be read as one area. Write it in square metres, such as 54.5', { text }),
};

const askedAbout = (text: string, [larger = 0, smaller = 0]: readonly number[]) =>
  msg('“{text}” can mean {larger} or {smaller}. Write it in full, without the mark', {
    text,
    larger: figures.format(larger),
    smaller: String(smaller),
  });

/** A number, with all that people write around it. Text that is none is passed on, and refused by name. */
const readNumber =
  (kind: AmountKind, show: (value: number) => Message | string, noun?: Noun): ReadCell =>
  (cell, { decimalMark }) => {
    if (typeof cell === 'number') return { value: cell, ...(kind === 'pesos' && { read: show(cell) }) };
    const amount = readAmount(cell, kind, { decimalMark });
    if (amount.kind === 'empty') return { value: undefined };
    if (amount.kind === 'read') {
      const { value, isMonthly } = amount;
      const isSaid = saysNumber(cell, value) && kind !== 'pesos';
      return { value, ...(!isSaid && { read: show(value) }), ...(isMonthly && { offer: 'rent' as const }) };
    }
    const text = cell.slice(0, MAX_QUOTED);
    if (amount.kind === 'asked') return { value: undefined, issue: askedAbout(text, amount.choices) };
    const counted = noun && cell.length <= MAX_QUOTED ? countOf(cell, noun) : undefined;
    if (counted !== undefined) return { value: counted, read: show(counted) };
    const sentence = /\d/.test(cell) ? unreadable[kind]?.(text) : undefined;
    return sentence ? { value: undefined, issue: sentence } : { value: cell };
  };

const MAX_QUOTED = 60;

/** '3BR', '2 T&B', '12th floor', 'two': a number and the thing that the column counts, in the words of searches. */
function countOf(text: string, noun: Noun): number | undefined {
  const words = wordsOf(text);
  const numbers = words.flatMap((word, at) => {
    const number =
      ORDINALS.get(word) ?? NUMBER_WORDS.get(word) ?? (/^\d{1,4}$/.test(word) ? Number(word) : undefined);
    return number === undefined ? [] : [{ number, at }];
  });
  const [found] = numbers;
  if (numbers.length > 1) return undefined;
  if (!found)
    return noun === 'beds' && isStudioWord(words) ? 0 : noun === 'floor' && isGroundFloor(words) ? 1 : undefined;
  const rest = words.filter((_word, at) => at !== found.at && words[at] !== 'and');
  const isNoun = (from: number) => {
    const meant = nouns.find((at) => rest[at], from);
    return meant?.meaning.noun === noun && meant.end === rest.length;
  };
  const isCounted = COUNTED[noun]?.test(rest.join(' ')) ?? false;
  return rest.length === 0 || isNoun(0) || isCounted ? found.number : undefined;
}

const wordsOf = (text: string): string[] =>
  sentenceTokens(text)
    .filter(({ isMark, text: word }) => !isMark || word === 'and')
    .map(({ text: word }) => word);

const isStudioWord = (words: readonly string[]) => {
  const meant = phrases.find((at) => words[at], 0);
  return meant?.meaning.kind === 'studio' && meant.end === words.length;
};
const isGroundFloor = (words: readonly string[]) => /^(?:g f|gf|ground floor|lobby)$/.test(words.join(' '));
/** Words of files beside those of searches. */
const COUNTED: Partial<Record<Noun, RegExp>> = {
  floor: /^(?:(?:th|st|nd|rd|f|fl|flr|floor|level|palapag|na|ika) ?)+$/,
  parking: /^(?:(?:car|cars|slot|slots|covered|open|garage|parking|space|spaces) ?)+$/,
};

/** The words that a choice is known by in any language: its stored value, its label. */
function knownWords<Value extends string>(values: readonly Value[], labels: Record<Value, Message>) {
  const words = translators().flatMap((t) => values.map((value) => [foldText(t(labels[value])), value] as const));
  return new Map([...words, ...values.map((value) => [foldText(value), value] as const)]);
}

let known: Translate[] | undefined;
/** Catalogues are read when the first file is. */
export function translators(): readonly Translate[] {
  known ??= languageCodes.map(translator);
  return known;
}

type Understood = Partial<{
  type: PropertyType;
  listing_type: ListingType;
  completion: Completion;
  furnished: boolean;
}>;

/** Beside the kind of a home they change nothing of it. */
const LIGHT_WORDS = new Set('residential unit units property single attached resale owned'.split(' '));
const STOREYS = /^stor(?:e?y|ies|eys)$/;

/** Facts that the search understands in 'House and Lot', 'paupahan' or 'RFO'; {} where the cell says more than them. */
function understand(text: string): Understood {
  if (text.length > MAX_QUOTED) return {};
  const tokens = sentenceTokens(text, likelyErrors(text));
  const understood: Understood = {};
  let isWhole = true;
  const add = <Name extends keyof Understood>(name: Name, value: Understood[Name]) => {
    if (understood[name] !== undefined && understood[name] !== value) isWhole = false;
    understood[name] = value;
  };
  for (let at = 0; at < tokens.length && isWhole; ) {
    const found = phrases.find((place) => tokens[place]?.text, at);
    const token = tokens[at];
    if (!found) {
      const isStoreys = token?.number != null && STOREYS.test(tokens[at + 1]?.text ?? '');
      const isLight = token?.isMark ? token.text !== '/' : LIGHT_WORDS.has(token?.text ?? '');
      if (!isStoreys && !isLight) isWhole = false;
      at += isStoreys ? 2 : 1;
      continue;
    }
    at = found.end;
    const { meaning } = found;
    if (meaning.kind === 'type') add('type', meaning.type);
    else if (meaning.kind === 'text' && 'ofType' in meaning) add('type', meaning.ofType);
    else if (meaning.kind === 'filter') {
      const { listing_type, completion, furnished, ...more } = meaning.filters;
      if (Object.keys(more).length > 0) isWhole = false;
      if (listing_type) add('listing_type', listing_type as ListingType);
      if (completion) add('completion', completion as Completion);
      if (typeof furnished === 'boolean') add('furnished', furnished);
    } else if (meaning.kind !== 'preferred') isWhole = false;
  }
  return isWhole ? understood : {};
}

/** The stored value, its visible word in any language, or what the search understands as it. */
function readChoice<Value extends string>(
  values: readonly Value[],
  labels: Record<Value, Message>,
  meant: (text: string) => { value?: Value | undefined; offer?: ListingType | undefined },
): ReadCell {
  let words: Map<string, Value> | undefined;
  return (cell) => {
    if (cell === '') return { value: undefined };
    const text = String(cell);
    words ??= knownWords(values, labels);
    const value = words.get(foldText(text));
    if (value !== undefined) return { value };
    const { value: understood, offer } = meant(text);
    if (understood === undefined) return { value: text };
    return { value: understood, read: labels[understood], ...(offer && { offer }) };
  };
}

const STATUS_WORDS: Record<PropertyStatus, string> = {
  available: 'active|open|vacant|on the market|for sale|for rent|for lease|still available|bakante',
  pending: 'reserved|on hold|hold|under offer|under negotiation|under contract|may reservation|nakareserba',
  sold: 'nabenta|nabenta na|sold out|naibenta',
  rented: 'leased|rented out|leased out|naupahan|may umuupa|naupahan na',
};
const statusOf = (text: string) =>
  propertyStatuses.find((status) => STATUS_WORDS[status].split('|').includes(foldText(text)));

const YES = 'yes true y 1 oo opo meron mayroon'.split(' ');
const NO = 'no false n 0 hindi wala'.split(' ');
const readTruth: ReadCell = (cell) => {
  const text = String(cell);
  const word = foldText(text);
  const truth = YES.includes(word) || (NO.includes(word) ? false : null);
  if (truth !== null) return { value: truth };
  const { furnished } = understand(text);
  return furnished === undefined
    ? { value: text }
    : { value: furnished, read: furnished ? msg('Yes') : msg('No') };
};

const writeTruth = (value: boolean | null) => (value === null ? null : value ? 'yes' : 'no');

/** Addresses in one cell may be parted by a comma, a semicolon or blanks: where a new one begins. */
const BETWEEN_ADDRESSES = /[,;\s]+(?=https?:\/\/|\/media\/)/gi;
/** Features may be parted by commas, semicolons or lines: not within brackets or numbers. */
const FEATURE = /(?:\([^()]*\)|(?<=\d),(?=\d{3}(?!\d))|[^,;\r\n])+/g;

/** Signs that would part an entry are escaped; a lone entry is followed by a separator where it could be read as several. */
export function writeList(items: readonly string[]): string {
  const written = items.map((item) =>
    item.replace(/[\\|]/g, '\\$&').replace(BETWEEN_ADDRESSES, (between) => between.replace(/[\s\S]/g, '\\$&')),
  );
  const [only] = items;
  return written.length === 1 && only && /[,;\n]/.test(only)
    ? `${written[0]}${CSV_LIST_SEPARATOR}`
    : written.join(CSV_LIST_SEPARATOR);
}

/** Parts at each '|' that no backslash stands before. */
const partsOf = (text: string): string[] => text.match(/(?:\\[\\|]|[^|])+/g) ?? [];
const unescaped = (item: string): string => item.replace(/\\([\\|,;\s])/g, '$1').trim();

export const readList = (text: string): string[] => partsOf(text).map(unescaped);

/** Whether a '|' parts the list. */
const isParted = (text: string) => /(?:^|[^\\])(?:\\\\)*\|/.test(text);

/** Addresses of pictures, also those that stand behind one another without a '|'. */
export const readAddresses = (text: string): string[] =>
  partsOf(text).flatMap((part) =>
    part
      .split(/(?<!\\)[,;\s]+(?=https?:\/\/|\/media\/)/i)
      .map((address) => unescaped(address.replace(/[;\s]+$/, '').replace(/(?<=\.\w{3,4}),$/, '')))
      .filter(Boolean),
  );

function readFeatures(text: string): string[] {
  if (isParted(text)) return readList(text).filter(Boolean);
  const features = text.match(FEATURE) ?? [];
  return features.map((feature) => unescaped(feature.trim().replace(/^[-–—•*·▪✓]\s+/, ''))).filter(Boolean);
}

const readEntries =
  (read: (text: string) => string[], show: (items: readonly string[]) => Message | string): ReadCell =>
  (cell) => {
    const text = String(cell);
    if (saysNothing(text)) return { value: [], read: msg('Empty') };
    const value = read(text);
    return { value, ...(!isParted(text) && value.length > 1 && { read: show(value) }) };
  };

/** The same where the place of an item counts, so that an empty one is one too. */
function readPlacedList(text: string): string[] {
  if (text === '' || saysNothing(text)) return [];
  if (!isParted(text) && /\n/.test(text.trim())) return text.trim().split(/\r?\n/).map(unescaped);
  const items = `${CSV_LIST_SEPARATOR}${text}`.match(/\|(?:\\[\\|]|[^|])*/g) ?? [];
  return items.map((item) => unescaped(item.slice(1)));
}

export const writePlacedList = (items: readonly string[]): string =>
  items.some(Boolean) ? items.map((item) => item.replace(/[\\|]/g, '\\$&')).join(CSV_LIST_SEPARATOR) : '';

const NOUN_OF: Partial<Record<FactName, Noun>> = {
  bedrooms: 'beds',
  bathrooms: 'baths',
  parking_slots: 'parking',
  floor_level: 'floor',
};

const completionMeant = (text: string) => ({ value: understand(text).completion });

/** 'Dec 2027', 'Q4 2027' and a whole day say a year. */
const YEAR =
  /^(?:[a-z]{3,9}\.?|q[1-4]|[1-4]q)[\s,-]+((?:19|20)\d\d)$|^((?:19|20)\d\d)-\d\d(?:-\d\d(?:[T ].*)?)?$/i;

function factColumn(name: FactName): Column {
  const fact: AnyFact = facts[name];
  const path = `details.${name}`;
  if (fact.kind === 'flag')
    return {
      path,
      write: ({ details }) => writeTruth(details[name] as boolean | null),
      read: orNull(readTruth),
      sentence: fact.csvProblem,
    };
  const write: Column['write'] = ({ details }) => details[name] as string | number | null;
  if (fact.kind === 'choice') {
    const read = readChoice<Completion>(completions, completionLabel, completionMeant);
    return { path, write, read: orNull(read), sentence: fact.csvProblem };
  }
  const show = (value: number) =>
    name === 'area_sqm' ? msg('{area} sqm', { area: figures.format(value) }) : String(value);
  const count = readNumber(name === 'area_sqm' ? 'area' : 'count', show, NOUN_OF[name]);
  const read: ReadCell = (cell, habits) => {
    const [, year, dated] = (name === 'year_built' && YEAR.exec(String(cell).trim())) || [];
    const written = year ?? dated;
    if (written) return { value: Number(written), read: written };
    if (name === 'parking_slots' && (saysNothing(cell) || /^(?:no|walang?)\b[^\d]*$/i.test(String(cell))))
      return { value: 0, read: '0' };
    return count(cell, habits);
  };
  return { path, write, read: fact.isNullable ? orNull(read) : read };
}

const factColumns = Object.fromEntries(factNames.map((name) => [name, factColumn(name)])) as Record<
  FactName,
  Column
>;

const typeMeant = (text: string) => {
  const { type: value, listing_type: offer } = understand(text);
  return { value, offer };
};
const offerMeant = (text: string) => ({ value: understand(text).listing_type });
const statusMeant = (text: string) => ({ value: statusOf(text) });
const unread: ReadCell = () => ({ value: undefined });

export const columns: Record<CsvColumn, Column> = {
  reference: {
    path: 'reference',
    write: ({ reference, id }) => reference ?? ownReferenceOf(id),
    read: orNull(readText),
  },
  title: { path: 'title', write: ({ title }) => title, read: readText },
  description: { path: 'description', write: ({ description }) => description, read: readText },
  price: { path: 'price', write: ({ price }) => price, read: readNumber('pesos', inPesos) },
  type: {
    path: 'type',
    write: ({ type }) => type,
    read: readChoice<PropertyType>(propertyTypes, propertyTypeLabel, typeMeant),
    sentence: msg('Type must be one of: {words}', { words: propertyTypes.join(', ') }),
  },
  listing_type: {
    path: 'listing_type',
    write: ({ listing_type }) => listing_type,
    read: readChoice<ListingType>(listingTypes, listingTypeLabel, offerMeant),
    sentence: msg('Listing type must be one of: {words}', { words: listingTypes.join(', ') }),
  },
  status: {
    path: 'status',
    write: ({ status }) => status,
    read: readChoice<PropertyStatus>(propertyStatuses, propertyStatusLabel, statusMeant),
    sentence: msg('Status must be one of: {words}', { words: propertyStatuses.join(', ') }),
  },
  address: { path: 'location.address', write: ({ location }) => location.address, read: readText },
  city: { path: 'location.city', write: ({ location }) => location.city, read: readText },
  province: { path: 'location.province', write: ({ location }) => location.province, read: readText },
  // The draft has the id, which the import looks up by this name and the city.
  building: { path: 'building_id', write: ({ building }) => building?.name ?? null, read: unread },
  // Both coordinates are read together: a cell may hold the pair.
  latitude: {
    path: 'location.coordinates.lat',
    write: ({ location }) => location.coordinates?.lat ?? null,
    read: unread,
    sentence: msg('Latitude must be a number from -90 to 90. Fill in both coordinates or neither'),
  },
  longitude: {
    path: 'location.coordinates.lng',
    write: ({ location }) => location.coordinates?.lng ?? null,
    read: unread,
    sentence: msg('Longitude must be a number from -180 to 180. Fill in both coordinates or neither'),
  },
  ...factColumns,
  images: {
    path: 'images',
    write: ({ images }) => writeList(images),
    read: readEntries(readAddresses, ({ length: count }) =>
      msg('{count, plural, one {# image} other {# images}}', { count }),
    ),
  },
  // In the order of the images.
  image_descriptions: {
    path: 'image_descriptions',
    write: ({ image_descriptions }) => writePlacedList(image_descriptions),
    read: (cell) => ({ value: readPlacedList(String(cell)) }),
  },
  video_url: { path: 'video_url', write: ({ video_url }) => video_url, read: orNull(readText) },
  features: {
    path: 'features',
    write: ({ features }) => writeList(features),
    read: readEntries(readFeatures, (features) => features.join(` ${CSV_LIST_SEPARATOR} `)),
  },
};

export const informationCells: Record<(typeof informationColumns)[number], Column['write']> = {
  id: ({ id }) => id,
  moderation_status: ({ moderation_status }) => moderation_status,
  views: ({ views }) => views,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
};

/** The column that a path within a draft ('images.3') came from. */
export const columnAt = (path: string): CsvColumn | undefined =>
  csvColumns.find((name) => `${path}.`.startsWith(`${columns[name].path}.`));

/** Characters that XML 1.0 cannot contain even escaped, lone surrogates included. */
export const NO_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are meant
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
