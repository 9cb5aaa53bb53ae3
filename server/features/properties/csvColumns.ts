import type { CsvCell } from '#server/http/csv.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { type AnyFact, type FactName, factNames, facts } from '#shared/listing/facts.ts';
import {
  type ListingType,
  listingTypes,
  type PropertyStatus,
  type PropertyType,
  propertyStatuses,
  propertyTypes,
} from '#shared/listing/vocabulary.ts';
import { english, type Message, msg } from '#shared/messages.ts';
import {
  CSV_LIST_SEPARATOR,
  type CsvColumn,
  csvColumns,
  type informationColumns,
  ownReferenceOf,
} from '#shared/propertyCsv.ts';

/** A cell as people write it, as the value the contract takes; undefined is 'as in the empty form'. */
type ReadCell = (text: string) => unknown;

interface Column {
  /** Where a listing has it. */
  path: string;
  write(listing: OwnProperty): CsvCell;
  read: ReadCell;
  /** Replaces the contract's own sentence where that sentence addresses programs. */
  sentence?: Message;
}

const readText: ReadCell = (text) => text;

const NUMBER = /^(?:₱|php\s?)?\s*(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s*(?:sqm|m²)?$/i;

/** Reads '₱12,500,000' and '54.5 sqm' too. Text that is no number is passed on, and refused by name later. */
const readNumber: ReadCell = (text) => {
  if (text === '') return undefined;
  const digits = NUMBER.exec(text)?.[1];
  return digits === undefined ? text : Number(digits.replaceAll(',', ''));
};

/** A cell left empty says that it is not known. */
const orNull =
  (read: ReadCell): ReadCell =>
  (text) =>
    text === '' ? null : read(text);

/** The stored value or its visible word, in upper or lower case. */
function readChoice<Value extends string>(values: readonly Value[], labels: Record<Value, Message>): ReadCell {
  const known = new Map(
    values.flatMap((value) => [
      [value.toLowerCase(), value],
      [english(labels[value]).toLowerCase(), value],
    ]),
  );
  return (text) => (text === '' ? undefined : (known.get(text.toLowerCase()) ?? text));
}

const YES = ['yes', 'true', 'y', '1'];
const NO = ['no', 'false', 'n', '0'];
const readTruth: ReadCell = (text) => {
  const word = text.toLowerCase();
  return YES.includes(word) || (NO.includes(word) ? false : text);
};

const writeTruth = (value: boolean | null) => (value === null ? null : value ? 'yes' : 'no');

export const writeList = (items: readonly string[]): string =>
  items.map((item) => item.replace(/[\\|]/g, '\\$&')).join(CSV_LIST_SEPARATOR);

/** Parts at each '|' that no backslash stands before. */
export const readList = (text: string): string[] => (text.match(/(?:\\[\\|]|[^|])+/g) ?? []).map(readItem);

const readItem = (item: string): string => item.replace(/\\([\\|])/g, '$1').trim();

/** The same where the place of an item counts, so that an empty one is one too. */
function readPlacedList(text: string): string[] {
  if (text === '') return [];
  const items = `${CSV_LIST_SEPARATOR}${text}`.match(/\|(?:\\[\\|]|[^|])*/g) ?? [];
  return items.map((item) => readItem(item.slice(1)));
}

const writePlacedList = (items: readonly string[]) => (items.some(Boolean) ? writeList(items) : '');

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
  if (fact.kind === 'choice')
    return { path, write, read: orNull(readChoice(fact.values, fact.labels)), sentence: fact.csvProblem };
  return { path, write, read: fact.isNullable ? orNull(readNumber) : readNumber };
}

const factColumns = Object.fromEntries(factNames.map((name) => [name, factColumn(name)])) as Record<
  FactName,
  Column
>;

export const columns: Record<CsvColumn, Column> = {
  reference: {
    path: 'reference',
    write: ({ reference, id }) => reference ?? ownReferenceOf(id),
    read: orNull(readText),
  },
  title: { path: 'title', write: ({ title }) => title, read: readText },
  description: { path: 'description', write: ({ description }) => description, read: readText },
  price: { path: 'price', write: ({ price }) => price, read: readNumber },
  type: {
    path: 'type',
    write: ({ type }) => type,
    read: readChoice<PropertyType>(propertyTypes, propertyTypeLabel),
    sentence: msg('Type must be one of: {words}', { words: propertyTypes.join(', ') }),
  },
  listing_type: {
    path: 'listing_type',
    write: ({ listing_type }) => listing_type,
    read: readChoice<ListingType>(listingTypes, listingTypeLabel),
    sentence: msg('Listing type must be one of: {words}', { words: listingTypes.join(', ') }),
  },
  status: {
    path: 'status',
    write: ({ status }) => status,
    read: readChoice<PropertyStatus>(propertyStatuses, propertyStatusLabel),
    sentence: msg('Status must be one of: {words}', { words: propertyStatuses.join(', ') }),
  },
  address: { path: 'location.address', write: ({ location }) => location.address, read: readText },
  city: { path: 'location.city', write: ({ location }) => location.city, read: readText },
  province: { path: 'location.province', write: ({ location }) => location.province, read: readText },
  // The draft has the id, which the import looks up by this name and the city.
  building: { path: 'building_id', write: ({ building }) => building?.name ?? null, read: () => undefined },
  latitude: {
    path: 'location.coordinates.lat',
    write: ({ location }) => location.coordinates?.lat ?? null,
    read: readNumber,
    sentence: msg('Latitude must be a number from -90 to 90. Fill in both coordinates or neither'),
  },
  longitude: {
    path: 'location.coordinates.lng',
    write: ({ location }) => location.coordinates?.lng ?? null,
    read: readNumber,
    sentence: msg('Longitude must be a number from -180 to 180. Fill in both coordinates or neither'),
  },
  ...factColumns,
  images: { path: 'images', write: ({ images }) => writeList(images), read: readList },
  // In the order of the images.
  image_descriptions: {
    path: 'image_descriptions',
    write: ({ image_descriptions }) => writePlacedList(image_descriptions),
    read: readPlacedList,
  },
  video_url: { path: 'video_url', write: ({ video_url }) => video_url, read: orNull(readText) },
  features: { path: 'features', write: ({ features }) => writeList(features), read: readList },
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
