/**
 * Places that people search homes near to: stations, lines, schools, malls, hospitals, the airport and landmarks, with the
 * ways they are written. For the server and parts of the web that load later: no screen of the first load imports it.
 */
import tables from '../geography/knownPlaces.json' with { type: 'json' };
import rowsJson from '../geography/nearbyPlaces.json' with { type: 'json' };
import type { NearbyCategory } from '../labels.ts';
import { distanceBetween } from '../nearbyPlaces.ts';
import { PLACES } from '../places.ts';
import type { GeoPoint } from '../travelTime.ts';
import { foldText, writtenOut } from './names.ts';
import { type Line, type Station, stations } from './stations.ts';
import { streets } from './streets.ts';

export const knownPlaceKinds = ['station', 'line', 'school', 'mall', 'hospital', 'airport', 'landmark'] as const;
export type KnownPlaceKind = (typeof knownPlaceKinds)[number];

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
  /** Those of them that also are an everyday word, an area or a street: the place is meant only behind 'near'. */
  nearNames: readonly string[];
}

/** Metres on foot in a minute. */
const WALKED_PER_MINUTE = 80;

const areaNames = new Set(PLACES.flatMap(({ name, aliases }) => [foldText(name), ...aliases]));
const streetNames = new Set(streets.flatMap(({ name, aliases }) => [foldText(name), ...aliases]));

const middleOf = (points: readonly GeoPoint[]): GeoPoint => ({
  lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
  lng: points.reduce((sum, { lng }) => sum + lng, 0) / points.length,
});

/** Ways to write a part of a name: 'St. Luke's' is also 'st lukes' and 'saint lukes', 'SM City Manila' also 'sm manila'. */
const otherSpellings: readonly (readonly [part: RegExp, spelt: string])[] = [
  [/(?<=\p{L}) s\b/u, 's'],
  [/\b(luke|mary|children|women|scholastica)s\b/, '$1 s'],
  [/\bst (?=\p{L})/u, 'saint '],
  [/\bsta\b/, 'santa'],
  [/\bsm city\b/, 'sm'],
  [/\bayala malls\b/, 'ayala mall'],
  [/\brobinsons\b/, 'robinson'],
  [/\brobinsons (?!place)/, 'robinsons place '],
  [/\bmedical center\b/, 'med center'],
  [/\b(\d+)(st|nd|rd|th)\b/, '$1 $2'],
];

function spellingsOf(names: readonly string[]): string[] {
  const all = new Set(names);
  for (const [part, spelt] of otherSpellings) for (const name of [...all]) all.add(name.replace(part, spelt));
  return [...all];
}

interface Described extends Pick<KnownPlace, 'slug' | 'name' | 'kind'> {
  points: readonly GeoPoint[];
  /** Folded; '?' before a name that needs 'near'. */
  names: readonly string[];
}

const isMarked = (name: string) => name.startsWith('?');

function placeOf({ names, ...place }: Described): KnownPlace {
  const marked = new Set(spellingsOf(names.filter(isMarked).map((name) => name.slice(1))));
  const plain = names.filter((name) => !isMarked(name));
  const all = [...new Set([...spellingsOf(plain), ...marked])];
  const nearNames = all.filter((name) => marked.has(name) || areaNames.has(name) || streetNames.has(name));
  return { ...place, ...middleOf(place.points), names: all, nearNames };
}

/** Names parted by commas, the slug's words first. */
const namesOf = (text: string) => text.split(', ');

function rowOf(kind: KnownPlaceKind, [name, lat, lng]: readonly [string, number, number], text?: string) {
  const names = text === undefined ? [] : namesOf(text);
  const slug = (names[0] ?? foldText(name)).replace('?', '').replaceAll(' ', '-');
  return placeOf({ slug, name, kind, points: [{ lat, lng }], names: [foldText(name), ...names] });
}

const nearbyRows = rowsJson as unknown as Record<NearbyCategory, [string, number, number][]>;
const otherNames: Readonly<Record<string, string | undefined>> = tables.names;
const moreRows = tables.more as unknown as Record<
  'school' | 'mall' | 'landmark',
  [string, number, number, string][]
>;

const terminals = nearbyRows.transport.filter(([name]) => name.startsWith('NAIA'));
const kinds: Record<NearbyCategory, KnownPlaceKind> = {
  transport: 'landmark',
  school: 'school',
  hospital: 'hospital',
  shopping: 'mall',
};
/** Jeepney stops and the like are known places only where they have names of their own. */
const listed = (category: NearbyCategory, kind: KnownPlaceKind = kinds[category]) =>
  nearbyRows[category]
    .filter((row) => !terminals.includes(row) && (category !== 'transport' || otherNames[row[0]] !== undefined))
    .map((row) => rowOf(kind, row, otherNames[row[0]]));
const further = (kind: keyof typeof moreRows) =>
  moreRows[kind].map(([name, lat, lng, names]) => rowOf(kind, [name, lat, lng], names));

type Network = 'mrt' | 'lrt';
const networkOf = (line: Line): Network => (line === 'MRT-3' ? 'mrt' : 'lrt');

/** 'EDSA' and 'Taft Avenue' run far beyond their stations, 'Marikina Pasig' is two cities; the others are everyday words. */
const NOT_ALONE = new Set([
  'edsa',
  'taft',
  'taft avenue',
  'taft ave',
  'marikina pasig',
  'araneta center cubao',
  'central',
  'emerald',
]);

/** 'mrt cubao', 'cubao mrt 3', 'mrt-3 cubao station', 'cubao station mrt'. */
function namesOnLine(name: string, lineName: string): string[] {
  const pairs = [`${name} ${lineName}`, `${lineName} ${name}`];
  return [...pairs, ...pairs.map((pair) => `${pair} station`), `${name} station ${lineName}`];
}

function stationPlace({ slug, name, line, lat, lng, aliases }: Station): KnownPlace {
  const network = networkOf(line);
  const number = line.slice(-1);
  const lineNames = [network, `${network} ${number}`, `${network}${number}`, `${network} line ${number}`];
  const own = [foldText(name), ...aliases];
  const names = own.flatMap((known) => {
    // 'MRT Katipunan' is a slip: no other network has a station of that name.
    const isElsewhere = stations.some(
      (other) => networkOf(other.line) !== network && [foldText(other.name), ...other.aliases].includes(known),
    );
    const slip = network === 'mrt' ? 'lrt' : 'mrt';
    const all = isElsewhere || NOT_ALONE.has(known) ? lineNames : [...lineNames, slip];
    const isOfEdsa = own.includes(known.replace(/^edsa | edsa$/, '')) && known.includes('edsa');
    const isAlone = !NOT_ALONE.has(known) && !areaNames.has(known) && !isOfEdsa;
    // The MRT runs along EDSA: 'EDSA Shaw', 'EDSA Taft'.
    const isOnEdsa = line === 'MRT-3' && !known.includes('edsa');
    return [
      ...(isOnEdsa ? [`edsa ${known}`, `${known} edsa`] : []),
      `${known} station`,
      `${known} train station`,
      ...all.flatMap((lineName) => namesOnLine(known, lineName)),
      ...(isAlone ? [`?${known}`] : []),
    ];
  });
  return placeOf({ slug, name: `${name} Station (${line})`, kind: 'station', points: [{ lat, lng }], names });
}

function linePlace(slug: string, name: string, lines: readonly Line[], text: string): KnownPlace {
  const points = stations.filter(({ line }) => lines.includes(line)).map(({ lat, lng }) => ({ lat, lng }));
  const names = namesOf(text).flatMap((known) =>
    isMarked(known) ? [known] : [known, `${known} station`, `${known} stations`, `${known} line`],
  );
  return placeOf({ slug, name, kind: 'line', points, names });
}

const stationPlaces = stations.map(stationPlace);

/** Of two places with one name the first is the likelier. */
export const knownPlaces: readonly KnownPlace[] = [
  linePlace('mrt', 'MRT-3', ['MRT-3'], 'mrt 3, mrt, mrt3, mrt line 3, metro rail transit'),
  linePlace('lrt', 'LRT', ['LRT-1', 'LRT-2'], 'lrt, light rail transit'),
  linePlace('lrt-1', 'LRT-1', ['LRT-1'], 'lrt 1, lrt1, lrt line 1'),
  linePlace('lrt-2', 'LRT-2', ['LRT-2'], 'lrt 2, lrt2, lrt line 2'),
  linePlace(
    'train',
    'MRT/LRT',
    ['MRT-3', 'LRT-1', 'LRT-2'],
    'mrt lrt, lrt mrt, mrt or lrt, lrt or mrt, mrt and lrt, lrt and mrt, mrt o lrt, lrt o mrt, train, tren, istasyon ng tren, ?train, ?tren, ?station, ?stations, ?istasyon',
  ),
  ...stationPlaces,
  placeOf({
    slug: 'naia',
    name: 'Ninoy Aquino International Airport (NAIA)',
    kind: 'airport',
    points: terminals.map(([, lat, lng]) => ({ lat, lng })),
    names: namesOf(
      'ninoy aquino international airport, naia, naia airport, airport, the airport, manila airport, manila international airport, ninoy aquino airport, mnl airport, international airport, airport manila, airport pasay, paliparan',
    ),
  }),
  ...terminals.map((row) => rowOf('airport', row, otherNames[row[0]])),
  ...listed('school'),
  ...further('school'),
  ...listed('shopping'),
  ...further('mall'),
  ...listed('hospital'),
  ...further('landmark'),
  ...listed('transport'),
];

const bySlug = new Map(knownPlaces.map((place) => [place.slug, place]));
export const knownPlaceBySlug = (slug: string): KnownPlace | undefined => bySlug.get(slug);

export interface NamedPlaces {
  /** Any of them is meant: 'cubao station' and 'st lukes' are two each. */
  places: readonly KnownPlace[];
  /** Also an everyday word, an area or a street: the places are meant only behind 'near'. */
  needsNear: boolean;
}

const spelled = (name: string): string => writtenOut(name.split(' ')).join(' ');

const byName = new Map<string, { places: KnownPlace[]; needsNear: boolean }>();
for (const place of knownPlaces)
  for (const name of place.names) {
    const needsNear = place.nearNames.includes(name);
    const known = byName.get(spelled(name));
    if (!known) byName.set(spelled(name), { places: [place], needsNear });
    else {
      if (!known.places.includes(place)) known.places.push(place);
      known.needsNear &&= needsNear;
    }
  }
/** The number of words of the longest name that begins with a word. */
const longestFrom = new Map<string, number>();
for (const name of byName.keys()) {
  const words = name.split(' ');
  const [first = ''] = words;
  longestFrom.set(first, Math.max(longestFrom.get(first) ?? 0, words.length));
}

/** The known places that a whole folded text names: 'st lukes', 'mrt cubao'. */
export const knownPlacesNamed = (name: string): NamedPlaces | undefined => byName.get(spelled(name));

/** The known places that folded words name from `start` on, by the longest name. @returns `end` behind its last word */
export function knownPlaceAt(
  words: readonly string[],
  start: number,
): (NamedPlaces & { end: number }) | undefined {
  const longest = longestFrom.get(writtenOut(words.slice(start, start + 1))[0] ?? '') ?? 0;
  for (let length = Math.min(longest, words.length - start); length > 0; length--) {
    const named = byName.get(writtenOut(words.slice(start, start + length)).join(' '));
    if (named) return { ...named, end: start + length };
  }
  return undefined;
}

/** Metres from the nearest of a place's points, as the crow flies. */
export const metresTo = ({ points }: Pick<KnownPlace, 'points'>, from: GeoPoint): number =>
  Math.min(...points.map((point) => distanceBetween(from, point)));

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
  for (const { slug, name, lat, lng } of stationPlaces) {
    const metres = Math.round(distanceBetween(point, { lat, lng }));
    if (metres <= MAX_STATION_METRES && (!nearest || metres < nearest.metres))
      nearest = { slug, name, metres, minutes: Math.ceil(metres / WALKED_PER_MINUTE) };
  }
  return nearest;
}
