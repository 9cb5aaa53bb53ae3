import { completionLabel, listingTypeLabel, propertyStatusLabel } from '../labels.ts';
import { type Message, msg } from '../messages.ts';
import { formatPriceBound } from '../money.ts';
import type { FactOfKind } from './facts.ts';
import { completions, listingTypes, propertyStatuses } from './vocabulary.ts';

/**
 * The questions that can be asked about listings, each once, in the order in which people think of them. Derived from an
 * entry: the parameter of the API, the address of the page, its chip, control and count, the SQL condition and that of the
 * index. Questions that are more than a column against a value (places, words, drawn areas, ways) have their rules in
 * `server/features/properties/list/conditions.ts` and their parts of the address in `web/…/list/listState.ts`.
 */

/** The column of a listing that is compared, or 'own': the condition is written by hand. */
type Condition = { atLeast: NumberColumn } | { atMost: NumberColumn } | { is: FactColumn } | { own: true };

export type NumberColumn = 'price' | FactOfKind<'number'>;
export type FactColumn = 'listing_type' | 'status' | 'furnished' | 'allows_pets' | 'completion' | 'building_id';

/** How a filter is offered among the further ones. Halves stand in pairs. */
export type Control =
  | { as: 'amount'; kind: 'area' | 'perSqm'; label: Message; icon?: string; isHalf?: true }
  /** All choices of a flag or a choice, and any. */
  | { as: 'choices'; label: Message }
  /** Any, 1+, 2+ … */
  | { as: 'steps'; label: Message; most: number }
  | {
      as: 'select';
      label: Message;
      numbers: readonly number[];
      option(value: number): Message;
      isHalf?: true;
    }
  /** Asks for `true`, or for nothing. */
  | { as: 'check'; label: Message };

/** Filters of one group stand in one chip and count as one. */
export type FilterGroup = 'price' | 'floor_area' | 'bedrooms';

interface Filter<Value> {
  where: Condition;
  /** As the list says that it is in force; filters of a group are worded by the group. */
  chip(value: Value): Message | string;
  group?: FilterGroup;
  control?: Control;
  /** Whether words of a search can ask for it. */
  isSpoken?: false;
}

interface NumberFilter extends Filter<number> {
  value: 'number';
  /** Of the API: whole numbers between bounds, or pesos and square metres with up to two decimals. */
  as: 'whole' | 'pesos' | 'sqm';
  min: number;
  max: number;
  /** The highest that the page asks for; higher ones are read as this. */
  most?: number;
  /** In the address of the page it asks for nothing, as the end of a slider does. */
  none?: number;
  /** Numbers that are counted beside the controls. */
  counted?: readonly number[];
}

interface FlagFilter extends Filter<boolean> {
  value: 'flag';
  labels: { true: Message; false: Message };
}

interface ChoiceFilter<Value extends string> extends Filter<Value> {
  value: 'choice';
  values: readonly Value[];
  labels: Record<Value, Message>;
}

type Own<Whole extends Filter<never>, Given extends keyof Whole> = Omit<Whole, 'value' | Given> &
  Partial<Pick<Whole, Given>>;

/** Whole numbers from 0 to 1,000 where nothing else is said. */
const number = (options: Own<NumberFilter, 'as' | 'min' | 'max'>): NumberFilter => ({
  value: 'number',
  as: 'whole',
  min: 0,
  max: 1_000,
  ...options,
});

const flag = (options: Own<FlagFilter, 'chip'>): FlagFilter => ({
  value: 'flag',
  chip: (isWanted) => options.labels[`${isWanted}`],
  ...options,
});

const choice = <Value extends string>(options: Own<ChoiceFilter<Value>, 'chip'>): ChoiceFilter<Value> => ({
  value: 'choice',
  chip: (value) => options.labels[value],
  ...options,
});

const MAX_ID = 2_147_483_647;
/** Square metres. */
const MAX_FLOOR_AREA = 999_999_999;
/** Bounds of the price filter, as the specification sets them: at them there is no filter. Words and addresses may ask for more. */
export const MIN_PRICE = 0;
export const MAX_PRICE = 50_000_000;
export const MAX_BEDROOMS = 5;
export const MAX_BATHROOMS = 4;

const pesos = { as: 'pesos', max: 999_999_999_999 } as const;
const price = { ...pesos, group: 'price', chip: formatPriceBound } as const;
const floorArea = {
  as: 'sqm',
  max: MAX_FLOOR_AREA,
  none: 0,
  group: 'floor_area',
  chip: (area: number) => area.toLocaleString('en-PH'),
} as const;
const upTo = (most: number) => Array.from({ length: most }, (_, at) => at + 1);

/** '2+ bedrooms', '2–3 bedrooms', 'Up to 2 bedrooms'. @param most undefined: no limit */
function bedroomsWords(least = 0, most?: number): Message {
  if (most === undefined)
    return msg('{bedrooms, plural, one {#+ bedroom} other {#+ bedrooms}}', { bedrooms: least });
  if (most === 0) return msg('Studio');
  if (least === most) return msg('{bedrooms, plural, one {# bedroom} other {# bedrooms}}', { bedrooms: most });
  if (least > 0) return msg('{from}–{to} bedrooms', { from: least, to: most });
  return most === 1 ? msg('Studio to 1 bedroom') : msg('Up to {bedrooms} bedrooms', { bedrooms: most });
}

export const filters = {
  listing_type: choice({
    where: { is: 'listing_type' },
    values: listingTypes,
    labels: listingTypeLabel,
  }),
  status: choice({
    where: { is: 'status' },
    values: propertyStatuses,
    labels: propertyStatusLabel,
    isSpoken: false,
  }),
  building: number({
    where: { is: 'building_id' },
    min: 1,
    max: MAX_ID,
    chip: () => msg('One building'),
    isSpoken: false,
  }),
  min_price: number({ where: { atLeast: 'price' }, ...price, none: MIN_PRICE }),
  max_price: number({ where: { atMost: 'price' }, ...price, none: MAX_PRICE }),
  bedrooms: number({
    where: { atLeast: 'bedrooms' },
    most: MAX_BEDROOMS,
    none: 0,
    counted: upTo(5),
    group: 'bedrooms',
    chip: (bedrooms) => bedroomsWords(bedrooms),
  }),
  /** Of homes: offices and land have no bedrooms either. */
  max_bedrooms: number({
    where: { own: true },
    group: 'bedrooms',
    chip: (bedrooms) => bedroomsWords(undefined, bedrooms),
  }),
  /** 0 is a studio: a home without a bedroom of its own. */
  beds_exact: number({
    where: { own: true },
    counted: [0, ...upTo(5)],
    chip: (bedrooms) => bedroomsWords(bedrooms, bedrooms),
  }),
  bathrooms: number({
    where: { atLeast: 'bathrooms' },
    most: MAX_BATHROOMS,
    none: 0,
    chip: (bathrooms) => msg('{bathrooms, plural, one {#+ bathroom} other {#+ bathrooms}}', { bathrooms }),
  }),
  min_area: number({
    where: { atLeast: 'area_sqm' },
    ...floorArea,
    control: { as: 'amount', kind: 'area', label: msg('Min floor area (sqm)'), isHalf: true },
  }),
  max_area: number({
    where: { atMost: 'area_sqm' },
    ...floorArea,
    control: { as: 'amount', kind: 'area', label: msg('Max floor area (sqm)'), isHalf: true },
  }),
  max_price_per_sqm: number({
    where: { own: true },
    ...pesos,
    none: 0,
    chip: (price) => msg('Up to {price} per sqm', { price: formatPriceBound(price) }),
    control: { as: 'amount', kind: 'perSqm', label: msg('Max price per sqm'), icon: '₱' },
  }),
  furnished: flag({
    where: { is: 'furnished' },
    labels: { true: msg('Furnished'), false: msg('Unfurnished') },
    control: { as: 'choices', label: msg('Furnishing') },
  }),
  parking: number({
    where: { atLeast: 'parking_slots' },
    none: 0,
    counted: upTo(3),
    chip: (parking) => msg('{parking, plural, one {#+ parking slot} other {#+ parking slots}}', { parking }),
    control: { as: 'steps', label: msg('Parking'), most: 3 },
  }),
  /** A feature of the listing names pets. */
  pets: flag({
    where: { is: 'allows_pets' },
    labels: { true: msg('Pets allowed'), false: msg('Pets not mentioned') },
    control: { as: 'check', label: msg('Pets allowed') },
  }),
  completion: choice({
    where: { is: 'completion' },
    values: completions,
    labels: completionLabel,
    control: { as: 'choices', label: msg('Completion') },
  }),
  min_floor: number({
    where: { atLeast: 'floor_level' },
    none: 0,
    chip: (minFloor) => msg('Floor {minFloor} or higher', { minFloor }),
    control: {
      as: 'select',
      label: msg('Floor'),
      numbers: [2, 5, 10, 20, 30],
      option: (floor) => msg('{floor} or higher', { floor }),
      isHalf: true,
    },
  }),
  built_since: number({
    where: { atLeast: 'year_built' },
    min: 1_800,
    max: 2_200,
    chip: (year) => msg('Built in {year} or later', { year: String(year) }),
    control: {
      as: 'select',
      label: msg('Year built'),
      numbers: [2024, 2020, 2015, 2010, 2000, 1990],
      option: (year) => msg('{year} or later', { year: String(year) }),
      isHalf: true,
    },
  }),
  /** Days. */
  listed_within: number({
    where: { own: true },
    min: 1,
    max: 3_650,
    counted: [1, 3, 7, 14, 30, 90],
    chip: (days) =>
      msg('{days, plural, one {Listed in the last day} other {Listed in the last # days}}', { days }),
    control: {
      as: 'select',
      label: msg('Listed'),
      numbers: [1, 3, 7, 14, 30],
      option: (days) => msg('{days, plural, one {In the last day} other {In the last # days}}', { days }),
    },
  }),
  /** Of agents whose licence was checked. */
  licensed: flag({
    where: { own: true },
    labels: { true: msg('License-checked agents'), false: msg('Agents without a checked license') },
    control: { as: 'check', label: msg('License-checked agents') },
  }),
};

export type FilterName = keyof typeof filters;
export const filterNames = Object.keys(filters) as FilterName[];

/** The value that a filter is asked with: a number, true or false, or one of its choices. */
export type FilterValue<Name extends FilterName> = Parameters<(typeof filters)[Name]['chip']>[0];
export type FilterValues = { [Name in FilterName]: FilterValue<Name> };

/** The words of the filters of a group; undefined: that bound is not asked for. */
const groupChips: Record<FilterGroup, (least?: number, most?: number) => Message | string> = {
  price: (least, most) => {
    const [from, to] = [least, most].map((price) => (price === undefined ? '' : formatPriceBound(price)));
    return from && to
      ? `${from} – ${to}`
      : from
        ? msg('From {from}', { from })
        : msg('Up to {to}', { to: to ?? '' });
  },
  floor_area: (least, most) => {
    const [from, to] = [least, most].map((area) => area?.toLocaleString('en-PH') ?? '');
    return from && to
      ? msg('{from} – {to} sqm', { from, to })
      : from
        ? msg('From {from} sqm', { from })
        : msg('Up to {to} sqm', { to: to ?? '' });
  },
  bedrooms: bedroomsWords,
};

/** The words of a list that leaves something out, or is near to a place. */
export const notInWords = (place: string): Message => msg('Not in {place}', { place });
/** @param types 'Condominiums' */
export const notOfTypeWords = (types: string): Message => msg('Not {types}', { types });
export const withoutFeatureWords = (feature: string): Message => msg('Without {feature}', { feature });
/** '500 m', '1 km', '1.5 km' */
export const nearDistance = (metres: number): string => (metres < 1_000 ? `${metres} m` : `${metres / 1_000} km`);
/** @param metres null: the usual distance */
export const nearWords = (place: string, metres: number | null): Message =>
  metres === null
    ? msg('Near {place}', { place })
    : msg('Near {place} · {distance}', { place, distance: nearDistance(metres) });

export interface FilterWords {
  /** A filter as the API names it, or a group. */
  key: FilterName | FilterGroup;
  names: FilterName[];
  words: Message | string;
}

/** The filters that are asked for, in their order, groups once. @param values null and undefined ask for nothing */
export function wordsOfFilters(values: { [Name in FilterName]?: FilterValue<Name> | null }): FilterWords[] {
  const isAsked = (name: FilterName) => (values[name] ?? null) !== null;
  const asked = filterNames.filter(isAsked);
  const keys = [...new Set(asked.map((name) => groupOf(name) ?? name))];
  return keys.map((key) => {
    const names = asked.filter((name) => (groupOf(name) ?? name) === key);
    if (!isGroup(key)) {
      const chip = filters[key].chip as (value: unknown) => Message | string;
      return { key, names, words: chip(values[key]) };
    }
    const isLeast = (name: FilterName) => 'atLeast' in filters[name].where;
    const [least, most] = [names.find(isLeast), names.find((name) => !isLeast(name))].map(
      (name) => name && (values[name] as number),
    );
    return { key, names, words: groupChips[key](least, most) };
  });
}

export const groupOf = (name: FilterName): FilterGroup | undefined => filters[name].group;
const isGroup = (key: string): key is FilterGroup => Object.hasOwn(groupChips, key);
