import { mediaLabel, propertyTypeHeading } from '../labels.ts';
import { type Message, msg } from '../messages.ts';
import { formatPriceBound } from '../money.ts';
import { notInWords, notOfTypeWords, wordsOfFilters } from './filters.ts';
import type { ListingType, MediaKind, PropertyType } from './vocabulary.ts';

/** The filters that the title of a list says, beside its places and types. */
const titledFilters = [
  'listing_type',
  'bedrooms',
  'max_bedrooms',
  'beds_exact',
  'min_price',
  'max_price',
] as const;

interface TitledSearch {
  /** Any of them. */
  types?: readonly PropertyType[] | undefined;
  listing_type?: ListingType | null | undefined;
  bedrooms?: number | null | undefined;
  max_bedrooms?: number | null | undefined;
  beds_exact?: number | null | undefined;
  /** Pesos. */
  min_price?: number | null | undefined;
  max_price?: number | null | undefined;
}

/** Names, any of them. */
export interface TitledPlaces {
  /** The homes lie in one of them. */
  places: readonly string[];
  /** The homes lie near one of them. */
  near: readonly string[];
}

type Say = (message: Message) => string;

/**
 * The title of a list, for its page and for the head of that page: '2-bedroom condos or houses for rent in Makati or BGC
 * near MRT-3 up to ₱40K'.
 * @param say in the reader's language
 */
export function searchTitle(search: TitledSearch, { places, near }: TitledPlaces, say: Say): string {
  const homes = homesText(search, say);
  const offer = search.listing_type ?? 'any';
  const location = eitherOf(places, say);
  const offered = location
    ? say(
        msg(
          '{offer, select, sale {{homes} for sale in {location}} rent {{homes} for rent in {location}} lease {{homes} for lease in {location}} other {{homes} in {location}}}',
          { offer, homes, location },
        ),
      )
    : say(
        msg(
          '{offer, select, sale {{homes} for sale} rent {{homes} for rent} lease {{homes} for lease} other {{homes}}}',
          { offer, homes },
        ),
      );
  const heading =
    near.length > 0
      ? say(msg('{heading} near {places}', { heading: offered, places: eitherOf(near, say) }))
      : offered;
  const [from, to] = [search.min_price, search.max_price].map((pesos) => (pesos ? formatPriceBound(pesos) : ''));
  if (from && to) return say(msg('{heading} from {from} to {to}', { heading, from, to }));
  if (from) return say(msg('{heading} from {from}', { heading, from }));
  return to ? say(msg('{heading} up to {to}', { heading, to })) : heading;
}

interface TitledRest {
  excludedPlaces: readonly string[];
  excludedTypes: readonly PropertyType[];
  media: readonly MediaKind[];
  /** Features and words in the reader's language, or as they were typed. */
  own: readonly string[];
  page: number;
}

/** 'Condominiums for sale in Makati up to ₱5M · Furnished · “pool”': the title of the list's window. */
export function listTitle(
  search: TitledSearch & Parameters<typeof wordsOfFilters>[0],
  places: TitledPlaces,
  { excludedPlaces, excludedTypes, media, own, page }: TitledRest,
  say: Say,
): string {
  const untitled = Object.fromEntries(titledFilters.map((name) => [name, null]));
  const known = [
    ...wordsOfFilters({ ...search, ...untitled, status: null }).map(({ words }) => words),
    ...excludedPlaces.map(notInWords),
    ...excludedTypes.map((type) => notOfTypeWords(say(propertyTypeHeading[type]))),
    ...media.map((kind) => mediaLabel[kind]),
  ].map((words) => (typeof words === 'string' ? words : say(words)));
  const title = [searchTitle(search, places, say), ...known, ...own].join(' · ');
  return page > 1 ? say(msg('{title}, page {page}', { title, page: String(page) })) : title;
}

const MOST_NAMED = 3;

/** 'Makati', 'Makati or BGC', 'Makati, BGC or Pasig', 'Makati, BGC or 3 others' */
function eitherOf(names: readonly string[], say: Say): string {
  const shown = names.length > MOST_NAMED ? names.slice(0, MOST_NAMED - 1) : names.slice(0, -1);
  const last =
    names.length > MOST_NAMED
      ? say(msg('{count} others', { count: names.length - shown.length }))
      : (names.at(-1) ?? '');
  return shown.length > 0 ? say(msg('{names} or {last}', { names: shown.join(', '), last })) : last;
}

/** '2-bedroom condos', 'Condominiums', 'Condominiums or houses', '2–3 bedroom houses' */
function homesText({ types = [], bedrooms, max_bedrooms: most, beds_exact }: TitledSearch, say: Say): string {
  const plurals =
    types.length > 0 ? types.map((type) => say(propertyTypeHeading[type])) : [say(msg('Properties'))];
  const short = plurals.map((plural, at) => (types[at] === 'condo' ? say(msg('condos')) : plural.toLowerCase()));
  const homes = eitherOf(short, say);
  const whole = eitherOf(
    plurals.map((plural, at) => (at === 0 ? plural : plural.toLowerCase())),
    say,
  );
  const least = beds_exact ?? bedrooms ?? 0;
  const limit = beds_exact ?? most ?? null;
  if (limit === 0) return types.length > 0 ? say(msg('Studio {homes}', { homes })) : say(msg('Studios'));
  if (limit !== null && least === limit)
    return say(msg('{bedrooms}-bedroom {homes}', { homes, bedrooms: String(limit) }));
  if (limit !== null && least > 0)
    return say(msg('{from}–{to} bedroom {homes}', { homes, from: String(least), to: String(limit) }));
  if (limit === 1) return say(msg('Studio to 1-bedroom {homes}', { homes }));
  if (limit !== null)
    return say(msg('{homes} with up to {bedrooms} bedrooms', { homes: whole, bedrooms: String(limit) }));
  return least > 0 ? say(msg('{bedrooms}+ bedroom {homes}', { homes, bedrooms: String(least) })) : whole;
}
