import type { UnderstoodFilters } from '#server/features/properties/list/searchLanguage.ts';
import { locationText } from '#server/features/properties/list/searchParser.ts';
import type { SearchReader } from '#server/features/properties/list/searchReader.ts';
import type { Translate } from '#server/languages.ts';
import { foldText } from '#shared/gazetteer/names.ts';
import { mediaLabel } from '#shared/labels.ts';
import { wordsOfFilters } from '#shared/listing/filters.ts';
import { mediaOf } from '#shared/listing/vocabulary.ts';
import { findPlace } from '#shared/places.ts';
import {
  type Candidate,
  EXACTLY,
  homesText,
  listUrl,
  scoreOf,
  searchText,
  suggestable,
} from './suggestCandidates.ts';
import type { OfferedListings } from './suggestCounts.ts';
import { findAreas } from './suggestNames.ts';

/** The typed text, as the list reads it. */
interface Sentence {
  filters: UnderstoodFilters;
  /** The words that stay text. */
  words: string;
  /** Asks for more than a type, an offer and a place, which are suggested by themselves. */
  saysMore: boolean;
}

/** A name has at most so many words. */
const MOST_OF_NAME = 3;
/** Fewer letters begin too much, and of a number more figures may come. */
const UNFINISHED = /^(?:\d+|\p{L}{1,2})$/u;

/** '2br condo bgc under 10m' by the reader of the list, its last words completed; null where it reads no filter. */
export async function readSentence(
  searches: SearchReader,
  listings: OfferedListings,
  typed: string,
): Promise<Sentence | null> {
  const parts = typed.split(/\s+/).filter(Boolean);
  const read = await readWords(searches, typed);
  const last = foldText(parts.at(-1) ?? '');
  const isLeft = parts.length > 1 && last !== '' && foldText(read.words).split(' ').at(-1) === last;
  const best = isLeft ? await completed(searches, listings, parts, read) : read;
  return Object.keys(best.filters).length > 0 ? best : null;
}

async function readWords(searches: SearchReader, search: string): Promise<Sentence> {
  const { understood } = await searches.read({ search });
  const { filters = {}, words = search } = understood ?? {};
  const { type: _type, listing_type: _offer, location: _place, ...more } = filters;
  return { filters, words, saysMore: Object.keys(more).length > 0 };
}

/** In '2br condo mak' the incomplete part is the place, in 'studio under 2' the price. */
async function completed(
  searches: SearchReader,
  listings: OfferedListings,
  parts: readonly string[],
  read: Sentence,
): Promise<Sentence> {
  for (let length = Math.min(MOST_OF_NAME, parts.length - 1); length > 0; length--) {
    const begun = foldText(parts.slice(-length).join(' ')).split(' ');
    const areas = findAreas(begun).filter(({ fit }) => fit === 'is' || fit === 'begins');
    const place = suggestable(listings, areas)[0]?.item;
    if (!place || begun.join('').length < 2) continue;
    const whole = await readWords(searches, [...parts.slice(0, -length), locationText(place)].join(' '));
    if (whole.filters.location && findPlace(whole.filters.location) === place) return whole;
  }
  return UNFINISHED.test(parts.at(-1) ?? '') ? readWords(searches, parts.slice(0, -1).join(' ')) : read;
}

export function suggestSentence({ filters, words }: Sentence, t: Translate): Candidate {
  const { type = null, listing_type = null, location = null, ...more } = filters;
  const further = Object.entries(more).map(([name, value]) => [name, String(value)]);
  return {
    kind: 'search',
    text: sentenceText(filters, words, t),
    url: listUrl({
      type,
      listing_type,
      location,
      ...Object.fromEntries(further),
      ...(words !== '' && { search: words, exact: '1' }),
    }),
    fit: words === '' ? 'is' : 'begins',
    count: null,
    score: scoreOf('search', words === '' ? 'is' : 'begins') + EXACTLY,
  };
}

/** '2-bedroom condominiums in BGC, up to ₱10.0M': the list's heading and chips as one phrase. */
function sentenceText(filters: UnderstoodFilters, words: string, t: Translate): string {
  const { type: _type, location = null, listing_type = null, features, media, ...table } = filters;
  const { bedrooms: _least, beds_exact: _exactly, ...others } = table;
  const said = [
    ...wordsOfFilters(others).map(({ words: chip }) => (typeof chip === 'string' ? chip : t(chip))),
    ...mediaOf(media ?? '').map((kind) => t(mediaLabel[kind])),
  ].map((text) => text.charAt(0).toLowerCase() + text.slice(1));
  const { id, values } = searchText(roomsText(filters, t), listing_type, location);
  const heading = t(id, values);
  return [heading, ...said, ...(features ? features.split(',') : []), ...(words ? [`“${words}”`] : [])].join(
    ', ',
  );
}

/** '2-bedroom condominiums', 'Studios' */
function roomsText({ type, bedrooms, beds_exact: exactly }: UnderstoodFilters, t: Translate): string {
  const homes = t(homesText(type ?? null));
  if (exactly === 0 && !type) return t('Studios');
  const rest = { homes: homes.toLowerCase() };
  if (exactly === 0) return t('Studio {homes}', rest);
  if (exactly) return t('{bedrooms}-bedroom {homes}', { ...rest, bedrooms: String(exactly) });
  return bedrooms ? t('{bedrooms}+ bedroom {homes}', { ...rest, bedrooms: String(bedrooms) }) : homes;
}
