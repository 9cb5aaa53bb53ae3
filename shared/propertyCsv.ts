import { textLabels } from './listing/drafts.ts';
import { type AnyFact, type FactName, factNames, facts, factsOfKind } from './listing/facts.ts';
import { type Message, msg } from './messages.ts';
/** The file of listings that agents export and import: what both sides have to know of it. */

/** The columns that an import reads, in the order of the form. */
export const csvColumns = [
  'title',
  'description',
  'price',
  'type',
  'listing_type',
  'status',
  'address',
  'city',
  'province',
  'building',
  'latitude',
  'longitude',
  ...factNames,
  'images',
  'image_descriptions',
  'video_url',
  'features',
  'reference',
] as const;
export type CsvColumn = (typeof csvColumns)[number];

/** Without these no listing is complete; the others may be left out. */
export const requiredCsvColumns = [
  ...(['title', 'description', 'price', 'address', 'city', 'province'] as const),
  ...factsOfKind('number').filter((name) => 'mustBeGiven' in facts[name]),
] satisfies readonly CsvColumn[];

const factLabels = Object.fromEntries(
  factNames.map((name) => {
    const fact: AnyFact = facts[name];
    return [name, (fact.kind === 'number' && fact.formLabel) || fact.label];
  }),
) as Record<FactName, Message>;

/** As the form calls its fields. Headings of a file may say these words too, in each language. */
export const csvColumnLabels: Record<CsvColumn, Message> = {
  title: msg('Title'),
  ...textLabels,
  price: msg('Price (₱)'),
  type: msg('Property Type'),
  listing_type: msg('Listing Type'),
  status: msg('Status'),
  building: msg('Building or project'),
  latitude: msg('Latitude'),
  longitude: msg('Longitude'),
  ...factLabels,
  images: msg('Images'),
  image_descriptions: msg('Descriptions of the images'),
  video_url: msg('Video'),
  features: msg('Features'),
  reference: msg('Your reference'),
};

/** Columns whose cells hold several entries. */
export const listColumns: readonly CsvColumn[] = ['images', 'image_descriptions', 'features'];

/** Columns of exports only; an import skips them, because they are not the agent's to set. */
export const informationColumns = ['id', 'moderation_status', 'views', 'created_at', 'updated_at'] as const;

/** The same of the file of a whole office. */
export const officeColumns = ['agent_id', 'agent_name'] as const;

/** Parts the pictures and the features within their cells. */
export const CSV_LIST_SEPARATOR = '|';

/** How an export names a listing that has no number of the office's own: by its id here. */
export const ownReferenceOf = (listingId: number) => `silong-${listingId}`;

export const MAX_CSV_BYTES = 1_048_576;
export const MAX_CSV_ROWS = 500;

export const csvMessages = {
  tooLarge: msg('The file is larger than 1 MB. Please split it into smaller ones.'),
  tooLargeWorkbook: msg('The workbook is larger than 5 MB. Please split it, or leave its pictures out.'),
  unreadable: msg(
    'Some characters in this file cannot be read. Save it as "CSV UTF-8" (in Excel: Save As, CSV UTF-8) and choose it again.',
  ),
  unreadableFeed: msg('Some characters in this file cannot be read. Save it as UTF-8 and choose it again.'),
  unknownEncoding: (encoding: string) =>
    msg('This file says that it is written in “{encoding}”, which cannot be read. Save it as UTF-8.', {
      encoding,
    }),
  oldWorkbook: msg(
    'This is a workbook of an older Excel (.xls). In your spreadsheet, save it as .xlsx or as "CSV UTF-8" and choose that file.',
  ),
  noWorkbook: msg('This workbook cannot be read. In your spreadsheet, save it again as .xlsx or as "CSV UTF-8".'),
  notText: msg('This is not a CSV file. In your spreadsheet, save it as "CSV UTF-8" and choose that file.'),
};
