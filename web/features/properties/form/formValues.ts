import type { Issue } from '#shared/contracts/common.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { completionLabel, listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import {
  MAX_AREA,
  MAX_FEATURES,
  MAX_FLOOR_LEVEL,
  MAX_PARKING_SLOTS,
  MAX_ROOMS,
  MAX_YEARS_AHEAD,
  MIN_YEAR_BUILT,
} from '#shared/limits.ts';
import type { Completion, ListingType, PropertyStatus, PropertyType } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { readVideoAddress } from '#shared/videos.ts';
import { t } from '#web/lib/i18n.tsx';

/** With the office's own number of it where its agent is told. */
type Listing = Property & { reference?: string | null };

export type PropertyFormMode =
  | { kind: 'create' }
  | { kind: 'edit'; property: Listing }
  /** A new listing that begins as a copy. */
  | { kind: 'duplicate'; property: Listing };

/** Numbers stand as they were typed, also while they are none yet. Specification, part 3 §3. */
const EMPTY = {
  title: '',
  /** The office's own number of it; an agent has none twice. */
  reference: '',
  description: '',
  price: '',
  type: 'apartment' as PropertyType,
  listing_type: 'sale' as ListingType,
  status: 'available' as PropertyStatus,
  address: '',
  city: '',
  province: '',
  /** What is typed of its name, and the id of the building that is meant. */
  building: '',
  building_id: '',
  lat: '',
  lng: '',
  bedrooms: '1',
  bathrooms: '1',
  area_sqm: '0',
  floor_level: '1',
  parking_slots: '0',
  /** Empty as long as nothing is said of it. */
  completion: '' as Completion | '',
  year_built: '',
  furnished: false,
  features: [] as string[],
  /** Addresses of uploaded pictures. */
  floor_plans: [] as string[],
  video_url: '',
  /** Begun, not added yet. */
  newFeature: '',
  newImageUrl: '',
};

export type FormValues = typeof EMPTY;

/**
 * What a form holds: its fields, the addresses of the pictures that are stored, the cover first, and what is said of each
 * of them, in the same order.
 */
export interface FormContent {
  values: FormValues;
  images: string[];
  descriptions: string[];
}

export const completionChoices: Record<FormValues['completion'], Message> = {
  '': msg('Not stated'),
  ...completionLabel,
};

const CHOICES: Partial<Record<keyof FormValues, object>> = {
  type: propertyTypeLabel,
  listing_type: listingTypeLabel,
  status: propertyStatusLabel,
  completion: completionChoices,
};

export function initialContent(mode: PropertyFormMode): FormContent {
  if (mode.kind === 'create') return { values: EMPTY, images: [], descriptions: [] };
  const { location, details, images, image_descriptions: descriptions, ...property } = mode.property;
  const { coordinates } = location;
  const values: FormValues = {
    ...EMPTY,
    title: property.title,
    reference: mode.kind === 'duplicate' ? '' : (property.reference ?? ''),
    description: property.description,
    price: String(property.price),
    type: property.type,
    listing_type: property.listing_type,
    // A copy of what is sold or rented is made because another one is to be had.
    status: mode.kind === 'duplicate' ? 'available' : property.status,
    address: location.address,
    city: location.city,
    province: location.province,
    building: property.building?.name ?? '',
    building_id: String(property.building?.id ?? ''),
    lat: String(coordinates?.lat ?? ''),
    lng: String(coordinates?.lng ?? ''),
    bedrooms: String(details.bedrooms),
    bathrooms: String(details.bathrooms),
    area_sqm: String(details.area_sqm),
    floor_level: String(details.floor_level ?? ''),
    parking_slots: String(details.parking_slots),
    completion: details.completion ?? '',
    year_built: String(details.year_built ?? ''),
    furnished: details.furnished ?? false,
    features: property.features,
    floor_plans: property.floor_plans,
    video_url: property.video_url ?? '',
  };
  return { values, images, descriptions };
}

export function isSameContent(one: FormContent, other: FormContent): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered({ values, images, descriptions }: FormContent): unknown[] {
  return [images, descriptions, ...Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))];
}

/** Read from storage, where anything may stand: what is no such value is left as `fallback` has it. */
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

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Entry that is no number counts as 0 (specification, part 3 §5). */
export function readNumber(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : 0;
}

/** Null while no place on earth is named. */
export function readPin({ lat, lng }: Pick<FormValues, 'lat' | 'lng'>): { lat: number; lng: number } | null {
  if (lat.trim() === '' || lng.trim() === '') return null;
  const pin = { lat: Number(lat), lng: Number(lng) };
  return Math.abs(pin.lat) <= 90 && Math.abs(pin.lng) <= 180 ? pin : null;
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

const COUNTS = [
  ['bedrooms', MAX_ROOMS],
  ['bathrooms', MAX_ROOMS],
  ['floor_level', MAX_FLOOR_LEVEL],
  ['parking_slots', MAX_PARKING_SLOTS],
] as const;

/** What is smaller is rounded to nothing. */
const HALF_HUNDREDTH = 0.005;

/** A sentence for each field that is not as it must be (specification, part 3 §5); the server says the same. */
export function checkValues(values: FormValues): Problems {
  const problems: Problems = {};
  for (const [name, sentence] of Object.entries(REQUIRED) as [keyof typeof REQUIRED, Message][])
    if (values[name].trim() === '') problems[name] = t(sentence);
  if (readNumber(values.price) < HALF_HUNDREDTH) problems.price = t('Valid price is required');

  const area = readNumber(values.area_sqm);
  if (area < HALF_HUNDREDTH) problems.area_sqm = t('Area must be greater than 0');
  else if (area > MAX_AREA) problems.area_sqm = t('Area is too large');
  for (const [name, max] of COUNTS) {
    const count = readNumber(values[name]);
    if (count < 0)
      problems[name] = t(
        '{name, select, bedrooms {Bedrooms} bathrooms {Bathrooms} parking_slots {Parking slots} other {Floor level}} must be at least 0',
        { name },
      );
    else if (!Number.isInteger(count))
      problems[name] = t(
        '{name, select, bedrooms {Bedrooms} bathrooms {Bathrooms} parking_slots {Parking slots} other {Floor level}} must be a whole number',
        { name },
      );
    else if (count > max)
      problems[name] = t(
        '{name, select, bedrooms {Bedrooms} bathrooms {Bathrooms} parking_slots {Parking slots} other {Floor level}} is too large',
        { name },
      );
  }
  if (values.building.trim() !== '' && values.building_id === '')
    problems.building = t('Choose a building from the list, add it, or leave this empty');
  if (values.video_url.trim() !== '' && !readVideoAddress(values.video_url))
    problems.video_url = t('Enter the https address of a video on YouTube, Vimeo, Facebook or TikTok');
  return { ...problems, ...checkYear(values), ...checkPin(values) };
}

function checkYear({ year_built }: FormValues): Problems {
  const year = year_built.trim() === '' ? MIN_YEAR_BUILT : readNumber(year_built);
  if (!Number.isInteger(year)) return { year_built: t('Year built must be a whole number') };
  if (year < MIN_YEAR_BUILT)
    return { year_built: t('Year built must be {minimum} or later', { minimum: MIN_YEAR_BUILT }) };
  return year > new Date().getFullYear() + MAX_YEARS_AHEAD
    ? { year_built: t('Year built is too far in the future') }
    : {};
}

function checkPin(values: FormValues): Problems {
  const missing = (['lat', 'lng'] as const).filter((name) => values[name].trim() === '');
  const [name] = missing;
  if (missing.length === 1 && name) return { [name]: t('Enter both latitude and longitude, or neither') };
  if (missing.length === 2 || readPin(values)) return {};
  return Math.abs(Number(values.lat)) <= 90
    ? { lng: t('Longitude must be between -180 and 180') }
    : { lat: t('Latitude must be between -90 and 90') };
}

/** The server's issues at the form's fields, each field's first. */
export function placeIssues(issues: readonly Issue[], values: FormValues): Problems {
  const problems: Problems = {};
  for (const { path, message } of issues) {
    const [field, sentence] = placeIssue(path, message);
    if (field === 'images' || field in values) problems[field as keyof Problems] ??= sentence;
  }
  return problems;
}

function placeIssue(path: string, message: string): [field: string, sentence: string] {
  const parts = path.split('.');
  if (parts[0] === 'images' && parts[1])
    return ['images', t('Image {position}: {message}', { position: Number(parts[1]) + 1, message })];
  if (parts[0] === 'image_descriptions') return ['images', message];
  if (parts[0] === 'floor_plans' && parts[1])
    return [
      'floor_plans',
      t('Floor plan {position}: {message}', { position: Number(parts[1]) + 1, message }),
    ];
  if (parts[0] === 'features') return ['newFeature', message];
  if (parts[0] === 'building_id') return ['building', message];
  if (parts[0] !== 'location' && parts[0] !== 'details') return [path, message];
  if (parts[1] === 'coordinates') return [parts[2] ?? 'lat', message];
  return [parts[1] ?? path, message];
}
