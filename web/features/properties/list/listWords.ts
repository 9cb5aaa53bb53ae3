import type { PropertyList, UnderstoodSearch } from '#shared/contracts/properties.ts';
import { mainPlaces } from '#shared/gazetteer/names.ts';
import { completionLabel, listingTypeLabel, mediaLabel, propertyTypeHeading } from '#shared/labels.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatShortPrice } from '#shared/money.ts';
import { t } from '#web/lib/i18n.tsx';
import { changeState, type ListState, MAX_PRICE, MIN_PRICE, readListState, readReach } from './listState.ts';

/** The buttons above the list. Commercial is `office`, which matches offices and commercial spaces. */
export const categories: { type: PropertyType | null; label: Message }[] = [
  { type: null, label: msg('All Properties') },
  { type: 'condo', label: msg('Condominiums') },
  { type: 'house', label: msg('Houses') },
  { type: 'apartment', label: msg('Apartments') },
  { type: 'office', label: msg('Commercial') },
];

/** Addresses may name a place by its slug. */
const placeName = (location: string): string =>
  Object.entries(mainPlaces).find(([slug]) => slug === location.toLowerCase())?.[1] ?? location;

/** 'Condominiums for rent in Makati' */
export function headingOf({ type, listingType, location: place }: ListState): string {
  const location = placeName(place);
  const homes = t(type ? propertyTypeHeading[type] : msg('Properties'));
  const offer = listingType ?? 'any';
  return location
    ? t(
        '{offer, select, sale {{homes} for sale in {location}} rent {{homes} for rent in {location}} lease {{homes} for lease in {location}} other {{homes} in {location}}}',
        { offer, homes, location },
      )
    : t(
        '{offer, select, sale {{homes} for sale} rent {{homes} for rent} lease {{homes} for lease} other {{homes}}}',
        { offer, homes },
      );
}

export const foundText = (total: number) =>
  t('{total, plural, one {# property found} other {# properties found}}', { total });

export interface FilterChip {
  /** The filter as the list call names it, one of several (a feature, a kind of media) with its name; prices and floor areas are one each. */
  key: string;
  label: string;
  /** What to change to be rid of it. */
  without: Partial<ListState>;
}

/**
 * One for every filter in force, in the order in which people think of them.
 * @param buildingName of the building that is looked into, once it is known; null: there is none
 */
export function filterChips(state: ListState, buildingName?: string | null): FilterChip[] {
  const { search, type, listingType, location, bedrooms, bedsExact, bathrooms, features, parking } = state;
  const { maxPricePerSqm, furnished, pets, minFloor, builtSince, completion, listedWithin, licensed } = state;
  const { areas, bbox, building } = state;
  const chips: (FilterChip | false)[] = [
    search !== '' && { key: 'search', label: `“${search}”`, without: { search: '' } },
    type !== null && { key: 'type', label: t(categoryLabel(type)), without: { type: null } },
    listingType !== null && {
      key: 'listing_type',
      label: t(listingTypeLabel[listingType]),
      without: { listingType: null },
    },
    location !== '' && { key: 'location', label: placeName(location), without: { location: '' } },
    building !== null && {
      key: 'building',
      label: buildingName ?? (buildingName === null ? t('A building that was removed') : t('One building')),
      without: { building: null },
    },
    priceChip(state),
    bedrooms > 0 && {
      key: 'bedrooms',
      label: t('{bedrooms, plural, one {#+ bedroom} other {#+ bedrooms}}', { bedrooms }),
      without: { bedrooms: 0 },
    },
    bedsExact !== null && {
      key: 'beds_exact',
      label:
        bedsExact === 0
          ? t('Studio')
          : t('{bedrooms, plural, one {# bedroom} other {# bedrooms}}', { bedrooms: bedsExact }),
      without: { bedsExact: null },
    },
    bathrooms > 0 && {
      key: 'bathrooms',
      label: t('{bathrooms, plural, one {#+ bathroom} other {#+ bathrooms}}', { bathrooms }),
      without: { bathrooms: 0 },
    },
    floorAreaChip(state),
    maxPricePerSqm !== null && {
      key: 'max_price_per_sqm',
      label: t('Up to {price} per sqm', { price: formatShortPrice(maxPricePerSqm) }),
      without: { maxPricePerSqm: null },
    },
    furnished !== null && {
      key: 'furnished',
      label: furnished ? t('Furnished') : t('Unfurnished'),
      without: { furnished: null },
    },
    parking > 0 && {
      key: 'parking',
      label: t('{parking, plural, one {#+ parking slot} other {#+ parking slots}}', { parking }),
      without: { parking: 0 },
    },
    pets !== null && {
      key: 'pets',
      label: pets ? t('Pets allowed') : t('Pets not mentioned'),
      without: { pets: null },
    },
    ...features.map((feature) => ({
      key: `features ${feature}`,
      label: feature,
      without: { features: features.filter((other) => other !== feature) },
    })),
    completion !== null && {
      key: 'completion',
      label: t(completionLabel[completion]),
      without: { completion: null },
    },
    minFloor !== null && {
      key: 'min_floor',
      label: t('Floor {minFloor} or higher', { minFloor }),
      without: { minFloor: null },
    },
    builtSince !== null && {
      key: 'built_since',
      label: t('Built in {year} or later', { year: String(builtSince) }),
      without: { builtSince: null },
    },
    listedWithin !== null && {
      key: 'listed_within',
      label: listedWithinText(listedWithin),
      without: { listedWithin: null },
    },
    licensed !== null && {
      key: 'licensed',
      label: licensed ? t('License-checked agents') : t('Agents without a checked license'),
      without: { licensed: null },
    },
    ...state.media.map((kind) => ({
      key: `media ${kind}`,
      label: t(mediaLabel[kind]),
      without: { media: state.media.filter((other) => other !== kind) },
    })),
    areas.length > 0 && {
      key: 'area',
      label: t('{count, plural, one {Drawn area} other {# drawn areas}}', { count: areas.length }),
      without: { areas: [] },
    },
    ...state.reaches.map((reach) => ({
      key: `reach ${reach}`,
      label: reachText(readReach(reach)),
      without: { reaches: state.reaches.filter((other) => other !== reach) },
    })),
    bbox !== null && { key: 'bbox', label: t('Map area'), without: { bbox: null } },
  ];
  return chips.filter((chip) => chip !== false);
}

/** 'Within 30 min by car of Ayala' */
export const reachText = ({
  mode,
  minutes,
  name,
}: Pick<ReturnType<typeof readReach>, 'mode' | 'minutes' | 'name'>) =>
  t(
    '{mode, select, walk {Within {minutes} min on foot of {place}} bicycle {Within {minutes} min by bicycle of {place}} car {Within {minutes} min by car of {place}} other {Within {minutes} min by public transport of {place}}}',
    { mode, minutes, place: name || t('a chosen place') },
  );

export const listedWithinText = (days: number) =>
  t('{days, plural, one {Listed in the last day} other {Listed in the last # days}}', { days });

/** What could be left out of a list that is empty. */
export interface Relaxation {
  /** 'Without “pool”' */
  label: string;
  total: number;
  /** The list without it. */
  state: ListState;
}

/**
 * What the server says would find something, by the words of the chips.
 * @param state with what was read out of the search as filters of its own.
 */
export function relaxationsOf(
  state: ListState,
  relaxations: NonNullable<PropertyList['relaxations']>,
  buildingName?: string | null,
): Relaxation[] {
  const chips = filterChips(state, buildingName);
  return relaxations.flatMap(({ filter, word, total }) => {
    const left =
      word !== null
        ? { name: `“${word}”`, without: { search: withoutWord(state.search, word) } }
        : namedFilter(chips, filter);
    if (!left) return [];
    const exact = { exact: state.exact && left.without.search !== '' };
    return [
      {
        label: t('Without {filter}', { filter: left.name }),
        total,
        state: changeState(state, { ...left.without, ...exact }),
      },
    ];
  });
}

function namedFilter(
  chips: FilterChip[],
  filter: string | null,
): { name: string; without: Partial<ListState> } | null {
  if (filter === 'features' || filter === 'media' || filter === 'reach') {
    const named = chips.filter(({ key }) => key.startsWith(`${filter} `));
    const name = named.map(({ label }) => `“${label}”`).join(', ');
    const without: Partial<ListState> = filter === 'reach' ? { reaches: [] } : { [filter]: [] };
    return named.length > 0 ? { name, without } : null;
  }
  const chip = chips.find(({ key }) => key === filter);
  return chip
    ? { name: chip.key === 'search' ? chip.label : `“${chip.label}”`, without: chip.without }
    : null;
}

function withoutWord(search: string, word: string): string {
  const isWord = (other: string) => other.toLowerCase() === word.toLowerCase();
  return search
    .split(/\s+/)
    .filter((other) => !isWord(other))
    .join(' ');
}

/** The search with what was taken for typing errors put right. */
export function correctedSearch(search: string, corrections: UnderstoodSearch['corrections']): string {
  let corrected = search;
  for (const { from, to } of corrections) {
    const at = corrected.toLowerCase().indexOf(from.toLowerCase());
    // A word that stands there otherwise than it was read cannot be put right in its place.
    if (at < 0) return corrections.map((correction) => correction.to).join(' ');
    corrected = corrected.slice(0, at) + to + corrected.slice(at + from.length);
  }
  return corrected;
}

function categoryLabel(type: PropertyType): Message {
  return categories.find((category) => category.type === type)?.label ?? propertyTypeHeading[type];
}

function priceChip({ minPrice, maxPrice }: ListState): FilterChip | false {
  const hasMin = minPrice > MIN_PRICE;
  const hasMax = maxPrice !== MAX_PRICE;
  if (!hasMin && !hasMax) return false;
  const from = formatShortPrice(minPrice);
  const to = formatShortPrice(maxPrice);
  return {
    key: 'price',
    label:
      hasMin && hasMax ? `${from} – ${to}` : hasMin ? t('From {from}', { from }) : t('Up to {to}', { to }),
    without: { minPrice: MIN_PRICE, maxPrice: MAX_PRICE },
  };
}

function floorAreaChip({ minArea, maxArea }: ListState): FilterChip | false {
  if (minArea === null && maxArea === null) return false;
  const from = (minArea ?? 0).toLocaleString('en-PH');
  const to = (maxArea ?? 0).toLocaleString('en-PH');
  return {
    key: 'floor_area',
    label:
      minArea !== null && maxArea !== null
        ? t('{from} – {to} sqm', { from, to })
        : minArea !== null
          ? t('From {from} sqm', { from })
          : t('Up to {to} sqm', { to }),
    without: { minArea: null, maxArea: null },
  };
}

/** What a kept query asks for, as the list's chips say it. */
export const describeQuery = (query: string, buildingName?: string | null): string[] =>
  filterChips(readListState(new URLSearchParams(query)), buildingName).map(({ label }) => label);
