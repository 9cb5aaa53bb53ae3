import type { Issue } from '#shared/contracts/common.ts';
import { MAX_AREA, MAX_FLOOR_LEVEL, MAX_PARKING_SLOTS, MAX_ROOMS } from '#shared/limits.ts';
import { type FormValues, readNumber, readPin } from './formValues.ts';

export type Problems = Partial<Record<keyof FormValues | 'images', string>>;

const REQUIRED = {
  title: 'Title is required',
  description: 'Description is required',
  address: 'Address is required',
  city: 'City is required',
  province: 'Province is required',
} as const;

const COUNTS = [
  ['bedrooms', 'Bedrooms', MAX_ROOMS],
  ['bathrooms', 'Bathrooms', MAX_ROOMS],
  ['floor_level', 'Floor level', MAX_FLOOR_LEVEL],
  ['parking_slots', 'Parking slots', MAX_PARKING_SLOTS],
] as const;

/** What is smaller is rounded to nothing. */
const HALF_HUNDREDTH = 0.005;

/** A sentence for each field that is not as it must be (specification, part 3 §5); the server says the same. */
export function checkValues(values: FormValues): Problems {
  const problems: Problems = {};
  for (const [name, sentence] of Object.entries(REQUIRED) as [keyof typeof REQUIRED, string][])
    if (values[name].trim() === '') problems[name] = sentence;
  if (readNumber(values.price) < HALF_HUNDREDTH) problems.price = 'Valid price is required';

  const area = readNumber(values.area_sqm);
  if (area < HALF_HUNDREDTH) problems.area_sqm = 'Area must be greater than 0';
  else if (area > MAX_AREA) problems.area_sqm = 'Area is too large';
  for (const [name, label, max] of COUNTS) {
    const count = readNumber(values[name]);
    if (count < 0) problems[name] = `${label} must be at least 0`;
    else if (!Number.isInteger(count)) problems[name] = `${label} must be a whole number`;
    else if (count > max) problems[name] = `${label} is too large`;
  }
  return { ...problems, ...checkPin(values) };
}

function checkPin(values: FormValues): Problems {
  const hasLat = values.lat.trim() !== '';
  const hasLng = values.lng.trim() !== '';
  if (!hasLat && !hasLng) return {};
  if (!hasLat) return { lat: 'Give both latitude and longitude, or neither' };
  if (!hasLng) return { lng: 'Give both latitude and longitude, or neither' };
  if (readPin(values)) return {};
  return Math.abs(Number(values.lat)) <= 90
    ? { lng: 'Longitude must be between -180 and 180' }
    : { lat: 'Latitude must be between -90 and 90' };
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
  if (parts[0] === 'images' && parts[1]) return ['images', `Image ${Number(parts[1]) + 1}: ${message}`];
  if (parts[0] === 'features') return ['newFeature', message];
  if (parts[0] !== 'location' && parts[0] !== 'details') return [path, message];
  if (parts[1] === 'coordinates') return [parts[2] ?? 'lat', message];
  return [parts[1] ?? path, message];
}
