import { factNames, facts, factsOfKind } from './listing/facts.ts';
import { msg } from './messages.ts';
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
  unreadable: msg(
    'Some characters in this file cannot be read. Save it as "CSV UTF-8" (in Excel: Save As, CSV UTF-8) and choose it again.',
  ),
  notText: msg('This is not a CSV file. In your spreadsheet, save it as "CSV UTF-8" and choose that file.'),
};

const SEPARATORS = [',', ';', '\t'];

/** The separator of the cells: found in the headings, which contain none of their own. */
export function csvSeparatorOf(text: string): string {
  const [headings = ''] = text.split(/\r\n|\r|\n/, 1);
  const count = (separator: string) => headings.split(separator).length;
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best));
}
