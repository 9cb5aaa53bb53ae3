/** Pins of homes on the map: which positions can be one, and how people write them. */
import type { Bounds } from './mapTiles.ts';
import { type Message, msg } from './messages.ts';
import type { Place } from './places.ts';
import { type GeoPoint, straightDistance } from './travelTime.ts';

/**
 * Around all inhabited islands: Tawi-Tawi reaches 4.6° N, Batanes 21.1° N, Balabac 116.9° E and Davao Oriental 126.6° E
 * (NAMRIA's extreme points of the archipelago, rounded outwards). The Spratlys are left out.
 */
export const PHILIPPINES: Bounds = { south: 4.5, west: 116.5, north: 21.5, east: 127 };

/** Programs write 0, 0 where a home has no position. */
export const isNoPin = ({ lat, lng }: GeoPoint): boolean => lat === 0 && lng === 0;

export const isPinInCountry = ({ lat, lng }: GeoPoint): boolean =>
  lat >= PHILIPPINES.south && lat <= PHILIPPINES.north && lng >= PHILIPPINES.west && lng <= PHILIPPINES.east;

export const AT_NOTHING = msg('The pin is at 0, 0, far out at sea. Set it where the property is, or leave it out');
export const OUTSIDE_COUNTRY = msg(
  'The pin is outside the Philippines. Check latitude and longitude, or leave them out',
);

/** A district's outline is a rough square, and a city without one is a point. */
const DISTRICT_SLACK_M = 2_000;
const CITY_SLACK_M = 1_000;
const CITY_REACH_M = 15_000;

/** Whether a pin stands clearly outside the named place: worth a question, never an error. */
export function isOutside(
  pin: GeoPoint,
  { kind, bounds, center }: Pick<Place, 'kind' | 'bounds' | 'center'>,
): boolean {
  if (!bounds) return straightDistance(pin, center) > CITY_REACH_M;
  const nearest = {
    lat: Math.min(bounds.north, Math.max(bounds.south, pin.lat)),
    lng: Math.min(bounds.east, Math.max(bounds.west, pin.lng)),
  };
  return straightDistance(pin, nearest) > (kind === 'district' ? DISTRICT_SLACK_M : CITY_SLACK_M);
}

/** As it is written into fields: some ten centimetres. */
export const pinText = ({ lat, lng }: GeoPoint) => ({
  lat: String(Number(lat.toFixed(6))),
  lng: String(Number(lng.toFixed(6))),
});

export interface WrittenPin extends GeoPoint {
  /** It was written as longitude and latitude, which lies in the country only the other way round. */
  isSwapped: boolean;
}

type Axis = 'lat' | 'lng';

interface Degrees {
  value: number;
  /** Where the text says it: 'N', 'long'. */
  axis: Axis | undefined;
}

const isOnEarth = ({ lat, lng }: GeoPoint) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** Two numbers as a pin; null where neither order is a position on earth. */
function pinOf(first: Degrees, second: Degrees): WrittenPin | null {
  const isLngFirst = first.axis === 'lng' || second.axis === 'lat';
  if (first.axis !== undefined && first.axis === second.axis) return null;
  const [lat, lng] = isLngFirst ? [second.value, first.value] : [first.value, second.value];
  const turned = { lat: lng, lng: lat };
  if (!isPinInCountry({ lat, lng }) && isPinInCountry(turned)) return { ...turned, isSwapped: true };
  return isOnEarth({ lat, lng }) ? { lat, lng, isSwapped: false } : null;
}

/** One way to write each sign: '′', '’' and '´' are minutes, '″' and "''" seconds, and dashes are minus signs. */
const plainSigns = (text: string): string =>
  text
    .replace(/[″“”„]|''|′′|’’/g, '"')
    .replace(/[′’‘ʹʼ´`]/g, "'")
    .replace(/[º˚]/g, '°')
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[−‐‑‒–—]/g, '-')
    .replace(/[\s.,;]+$/, '')
    .trim();

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const COMMA = String.raw`(?:\s|\+|%20)*(?:,|%2C)(?:\s|\+|%20)*`;
/** Where addresses of map sites have a position, the place itself before the view around it. */
const addressForms = [
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&](?:q|query|ll|destination|daddr|coordinate|center|cbll|viewpoint|sll)=(?:loc:)?${NUMBER}${COMMA}${NUMBER}`,
  `[?&#]mlat=${NUMBER}&mlon=${NUMBER}`,
  `/(?:place|search|dir/[^/]*)/${NUMBER}${COMMA}${NUMBER}`,
  `^geo:${NUMBER},${NUMBER}`,
  `@${NUMBER},${NUMBER}`,
  `#map=[\\d.]+/${NUMBER}/${NUMBER}`,
].map((form) => new RegExp(form, 'i'));

const AXES: Readonly<Record<string, Axis>> = {
  ...{ lat: 'lat', latitude: 'lat', latitud: 'lat' },
  ...{ lng: 'lng', lon: 'lng', long: 'lng', longitude: 'lng', longitud: 'lng' },
};
const DIRECTIONS: Readonly<Record<string, readonly [axis: Axis, sign: 1 | -1]>> = {
  ...{
    n: ['lat', 1],
    north: ['lat', 1],
    hilaga: ['lat', 1],
    s: ['lat', -1],
    south: ['lat', -1],
    timog: ['lat', -1],
  },
  ...{
    e: ['lng', 1],
    east: ['lng', 1],
    silangan: ['lng', 1],
    w: ['lng', -1],
    west: ['lng', -1],
    kanluran: ['lng', -1],
  },
};
const UNITS: Readonly<Record<string, string>> = {
  ...{ '°': '°', deg: '°', degs: '°', degree: '°', degrees: '°', d: '°' },
  ...{ "'": "'", m: "'", min: "'", mins: "'", minutes: "'" },
  ...{ '"': '"', sec: '"', secs: '"', seconds: '"' },
};
const OTHER_WORDS = new Set(
  'and at coordinate coordinates coords gps pin pinned location lokasyon map maps google ang ay sa nasa at po dito ito here is the'.split(
    ' ',
  ),
);
const TOKEN = /[-+]?\d+(?:\.\d+)?|\p{L}+(?:\.(?!\d))?|[^\s]/gu;

/** The numbers of a text and what it says of them; null for a text that says other things too. */
function tokensOf(text: string) {
  const numbers: { sign: 1 | -1; value: number; unit: string | undefined }[] = [];
  const axes: Axis[] = [];
  const directions: (readonly [Axis, 1 | -1])[] = [];
  for (const [found] of text.toLowerCase().matchAll(TOKEN)) {
    const token = found.replace(/(?<=\p{L})\.$/u, '');
    const last = numbers.at(-1);
    const unit = UNITS[token];
    const axis = AXES[token];
    const direction = DIRECTIONS[token];
    if (/\d/.test(token))
      numbers.push({ sign: token.startsWith('-') ? -1 : 1, value: Math.abs(Number(token)), unit: undefined });
    else if (token === 's' && last && last.unit === undefined && numbers.some(({ unit: other }) => other === "'"))
      last.unit = '"';
    else if (unit !== undefined) {
      if (!last || last.unit !== undefined) return null;
      last.unit = unit;
    } else if (axis) axes.push(axis);
    else if (direction) directions.push(direction);
    else if (!OTHER_WORDS.has(token) && !/^[,;:=/|()[\]{}@]$/.test(token)) return null;
  }
  return { numbers, axes, directions };
}

type Numbers = NonNullable<ReturnType<typeof tokensOf>>['numbers'];

/** Degrees, minutes and seconds as one number; null where they cannot be that. */
function degreesOf(parts: Numbers): number | null {
  const [first] = parts;
  if (!first || parts.length > 3) return null;
  let value = 0;
  for (const [at, part] of parts.entries()) {
    const isFraction = !Number.isInteger(part.value);
    const isExpected = part.unit === undefined || part.unit === ['°', "'", '"'][at];
    if (!isExpected || (at > 0 && (part.value >= 60 || part.sign < 0)) || (isFraction && at < parts.length - 1))
      return null;
    value += part.value / 60 ** at;
  }
  return first.sign * value;
}

/** The numbers of each of two coordinates: by their degree signs, else one half each. */
function halvesOf(numbers: Numbers): [Numbers, Numbers] | null {
  const starts = numbers.flatMap(({ unit }, at) => (unit === '°' ? [at] : []));
  const [, second] = starts;
  if (starts.length === 2 && starts[0] === 0 && second) return [numbers.slice(0, second), numbers.slice(second)];
  if (starts.length > 2 || numbers.length % 2 === 1 || numbers.length === 0) return null;
  return [numbers.slice(0, numbers.length / 2), numbers.slice(numbers.length / 2)];
}

/** '14,5547 121,0244': commas of the decimals, where the text has no points. */
const withPoints = (text: string): string =>
  !text.includes('.') && /^\D*\d{1,3},\d+\D+\d{1,3},\d+\D*$/.test(text)
    ? text.replace(/(\d),(\d+\D+\d+),(\d)/, '$1.$2.$3')
    : text;

/** Between other words: 'Unit 5 (14.5547, 121.0244)'. */
const AMONG_WORDS = /(?<![\d.])(-?\d{1,3}\.\d{3,})\s*[,;\s]\s*(-?\d{1,3}\.\d{3,})(?!\d|\s*[.,;]?\s*-?\d)/g;

function readPair(text: string): WrittenPin | null {
  const found = tokensOf(withPoints(text));
  const halves = found && halvesOf(found.numbers);
  if (!found || !halves) return null;
  const { axes, directions } = found;
  if ((axes.length !== 0 && axes.length !== 2) || directions.length > 2) return null;
  const isOneSided = directions.length === 1;
  // '14.5547, 121.0244 E' leaves open which of the two is meant; only the usual directions change nothing.
  if (isOneSided && directions.some(([, sign]) => sign < 0)) return null;
  const [first, second] = halves.map((half, at): Degrees | null => {
    const value = degreesOf(half);
    const direction = isOneSided ? undefined : directions[at];
    return value === null ? null : { value: value * (direction?.[1] ?? 1), axis: direction?.[0] ?? axes[at] };
  });
  return first && second ? pinOf(first, second) : null;
}

/** '14,121' may be a pair or a number with a decimal comma. */
const isUnclear = (text: string) => /^\d{1,3},\d+$/.test(text);

/**
 * The pin that a text names: '14.5547, 121.0244', '14°33'16.9"N 121°01'27.8"E', 'lat: 14.55 lng: 121.02', the address
 * of a map site. Null where it names none, or more than one reading is possible.
 */
export function readPinText(text: string): WrittenPin | null {
  const plain = plainSigns(text);
  if (plain === '' || isUnclear(plain)) return null;
  const pairOf = (match: RegExpMatchArray | null) =>
    match && pinOf({ value: Number(match[1]), axis: undefined }, { value: Number(match[2]), axis: undefined });
  if (/:\/\/|^geo:|\b(?:maps?|waze)\.|\.(?:com|gl)\//i.test(plain)) {
    for (const form of addressForms) {
      const pin = pairOf(form.exec(plain));
      if (pin && !isNoPin(pin)) return pin;
    }
    return null;
  }
  const among = [...plain.matchAll(AMONG_WORDS)];
  return readPair(plain) ?? (among.length === 1 ? pairOf(among[0] ?? null) : null);
}

/** One coordinate: '14.5547', '14°33'16.9"N', '14,5547'. Null for what is none. */
function readDegrees(text: string): Degrees | null {
  const plain = plainSigns(text);
  if (isUnclear(plain)) {
    const [lat = 0, lng = 0] = plain.split(',').map(Number);
    return isPinInCountry({ lat, lng }) ? null : { value: Number(plain.replace(',', '.')), axis: undefined };
  }
  const found = tokensOf(plain.replace(/^(-?\d{1,3}),(\d+)(?=\s*°)/, '$1.$2'));
  if (!found || found.axes.length > 1 || found.directions.length > 1) return null;
  const value = degreesOf(found.numbers);
  const [direction] = found.directions;
  const axis = direction?.[0] ?? found.axes[0];
  return value === null ? null : { value: value * (direction?.[1] ?? 1), axis };
}

/** The pin of two fields, or of the one that holds both coordinates. Null while they name no place on earth. */
export function readPinFields({ lat, lng }: { lat: string; lng: string }): WrittenPin | null {
  const pair = readPinText(lat) ?? readPinText(lng);
  if (pair) return pair;
  const first = readDegrees(lat);
  const second = readDegrees(lng);
  return first && second && pinOf(first, second);
}

/** Whether a text is one coordinate, or a pair. */
export const isCoordinateText = (text: string): boolean =>
  readDegrees(text) !== null || readPinText(text) !== null;

const UNREADABLE = msg('Write it as 14.5547, or paste both coordinates as a map shows them: 14.5547, 121.0244');

/** The fault of two fields, and in which of them it is; empty ones have none. */
export function pinProblem(fields: { lat: string; lng: string }): { field: Axis; sentence: Message } | null {
  const { lat, lng } = fields;
  if (lat.trim() === '' && lng.trim() === '') return null;
  const pin = readPinFields(fields);
  if (pin && isPinInCountry(pin)) return null;
  if (pin) return { field: 'lat', sentence: isNoPin(pin) ? AT_NOTHING : OUTSIDE_COUNTRY };
  for (const field of ['lat', 'lng'] as const)
    if (fields[field].trim() !== '' && !readDegrees(fields[field])) return { field, sentence: UNREADABLE };
  if (lat.trim() === '' || lng.trim() === '')
    return {
      field: lat.trim() === '' ? 'lat' : 'lng',
      sentence: msg('Enter both latitude and longitude, or neither'),
    };
  return Math.abs(readDegrees(lat)?.value ?? 0) <= 90
    ? { field: 'lng', sentence: msg('Longitude must be between -180 and 180') }
    : { field: 'lat', sentence: msg('Latitude must be between -90 and 90') };
}
