import type { PropertyList, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { foldText, mainPlaces } from '#shared/gazetteer/names.ts';
import { mediaLabel, propertyTypeHeading } from '#shared/labels.ts';
import {
  nearWords,
  notInWords,
  notOfTypeWords,
  withoutFeatureWords,
  wordsOfFilters,
} from '#shared/listing/filters.ts';
import { searchTitle } from '#shared/listing/searchTitle.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { t, textOf } from '#web/lib/i18n.tsx';
import { changeState, type ListState, readListState, readReach } from './listState.ts';

/** The buttons above the list. Commercial is `office`, which matches offices and commercial spaces. */
export const categories: { type: PropertyType | null; label: Message }[] = [
  { type: null, label: msg('All Properties') },
  { type: 'condo', label: msg('Condominiums') },
  { type: 'house', label: msg('Houses') },
  { type: 'apartment', label: msg('Apartments') },
  { type: 'office', label: msg('Commercial') },
  { type: 'land', label: msg('Land') },
];

/** Addresses may name a place by its slug. */
const placeName = (location: string): string =>
  Object.entries(mainPlaces).find(([slug]) => slug === location.toLowerCase())?.[1] ?? location;

/** Names that the page asks for beside the list. */
export interface ChipNames {
  /** Undefined until it is known; null: there is no such building. */
  building?: string | null | undefined;
  /** Of known places, by their slugs. */
  near?: Readonly<Record<string, string>> | undefined;
}

/** Until the name is known: 'mrt' is 'MRT'. */
const nearName = (slug: string, { near }: ChipNames): string => near?.[slug] ?? slug.replaceAll('-', ' ').toUpperCase();

/** '2-bedroom condos for rent in Makati or BGC up to ₱40K' */
export const headingOf = (state: ListState, names: ChipNames = {}): string =>
  searchTitle(
    state,
    { places: state.locations.map(placeName), near: state.near.map((slug) => nearName(slug, names)) },
    t,
  );

export const foundText = (total: number) =>
  t('{total, plural, one {# property found} other {# properties found}}', { total });

/** The filters that have a pill, under which all of their chips stand. */
export type PillName = 'listing_type' | 'type' | 'location' | 'price' | 'beds';

const pillsOfChips: Record<string, PillName> = {
  listing_type: 'listing_type',
  type: 'type',
  location: 'location',
  price: 'price',
  bedrooms: 'beds',
  beds_exact: 'beds',
};

/** @param key of a chip */
export const pillOf = (key: string): PillName | undefined => pillsOfChips[key.split(' ', 1)[0] ?? ''];

export interface FilterChip {
  /** The filter as the list call names it, one of several (a place, a feature) with its name; both bounds of a price are one. */
  key: string;
  label: string;
  without: Partial<ListState>;
}

/** Filters of which there may be several values. */
type SeveralField =
  | 'types'
  | 'excludedTypes'
  | 'locations'
  | 'excludedLocations'
  | 'near'
  | 'features'
  | 'excludedFeatures'
  | 'media'
  | 'reaches';

/** In the order in which people think of them. */
export function filterChips(state: ListState, names: ChipNames = {}): FilterChip[] {
  const { search, near, near_m, areas, bbox } = state;
  const table = wordsOfFilters(state).map(({ key, names: filters, words }) => ({
    key,
    label: key === 'building' ? buildingLabel(words, names.building) : textOf(words),
    without: Object.fromEntries(filters.map((name) => [name, null])) as Partial<ListState>,
  }));
  /** One chip for each of several values. */
  const each = <Field extends SeveralField>(
    key: string,
    field: Field,
    labelOf: (value: ListState[Field][number]) => string,
  ): FilterChip[] => {
    const values: readonly ListState[Field][number][] = state[field];
    return values.map((value) => ({
      key: `${key} ${value}`,
      label: labelOf(value),
      without: { [field]: values.filter((other) => other !== value) },
    }));
  };
  const chips: (FilterChip | false)[] = [
    search !== '' && { key: 'search', label: `“${search}”`, without: { search: '' } },
    ...each('type', 'types', (type) => t(categoryLabel(type))),
    ...each('exclude_type', 'excludedTypes', (type) => t(notOfTypeWords(t(categoryLabel(type))))),
    ...table.filter(({ key }) => key === 'listing_type'),
    ...each('location', 'locations', placeName),
    ...each('exclude_location', 'excludedLocations', (place) => t(notInWords(placeName(place)))),
    ...each('near', 'near', (slug) => t(nearWords(nearName(slug, names), near_m))).map((chip) =>
      near.length > 1 ? chip : { ...chip, without: { near: [], near_m: null } },
    ),
    ...table.filter(({ key }) => key !== 'listing_type'),
    ...each('features', 'features', (feature) => feature),
    ...each('exclude_features', 'excludedFeatures', (feature) => t(withoutFeatureWords(feature))),
    ...each('media', 'media', (kind) => t(mediaLabel[kind])),
    areas.length > 0 && {
      key: 'area',
      label: t('{count, plural, one {Drawn area} other {# drawn areas}}', { count: areas.length }),
      without: { areas: [] },
    },
    ...each('reach', 'reaches', (reach) => reachText(readReach(reach))),
    bbox !== null && { key: 'bbox', label: t('Map area'), without: { bbox: null } },
  ];
  return chips.filter((chip) => chip !== false);
}

const buildingLabel = (unknown: Message | string, name: string | null | undefined): string =>
  name ?? (name === null ? t('A building that was removed') : textOf(unknown));

/** 'Within 30 min by car of Ayala' */
export const reachText = ({ mode, minutes, name }: ReturnType<typeof readReach>) =>
  t(
    '{mode, select, walk {Within {minutes} min on foot of {place}} bicycle {Within {minutes} min by bicycle of {place}} car {Within {minutes} min by car of {place}} other {Within {minutes} min by public transport of {place}}}',
    { mode, minutes, place: name || t('a chosen place') },
  );

export interface Relaxation {
  /** 'Without “pool”' */
  label: string;
  total: number;
  state: ListState;
}

/** The server's proposals, by the words of the chips. @param state with the filters read out of the search */
export function relaxationsOf(
  state: ListState,
  relaxations: NonNullable<PropertyList['relaxations']>,
  names?: ChipNames,
): Relaxation[] {
  const chips = filterChips(state, names);
  return relaxations.flatMap(({ filter, word, total }) => {
    const named = filter === null ? null : namedFilter(chips, filter);
    // Without its words the list may still need a filter to go.
    if (filter !== null && !named) return [];
    const search = word === null ? null : withoutWords(state.search, word);
    const without = { ...named?.without, ...(search === null ? {} : { search }) };
    const name = [...(word === null ? [] : [`“${word}”`]), ...(named ? [named.name] : [])].join(', ');
    const exact = state.exact && without.search !== '';
    const label = t('Without {filter}', { filter: name });
    return [{ label, total, state: changeState(state, { ...without, exact }) }];
  });
}

/** All chips of a filter of the list call, and the state without them. */
function namedFilter(chips: FilterChip[], filter: string) {
  const named = chips.filter(({ key }) => key === filter || key.startsWith(`${filter} `));
  const [only, ...others] = named;
  if (!only) return null;
  const name = named.map(({ key, label }) => (key === 'search' ? label : `“${label}”`)).join(', ');
  const fields = Object.keys(only.without);
  const without = others.length > 0 ? Object.fromEntries(fields.map((field) => [field, []])) : only.without;
  return { name, without };
}

/** @param words folded and parted by spaces, as the server names them; each is left out wherever it stands */
function withoutWords(search: string, words: string): string {
  const gone = new Set(words.split(' '));
  const isLeft = (word: string) =>
    foldText(word)
      .split(' ')
      .some((part) => part !== '' && !gone.has(part));
  return search.split(/\s+/).filter(isLeft).join(' ');
}

export function correctedSearch(search: string, corrections: UnderstoodSearch['corrections']): string {
  let corrected = search;
  for (const { from, to } of corrections) {
    const at = corrected.toLowerCase().indexOf(from.toLowerCase());
    // A word written otherwise than it was read cannot be corrected in its place.
    if (at < 0) return corrections.map((correction) => correction.to).join(' ');
    corrected = corrected.slice(0, at) + to + corrected.slice(at + from.length);
  }
  return corrected;
}

const categoryLabel = (type: PropertyType): Message =>
  categories.find((category) => category.type === type)?.label ?? propertyTypeHeading[type];

export const describeQuery = (query: string, names?: ChipNames): string[] =>
  filterChips(readListState(new URLSearchParams(query)), names).map(({ label }) => label);
