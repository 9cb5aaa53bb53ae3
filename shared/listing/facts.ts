import { completionLabel } from '../labels.ts';
import {
  MAX_AREA,
  MAX_FLOOR_LEVEL,
  MAX_PARKING_SLOTS,
  MAX_ROOMS,
  MAX_YEARS_AHEAD,
  MIN_YEAR_BUILT,
} from '../limits.ts';
import { type Message, msg } from '../messages.ts';
import { completions, isStudio, type PropertyType } from './vocabulary.ts';

/**
 * The facts of a home, each once: `details` of a listing in the API, columns of its row and of the CSV file, fields of the
 * form, rows of its page and of the comparison, in this order. A fact is named alike everywhere; a new one needs an entry
 * here and a column (a migration and `models.ts`).
 */

/** The circumstances that some facts are worded by. */
interface Home {
  type: PropertyType;
  details: { bedrooms: number; completion: string | null };
}

interface Fact<Value> {
  label: Message;
  /** Where the page of a listing heads it otherwise. */
  pageLabel?(home: Home, value: Value): Message;
  /** Null: nothing is shown. Otherwise numbers above zero, labels of choices, Yes and No. */
  words?(value: NonNullable<Value>, home: Home): Message | string | null;
}

type Problem = 'kind' | 'whole' | 'tooSmall' | 'tooLarge';

export interface NumberFact<Value extends number | null = number | null> extends Fact<Value> {
  kind: 'number';
  formLabel?: Message;
  min: number;
  max: number | ((now: Date) => number);
  /** Two decimals are kept, or none may stand. */
  decimals: 0 | 2;
  isNullable: null extends Value ? true : false;
  /** Of a new listing that leaves it out. */
  initial: Value;
  /** Nothing is assumed of a new listing that leaves it out. */
  mustBeGiven?: true;
  /** Messages with places for `name`, `minimum` and `maximum`. */
  problems: Record<Problem, string>;
}

interface FlagFact extends Fact<boolean | null> {
  kind: 'flag';
  initial: boolean | null;
  /** Beside the switch of the form. */
  formText: Message;
  csvProblem: Message;
}

interface ChoiceFact<Value extends string> extends Fact<Value | null> {
  kind: 'choice';
  values: readonly Value[];
  labels: Record<Value, Message>;
  initial: Value | null;
  csvProblem: Message;
}

export type AnyFact = NumberFact<number> | NumberFact<number | null> | FlagFact | ChoiceFact<string>;

const number = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 2 });
const plain = (value: number) => number.format(value);

const anyProblems: Record<Problem, string> = {
  kind: msg('Must be a number').id,
  whole: msg('Must be a whole number').id,
  tooSmall: msg('Must be at least {minimum}').id,
  tooLarge: msg('Must be at most {maximum}').id,
};

type NumberOptions<Value extends number | null> = Pick<NumberFact<Value>, 'label' | 'max'> &
  Partial<Omit<NumberFact<Value>, 'kind' | 'isNullable'>>;

const count = { kind: 'number', min: 0, decimals: 0, problems: anyProblems } as const;

/** A whole number that each listing has, unless the options say otherwise. */
const numberOf = (options: NumberOptions<number>): NumberFact<number> => ({
  ...count,
  initial: 0,
  ...options,
  isNullable: false,
});

const requiredNumber = (options: NumberOptions<number>) => ({
  ...numberOf(options),
  mustBeGiven: true as const,
});

/** The same that may be unknown. */
const numberOrNull = (options: NumberOptions<number | null>): NumberFact<number | null> => ({
  ...count,
  initial: null,
  ...options,
  isNullable: true,
});

const countProblems: Record<Problem, string> = {
  kind: msg(
    '{name, select, bedrooms {Bedrooms} bathrooms {Bathrooms} parking_slots {Parking slots} other {Floor level}} must be a number',
  ).id,
  whole: msg(
    '{name, select, bedrooms {Bedrooms} bathrooms {Bathrooms} parking_slots {Parking slots} other {Floor level}} must be a whole number',
  ).id,
  tooSmall: msg(
    '{name, select, bedrooms {Bedrooms} bathrooms {Bathrooms} parking_slots {Parking slots} other {Floor level}} must be at least 0',
  ).id,
  tooLarge: msg(
    '{name, select, bedrooms {Bedrooms} bathrooms {Bathrooms} parking_slots {Parking slots} other {Floor level}} is too large',
  ).id,
};

const noArea = msg('Area must be greater than 0').id;

export const facts = {
  bedrooms: numberOf({
    label: msg('Bedrooms'),
    max: MAX_ROOMS,
    initial: 1,
    problems: countProblems,
    words: (bedrooms, { type }) =>
      bedrooms > 0 ? plain(bedrooms) : isStudio({ type, bedrooms }) ? msg('Studio') : null,
  }),
  bathrooms: numberOf({
    label: msg('Bathrooms'),
    max: MAX_ROOMS,
    initial: 1,
    problems: countProblems,
  }),
  area_sqm: requiredNumber({
    label: msg('Area'),
    formLabel: msg('Area (sqm)'),
    pageLabel: ({ type }) => (type === 'land' ? msg('Lot Area') : msg('Floor Area')),
    min: 0.01,
    max: MAX_AREA,
    decimals: 2,
    problems: { ...anyProblems, kind: noArea, tooSmall: noArea, tooLarge: msg('Area is too large').id },
    words: (area) => (area > 0 ? msg('{area} sqm', { area: plain(area) }) : null),
  }),
  furnished: {
    kind: 'flag',
    label: msg('Furnished'),
    initial: false,
    formText: msg('Furniture comes with the property.'),
    csvProblem: msg('Furnished must be yes, no or empty'),
  } satisfies FlagFact as FlagFact,
  floor_level: numberOrNull({
    label: msg('Floor Level'),
    max: MAX_FLOOR_LEVEL,
    initial: 1,
    problems: countProblems,
    words: plain,
  }),
  parking_slots: numberOf({
    label: msg('Parking Slots'),
    max: MAX_PARKING_SLOTS,
    problems: countProblems,
  }),
  completion: {
    kind: 'choice',
    label: msg('Completion'),
    values: completions,
    labels: completionLabel,
    initial: null,
    csvProblem: msg('Completion must be one of: {words}, or empty', { words: completions.join(', ') }),
  } satisfies ChoiceFact<(typeof completions)[number]> as ChoiceFact<(typeof completions)[number]>,
  year_built: numberOrNull({
    label: msg('Year Built'),
    // A year that is still to come is one of plans.
    pageLabel: ({ details }, year) =>
      details.completion === 'preselling' || Number(year) > new Date().getFullYear()
        ? msg('To Be Finished')
        : msg('Year Built'),
    min: MIN_YEAR_BUILT,
    max: (now) => now.getFullYear() + MAX_YEARS_AHEAD,
    problems: {
      kind: msg('Year built must be a number').id,
      whole: msg('Year built must be a whole number').id,
      tooSmall: msg('Year built must be {minimum} or later').id,
      tooLarge: msg('Year built is too far in the future').id,
    },
    words: String,
  }),
};

export type FactName = keyof typeof facts;
export const factNames = Object.keys(facts) as FactName[];

type ValueOf<Described> =
  Described extends NumberFact<infer Value>
    ? Value
    : Described extends ChoiceFact<infer Value>
      ? Value | null
      : boolean | null;

/** `details` of a listing. */
export type Details = { [Name in FactName]: ValueOf<(typeof facts)[Name]> };

export type FactOfKind<Kind extends AnyFact['kind']> = {
  [Name in FactName]: (typeof facts)[Name] extends { kind: Kind } ? Name : never;
}[FactName];

export type RequiredFact = {
  [Name in FactName]: (typeof facts)[Name] extends { mustBeGiven: true } ? Name : never;
}[FactName];

/** Nothing is assumed of a new listing that leaves them out. */
export const requiredFacts = factNames.filter((name): name is RequiredFact => {
  const fact: AnyFact = facts[name];
  return fact.kind === 'number' && fact.mustBeGiven === true;
});

/** Names of the facts of one kind, in their order. */
export const factsOfKind = <Kind extends AnyFact['kind']>(kind: Kind) =>
  factNames.filter((name): name is FactOfKind<Kind> => facts[name].kind === kind);

export function factHeading(name: FactName, home: Home & { details: Details }): Message {
  const fact: AnyFact = facts[name];
  const heading = fact.pageLabel as ((home: Home, value: unknown) => Message) | undefined;
  return heading?.(home, home.details[name]) ?? fact.label;
}

/** A fact of a home as people read it; null where nothing is to be said. */
export function factWords(name: FactName, home: Home & { details: Details }): Message | string | null {
  const fact: AnyFact = facts[name];
  const value = home.details[name];
  if (value === null) return null;
  if (fact.words) return (fact.words as (value: unknown, home: Home) => Message | string | null)(value, home);
  if (fact.kind === 'choice') return fact.labels[String(value)] ?? null;
  if (fact.kind === 'flag') return value ? msg('Yes') : msg('No');
  return Number(value) > 0 ? plain(Number(value)) : null;
}
