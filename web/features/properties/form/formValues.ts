import { type AmountKind, type AmountReading, readAmount } from '#shared/amounts.ts';
import type { Issue } from '#shared/contracts/common.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { MAX_FEATURES } from '#shared/limits.ts';
import {
  type AnyFact,
  type Details,
  type FactName,
  factNames,
  facts,
  requiredFacts,
} from '#shared/listing/facts.ts';
import type { ListingType, PropertyStatus, PropertyType } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { pinProblem, readPinFields } from '#shared/pins.ts';
import { readVideoAddress } from '#shared/videos.ts';
import { t } from '#web/lib/i18n.tsx';
import {
  type AmountQuestion,
  amountExample,
  type ReadAmount,
  writeAmount,
} from '#web/ui/controls/AmountInput.tsx';
import { keptPrice, priceDoubt } from '../priceDoubt.ts';

/** With the office's own number where its agent may see it. */
type Listing = Property & { reference?: string | null };

export type PropertyFormMode =
  | { kind: 'create' }
  | { kind: 'edit'; property: Listing }
  /** A new listing that begins as a copy. */
  | { kind: 'duplicate'; property: Listing };

/** Facts as fields: numbers as they were typed, a choice as its value, empty for unknown ones. */
type FactValues = {
  [Name in FactName]: (typeof facts)[Name] extends { kind: 'flag' }
    ? boolean
    : (typeof facts)[Name] extends { kind: 'choice' }
      ? NonNullable<Details[Name]> | ''
      : string;
};

/** How a number of the form is written: an area with its unit, the others as counts. */
export const kindOf = (name: FactName): AmountKind => (name === 'area_sqm' ? 'area' : 'count');

const writeFact = (name: FactName, value: Details[FactName]): FactValues[FactName] =>
  typeof value === 'number' ? writeAmount(value, kindOf(name)) : (value ?? '');

/** Numbers stand as they were typed, also while they are none yet. Specification, part 3 §3. */
const EMPTY = {
  title: '',
  /** The office's own number of it; an agent has none twice. */
  reference: '',
  description: '',
  price: '',
  /** An unlikely price that was said to be right. */
  kept_price: '',
  type: 'apartment' as PropertyType,
  listing_type: 'sale' as ListingType,
  status: 'available' as PropertyStatus,
  address: '',
  city: '',
  province: '',
  /** The typed name of the building, and the id of the chosen one. */
  building: '',
  building_id: '',
  lat: '',
  lng: '',
  ...(Object.fromEntries(factNames.map((name) => [name, writeFact(name, facts[name].initial)])) as FactValues),
  features: [] as string[],
  floor_plans: [] as string[],
  video_url: '',
  /** Begun, not added yet. */
  newFeature: '',
  newImageUrl: '',
};

export type FormValues = typeof EMPTY;

export interface FormContent {
  values: FormValues;
  /** Addresses of the stored pictures, the cover first. */
  images: string[];
  /** In the order of `images`. */
  descriptions: string[];
}

export const choicesOf = (labels: Record<string, Message>): Record<string, Message> => ({
  '': msg('Not stated'),
  ...labels,
});

const CHOICES: Partial<Record<keyof FormValues, object>> = {
  type: propertyTypeLabel,
  listing_type: listingTypeLabel,
  status: propertyStatusLabel,
  completion: choicesOf(facts.completion.labels),
};

export function initialContent(mode: PropertyFormMode): FormContent {
  if (mode.kind === 'create') return { values: EMPTY, images: [], descriptions: [] };
  const { location, details, images, image_descriptions: descriptions, ...property } = mode.property;
  const { title, description, type, listing_type, features, floor_plans } = property;
  const { address, city, province, coordinates } = location;
  const values: FormValues = {
    ...EMPTY,
    ...{ title, description, type, listing_type, features, floor_plans, address, city, province },
    reference: mode.kind === 'duplicate' ? '' : (property.reference ?? ''),
    price: writeAmount(property.price),
    kept_price: keptPrice(property.price, property),
    // A sold or rented listing is copied because another home is available.
    status: mode.kind === 'duplicate' ? 'available' : property.status,
    building: property.building?.name ?? '',
    building_id: String(property.building?.id ?? ''),
    lat: String(coordinates?.lat ?? ''),
    lng: String(coordinates?.lng ?? ''),
    ...(Object.fromEntries(
      factNames.map((name) => [
        name,
        facts[name].kind === 'flag' ? details[name] === true : writeFact(name, details[name]),
      ]),
    ) as FactValues),
    video_url: property.video_url ?? '',
  };
  return { values: { ...values, ...openNumbers(mode.property) }, images, descriptions };
}

/** Numbers that a draft does not have yet, which are 0, as empty fields. */
function openNumbers({ price, details }: Listing): Partial<FormValues> {
  const numbers = { price, ...Object.fromEntries(requiredFacts.map((name) => [name, details[name]])) };
  const open = Object.entries(numbers).filter(([, value]) => value === 0);
  return Object.fromEntries(open.map(([name]) => [name, '']));
}

export function isSameContent(one: FormContent, other: FormContent): boolean {
  const ordered = ({ values, images, descriptions }: FormContent) =>
    JSON.stringify([images, descriptions, Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return ordered(one) === ordered(other);
}

/** Values read from storage, which may hold anything: an invalid value becomes the one of `fallback`. */
export function readValues(stored: unknown, fallback: FormValues): FormValues {
  if (typeof stored !== 'object' || stored === null) return fallback;
  const known = Object.entries(stored).filter(([name, value]) => isValueOf(name, value));
  return { ...fallback, ...Object.fromEntries(known) };
}

function isValueOf(name: string, value: unknown): boolean {
  if (!Object.hasOwn(EMPTY, name)) return false;
  const field = name as keyof FormValues;
  const choices = CHOICES[field];
  if (choices) return typeof value === 'string' && Object.hasOwn(choices, value);
  return Array.isArray(EMPTY[field]) ? isTextList(value) : typeof value === typeof EMPTY[field];
}

export const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Entry that is no number counts as 0 (specification, part 3 §5), after the question or the sentence at its field. */
const numberOf = (reading: AmountReading): number => (reading.kind === 'read' ? reading.value : 0);

export const readPrice = ({ price }: Pick<FormValues, 'price'>): number => numberOf(readAmount(price, 'pesos'));

/** In square metres. */
export const readArea = (text: string): number => numberOf(readAmount(text, 'area'));

type PriceFields = Pick<FormValues, 'listing_type' | 'type' | 'kept_price'>;

/** The question about a price, and how the answers change the form. */
export const askedOfPrice = (
  reading: ReadAmount,
  { listing_type, type, kept_price }: PriceFields,
  change: (next: Partial<FormValues>) => void,
): AmountQuestion | null =>
  priceDoubt(reading, {
    listing_type,
    type,
    kept: kept_price,
    onChoose: (price) => change({ price }),
    onKeep: (kept, price) => change({ price: writeAmount(price), kept_price: kept }),
  });

/** Null while no place on earth is named. */
export function readPin(values: Pick<FormValues, 'lat' | 'lng'>): { lat: number; lng: number } | null {
  const pin = readPinFields(values);
  return pin && { lat: pin.lat, lng: pin.lng };
}

export const TOO_MANY_FEATURES = msg('A listing can have at most {maximum} features', {
  maximum: MAX_FEATURES,
});

type FeatureFields = Pick<FormValues, 'features' | 'newFeature'>;

/** The features with the begun one added, trimmed and once; null where there is no room for it. */
export function withNewFeature({ features, newFeature }: FeatureFields): Partial<FeatureFields> | null {
  const feature = newFeature.trim();
  if (feature === '' || features.includes(feature)) return { newFeature: '' };
  return features.length < MAX_FEATURES ? { features: [...features, feature], newFeature: '' } : null;
}

type Problems = Partial<Record<keyof FormValues | 'images', string>>;

const REQUIRED = {
  title: msg('Title is required'),
  description: msg('Description is required'),
  address: msg('Address is required'),
  city: msg('City is required'),
  province: msg('Province is required'),
} as const;

/** Smaller amounts are rounded to nothing. */
const HALF_HUNDREDTH = 0.005;

/** A sentence for each field that is not as it must be (specification, part 3 §5); the server says the same. */
export function checkValues(values: FormValues): Problems {
  const problems: Problems = {};
  for (const [name, sentence] of Object.entries(REQUIRED) as [keyof typeof REQUIRED, Message][])
    if (values[name].trim() === '') problems[name] = t(sentence);
  const price = priceProblem(values);
  if (price) problems.price = price;

  for (const name of factNames) {
    const problem = factProblem(name, values);
    if (problem) problems[name] = problem;
  }
  if (values.building.trim() !== '' && values.building_id === '')
    problems.building = t('Choose a building from the list, add it, or leave this empty');
  if (values.video_url.trim() !== '' && !readVideoAddress(values.video_url))
    problems.video_url = t('Enter the https address of a video on YouTube, Vimeo, Facebook or TikTok');
  const pin = pinProblem(values);
  if (pin) problems[pin.field] = t(pin.sentence);
  return problems;
}

function priceProblem(values: FormValues): string | null {
  const reading = readAmount(values.price, 'pesos');
  if (reading.kind === 'asked' || reading.kind === 'unreadable') return amountExample('pesos');
  if (numberOf(reading) < HALF_HUNDREDTH) return t('Valid price is required');
  return reading.kind === 'read' ? (askedOfPrice(reading, values, () => {})?.problem ?? null) : null;
}

/** By the bounds of the table, as the server checks them; null where it is as it must be. */
function factProblem(name: FactName, values: FormValues): string | null {
  const fact: AnyFact = facts[name];
  const value = readFact(name, values);
  if (fact.kind !== 'number' || typeof value !== 'number') return null;
  const { kind } = readAmount(String(values[name]), kindOf(name));
  if (kind === 'asked' || kind === 'unreadable') return amountExample(kindOf(name));
  const { problems, min: minimum, max, decimals } = fact;
  const maximum = typeof max === 'number' ? max : max(new Date());
  const say = (id: string) => t(id, { name, minimum, maximum });
  if (decimals === 0 && !Number.isInteger(value) && value >= minimum) return say(problems.whole);
  if (Number(value.toFixed(decimals)) < minimum) return say(problems.tooSmall);
  return value > maximum ? say(problems.tooLarge) : null;
}

/** A fact as it is sent. Text that is no number counts as 0; an emptied field of an optional fact as unknown. */
function readFact(name: FactName, values: FormValues): Details[FactName] {
  const fact: AnyFact = facts[name];
  const value = values[name];
  if (typeof value === 'boolean') return value;
  const isEmpty = value.trim() === '' && fact.initial === null;
  if (fact.kind === 'choice') return isEmpty ? null : (value as Details['completion']);
  return isEmpty ? null : numberOf(readAmount(value, kindOf(name)));
}

export const readFacts = (values: FormValues): Details =>
  Object.fromEntries(factNames.map((name) => [name, readFact(name, values)])) as Details;

/** Of a draft, which needs a title alone: what is wrong, but not what is still open. */
export function checkDraft(values: FormValues): Problems {
  const mayBeOpen = [...Object.keys(REQUIRED), 'price', ...requiredFacts].filter((name) => name !== 'title');
  // The empty form has an area of 0.
  const isOpen = (name: string) =>
    mayBeOpen.includes(name) && ['', '0'].includes(String(values[name as keyof FormValues]).trim());
  return Object.fromEntries(Object.entries(checkValues(values)).filter(([name]) => !isOpen(name)));
}

export function placeIssues(issues: readonly Issue[], values: FormValues): Problems {
  const problems: Problems = {};
  for (const { path, message } of issues) {
    const [field, sentence] = placeIssue(path, message);
    if (field === 'images' || field in values) problems[field as keyof Problems] ??= sentence;
  }
  return problems;
}

function placeIssue(path: string, message: string): [field: string, sentence: string] {
  const [first = '', second, third] = path.split('.');
  const position = Number(second) + 1;
  if (first === 'images' && second) return [first, t('Image {position}: {message}', { position, message })];
  if (first === 'image_descriptions') return ['images', message];
  if (first === 'floor_plans' && second)
    return [first, t('Floor plan {position}: {message}', { position, message })];
  if (first === 'features') return ['newFeature', message];
  if (first === 'building_id') return ['building', message];
  if (first !== 'location' && first !== 'details') return [path, message];
  return [second === 'coordinates' ? (third ?? 'lat') : (second ?? path), message];
}
