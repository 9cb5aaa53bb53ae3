import rowsJson from '../geography/nearbyPlaces.json' with { type: 'json' };
import { distanceBetween } from '../nearbyPlaces.ts';
import type { GeoPoint } from '../travelTime.ts';
import { foldText } from './names.ts';
import { stations } from './stations.ts';

export const knownPlaceKinds = ['station', 'line', 'school', 'mall', 'hospital', 'airport', 'landmark'] as const;
export type KnownPlaceKind = (typeof knownPlaceKinds)[number];

/** A place that people search homes near to: the table of search, suggestions, the filter `near` and `/near/{slug}`. */
export interface KnownPlace {
  /** Unique: 'ust', 'ayala-mrt-3', 'mrt'. */
  slug: string;
  name: string;
  kind: KnownPlaceKind;
  /** Its middle, in degrees. */
  lat: number;
  lng: number;
  /** Distances are measured from the nearest of these: the stations of a line, the terminals of an airport. */
  points: readonly GeoPoint[];
  /** All spellings, folded: the name itself first. */
  names: readonly string[];
}

/** Metres on foot in a minute. */
const WALKED_PER_MINUTE = 80;

const middleOf = (points: readonly GeoPoint[]): GeoPoint => ({
  lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
  lng: points.reduce((sum, { lng }) => sum + lng, 0) / points.length,
});

type Row = [name: string, lat: number, lng: number, aliases?: string[], slug?: string];
const rows = rowsJson as unknown as Record<'school' | 'hospital' | 'shopping', Row[]>;

const fromRows = (kind: KnownPlaceKind, listed: readonly Row[]): KnownPlace[] =>
  listed.map(([name, lat, lng, aliases = [], slug = foldText(name).replaceAll(' ', '-')]) => ({
    slug,
    name,
    kind,
    lat,
    lng,
    points: [{ lat, lng }],
    names: [foldText(name), ...aliases],
  }));

const lineOf = (slug: string, name: string, isOfLine: (line: string) => boolean, names: string[]): KnownPlace => {
  const points = stations.filter(({ line }) => isOfLine(line)).map(({ lat, lng }) => ({ lat, lng }));
  return { slug, name, kind: 'line', ...middleOf(points), points, names: [foldText(name), ...names] };
};

export const knownPlaces: readonly KnownPlace[] = [
  ...stations.map(
    ({ slug, name, line, lat, lng, aliases }): KnownPlace => ({
      slug,
      name: `${name} Station (${line})`,
      kind: 'station',
      lat,
      lng,
      points: [{ lat, lng }],
      names: [foldText(name), ...aliases].flatMap((known) => [
        `${known} station`,
        `${line.slice(0, 3).toLowerCase()} ${known}`,
        `${known} ${line.slice(0, 3).toLowerCase()}`,
      ]),
    }),
  ),
  lineOf('mrt', 'MRT-3', (line) => line === 'MRT-3', ['mrt', 'mrt 3', 'mrt3', 'mrt line', 'mrt station']),
  lineOf('lrt-1', 'LRT-1', (line) => line === 'LRT-1', ['lrt 1', 'lrt1', 'lrt line 1']),
  lineOf('lrt-2', 'LRT-2', (line) => line === 'LRT-2', ['lrt 2', 'lrt2', 'lrt line 2']),
  ...fromRows('school', rows.school),
  ...fromRows('mall', rows.shopping),
  ...fromRows('hospital', rows.hospital),
];

const bySlug = new Map(knownPlaces.map((place) => [place.slug, place]));
export const knownPlaceBySlug = (slug: string): KnownPlace | undefined => bySlug.get(slug);

const byName = new Map<string, KnownPlace>();
for (const place of knownPlaces) for (const name of place.names) if (!byName.has(name)) byName.set(name, place);
const longestName = Math.max(...[...byName.keys()].map((name) => name.split(' ').length));

/** The known place that folded words name from `start` on, the longest name first. @returns `end` behind its words */
export function knownPlaceAt(words: readonly string[], start: number): { place: KnownPlace; end: number } | undefined {
  for (let length = Math.min(longestName, words.length - start); length > 0; length--) {
    const place = byName.get(words.slice(start, start + length).join(' '));
    if (place) return { place, end: start + length };
  }
  return undefined;
}

export interface NearestStation {
  slug: string;
  name: string;
  /** As the crow flies. */
  metres: number;
  /** On foot. */
  minutes: number;
}

/** Farther stations are no help on foot. */
const MAX_STATION_METRES = 3_000;

/** The nearest station of a listing; null farther than 3 km from all. */
export function nearestStation(point: GeoPoint): NearestStation | null {
  let nearest: NearestStation | null = null;
  for (const place of knownPlaces) {
    if (place.kind !== 'station') continue;
    const metres = Math.round(distanceBetween(point, place));
    if (metres <= MAX_STATION_METRES && (!nearest || metres < nearest.metres))
      nearest = { slug: place.slug, name: place.name, metres, minutes: Math.ceil(metres / WALKED_PER_MINUTE) };
  }
  return nearest;
}
