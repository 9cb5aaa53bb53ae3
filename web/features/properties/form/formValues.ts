import type { ListingType, Property, PropertyStatus, PropertyType } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import type { PropertyFormMode } from './formMode.ts';

/** Numbers stand as they were typed, also while they are none yet. */
export interface FormValues {
  title: string;
  description: string;
  price: string;
  type: PropertyType;
  listing_type: ListingType;
  status: PropertyStatus;
  address: string;
  city: string;
  province: string;
  lat: string;
  lng: string;
  bedrooms: string;
  bathrooms: string;
  area_sqm: string;
  floor_level: string;
  parking_slots: string;
  furnished: boolean;
  features: string[];
  /** Begun, not added yet. */
  newFeature: string;
  newImageUrl: string;
}

/** What a form holds: its fields, and the addresses of the pictures that are stored, the cover first. */
export interface FormContent {
  values: FormValues;
  images: string[];
}

/** Specification, part 3 §3. */
const EMPTY: FormValues = {
  title: '',
  description: '',
  price: '',
  type: 'apartment',
  listing_type: 'sale',
  status: 'available',
  address: '',
  city: '',
  province: '',
  lat: '',
  lng: '',
  bedrooms: '1',
  bathrooms: '1',
  area_sqm: '0',
  floor_level: '1',
  parking_slots: '0',
  furnished: false,
  features: [],
  newFeature: '',
  newImageUrl: '',
};

const CHOICES: Partial<Record<keyof FormValues, object>> = {
  type: propertyTypeLabel,
  listing_type: listingTypeLabel,
  status: propertyStatusLabel,
};

export function initialContent(mode: PropertyFormMode): FormContent {
  if (mode.kind === 'create') return { values: EMPTY, images: [] };
  const { property } = mode;
  const values = valuesOf(property);
  // A copy of what is sold or rented is made because another one is to be had.
  if (mode.kind === 'duplicate') values.status = 'available';
  return { values, images: property.images };
}

function valuesOf({ location, details, ...property }: Property): FormValues {
  const { coordinates } = location;
  return {
    title: property.title,
    description: property.description,
    price: String(property.price),
    type: property.type,
    listing_type: property.listing_type,
    status: property.status,
    address: location.address,
    city: location.city,
    province: location.province,
    lat: coordinates ? String(coordinates.lat) : '',
    lng: coordinates ? String(coordinates.lng) : '',
    bedrooms: String(details.bedrooms),
    bathrooms: String(details.bathrooms),
    area_sqm: String(details.area_sqm),
    floor_level: String(details.floor_level ?? ''),
    parking_slots: String(details.parking_slots),
    furnished: details.furnished ?? false,
    features: property.features,
    newFeature: '',
    newImageUrl: '',
  };
}

export function isSameContent(one: FormContent, other: FormContent): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered({ values, images }: FormContent): unknown[] {
  return [images, ...fieldNames(values).map((name) => values[name])];
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
  const example = EMPTY[field];
  if (Array.isArray(example)) return isTextList(value);
  return typeof value === typeof example;
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function fieldNames(values: FormValues): (keyof FormValues)[] {
  return (Object.keys(values) as (keyof FormValues)[]).sort();
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
