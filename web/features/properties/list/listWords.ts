import type { UnderstoodSearch } from '#shared/contracts/properties.ts';
import { mainPlaces } from '#shared/gazetteer/names.ts';
import { mediaLabel, propertyTypeHeading } from '#shared/labels.ts';
import { MAX_SAVED_SEARCH_NAME } from '#shared/limits.ts';
import {
  nearWords,
  notInWords,
  notOfTypeWords,
  withoutFeatureWords,
  wordsOfFilters,
} from '#shared/listing/filters.ts';
import { listTitle, searchTitle } from '#shared/listing/searchTitle.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { t, textOf } from '#web/lib/i18n.tsx';
import { type ListState, readListState, readReach, withUnderstood } from './listState.ts';

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
const nearName = (slug: string, { near }: ChipNames): string =>
  near?.[slug] ?? slug.replaceAll('-', ' ').toUpperCase();

/** '2-bedroom condos for rent in Makati or BGC up to ₱40K' */
export const headingOf = (state: ListState, names: ChipNames = {}): string =>
  searchTitle(state, placesOf(state, names), t);

const placesOf = ({ locations, near }: ListState, names: ChipNames) => ({
  places: locations.map(placeName),
  near: near.map((slug) => nearName(slug, names)),
});

/** The window's title, as the head of the page says it. @param isFound homes have the address's own words */
export function titleOf(state: ListState, names: ChipNames, { isFound }: { isFound: boolean }): string {
  const { excludedLocations, excludedTypes, excludedFeatures, features, media, search, page } = state;
  const without = excludedFeatures.map((feature) => t(withoutFeatureWords(feature)));
  const own = isFound ? [...features, ...without, ...(search ? [`“${search}”`] : [])] : [];
  const rest = { excludedPlaces: excludedLocations.map(placeName), excludedTypes, media, own, page };
  return listTitle(state, placesOf(state, names), rest, t);
}

export const foundText = (total: number) =>
  t('{total, plural, one {# property found} other {# properties found}}', { total });

/** The filters that have a pill, under which all of their chips stand. */
export type PillName = 'listing_type' | 'type' | 'location' | 'price' | 'beds' | 'near';

const pillsOfChips: Record<string, PillName> = {
  listing_type: 'listing_type',
  type: 'type',
  location: 'location',
  price: 'price',
  bedrooms: 'beds',
  beds_exact: 'beds',
  near: 'near',
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

const categoryLabel = (type: PropertyType): Message =>
  categories.find((category) => category.type === type)?.label ?? propertyTypeHeading[type];

/** @param understood of the query's words */
export function describeQuery(query: string, names?: ChipNames, understood?: UnderstoodSearch): string[] {
  const state = readListState(new URLSearchParams(query));
  const labels = filterChips(understood ? withUnderstood(state, understood) : state, names).map(
    ({ label }) => label,
  );
  return understood?.preferred ? [...labels, firstText(understood.preferred)] : labels;
}

export const firstText = (words: string) => t('Homes with “{words}” first', { words });

/** Of the filters whose chips begin so. */
const inHeading = ['type', 'listing_type', 'location', 'near', 'price', 'bedrooms', 'beds_exact', 'area'];

/** The heading with all that it leaves out, as far as there is room: '2-bedroom condos in BGC, 1+ parking slot'. */
export function savedNameOf(state: ListState, names?: ChipNames): string {
  const heading = headingOf(state, names);
  const others = filterChips(state, names).filter(({ key }) => !inHeading.includes(key.split(' ')[0] ?? ''));
  return others.reduce(
    (name, { label }) => (name.length + label.length + 2 <= MAX_SAVED_SEARCH_NAME ? `${name}, ${label}` : name),
    state.areas.length > 0 ? t('{heading}, drawn on the map', { heading }) : heading,
  );
}
