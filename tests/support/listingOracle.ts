import type { InferAttributes } from 'sequelize';
import type { PropertyModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { knownPlaces } from '#shared/gazetteer/knownPlaces.ts';
import { stations } from '#shared/gazetteer/stations.ts';
import { manilaDay } from '#shared/manilaDays.ts';

/**
 * The expected answer of a list, worked out a second time from every row of the table without the product's own
 * folding, gazetteer or SQL, so that a shared mistake cannot hide.
 */
export type Listing = InferAttributes<PropertyModel>;

/** A place of the known ones without stations. */
export const universitySlug = knownPlaces.find(({ name }) => name === 'University of Santo Tomas')?.slug ?? '';
/** Places that are in no list of places. */
const unknownPlaces = ['Valero Street', 'Barangay Kapitolyo'];

/** A list stands for a parameter that is given more than once. */
export type Query = Record<string, string | number | readonly string[]>;

/** The state beside the listings that a list depends on. */
interface Scene {
  now: Date;
  /** Ids of the agents whose licence check is in force. */
  licensed: ReadonlySet<number>;
}

export async function readAllListings({ db }: Pick<ServerContext, 'db'>): Promise<Listing[]> {
  const rows = await db.models.Property.findAll();
  return rows.map((row) => row.get());
}

/** The demo marketplace has no videos: every third listing gets one. */
export async function addVideos({ db }: Pick<ServerContext, 'db'>): Promise<void> {
  const { Property } = db.models;
  const rows = await Property.findAll({ attributes: ['id'], order: ['id'] });
  const id = rows.filter((_, at) => at % 3 === 0).map((row) => row.id);
  const video = { video_url: 'https://youtu.be/aaaaaaaaaaa', has_video: true };
  await db.transaction(() => Property.update(video, { where: { id }, silent: true }));
}

export async function readScene({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<Scene> {
  const today = manilaDay(now());
  const profiles = await db.models.AgentProfile.findAll();
  const licensed = profiles.filter(
    (profile) =>
      profile.license_checked_at !== null &&
      profile.license_lapsed_at === null &&
      (profile.license_expires_on ?? '') >= today,
  );
  return { now: now(), licensed: new Set(licensed.map(({ user_id }) => user_id)) };
}

const NOBODY: Scene = { now: new Date(0), licensed: new Set() };

/** Ids of the public listings that match, in the order asked for. */
export function expectedIds(listings: readonly Listing[], query: Query, scene = NOBODY): number[] {
  return listings
    .filter((listing) => listing.moderation_status === 'active' && matchesQuery(listing, query, scene))
    .sort(orderOf(String(query.sort ?? 'newest')))
    .map((listing) => listing.id);
}

const conditions: Record<string, (listing: Listing, value: string, scene: Scene) => boolean> = {
  type: isOfType,
  listing_type: (listing, value) => listing.listing_type === value,
  status: (listing, value) => listing.status === value,
  location: (listing, value) =>
    value.split(', ').some((place) => liesIn(listing, place) || namesWords(listing, place)),
  exclude_location: (listing, value) => !liesIn(listing, value),
  exclude_type: (listing, value) => !isOfType(listing, value),
  exclude_features: (listing, value) =>
    !listing.features.some((name) => name.toUpperCase() === value.toUpperCase()),
  min_price: (listing, value) => Number(listing.price) >= Number(value),
  max_price: (listing, value) => Number(listing.price) <= Number(value),
  bedrooms: (listing, value) => listing.bedrooms >= Number(value),
  bathrooms: (listing, value) => listing.bathrooms >= Number(value),
  max_bedrooms: (listing, value) =>
    listing.bedrooms <= Number(value) && !['office', 'commercial', 'land'].includes(listing.type),
  beds_exact: (listing, value) =>
    listing.bedrooms === Number(value) &&
    (value !== '0' || !['office', 'commercial', 'land'].includes(listing.type)),
  min_area: (listing, value) => Number(listing.area_sqm) >= Number(value),
  max_area: (listing, value) => Number(listing.area_sqm) <= Number(value),
  // In hundredths, whole numbers: no rounding anywhere.
  max_price_per_sqm: (listing, value) =>
    hundredths(listing.price) * 100n <= hundredths(value) * hundredths(listing.area_sqm),
  furnished: (listing, value) => String(listing.furnished) === value,
  parking: (listing, value) => listing.parking_slots >= Number(value),
  pets: (listing, value) =>
    String(listing.features.some((feature) => /^(pet|pets)[ -](friendly|allowed|ok)/i.test(feature))) === value,
  features: (listing, value) =>
    value
      .split(',')
      .filter((name) => name.trim() !== '')
      .every((name) => listing.features.some((feature) => feature.toUpperCase() === name.trim().toUpperCase())),
  min_floor: (listing, value) => listing.floor_level !== null && listing.floor_level >= Number(value),
  built_since: (listing, value) => listing.year_built !== null && listing.year_built >= Number(value),
  completion: (listing, value) => listing.completion === value,
  listed_within: (listing, value, { now }) =>
    (now.getTime() - new Date(listing.created_at).getTime()) / 86_400_000 <= Number(value),
  licensed: (listing, value, { licensed }) =>
    String(listing.agent_id !== null && licensed.has(listing.agent_id)) === value,
  media: ({ video_url, floor_plans }, value) =>
    value.split(',').every((kind) => (kind === 'video' ? video_url !== null : floor_plans.length > 0)),
  area: ({ latitude, longitude }, value) =>
    latitude !== null &&
    longitude !== null &&
    turnsAround(
      [latitude, longitude],
      value.split(';').map((point) => point.split(',').map(Number) as Corner),
    ),
  bbox: (listing, value) => {
    const [west = 0, south = 0, east = 0, north = 0] = value.split(',').map(Number);
    const { latitude, longitude } = listing;
    if (latitude === null || longitude === null) return false;
    return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
  },
  search: (listing, value) => {
    const id = /^#?(\d+)$/.exec(value.trim())?.[1];
    return (id !== undefined && listing.id === Number(id)) || matchesWords(listing, value);
  },
  reach: ({ latitude, longitude }, value) =>
    latitude !== null && longitude !== null && isReached([latitude, longitude], value),
  sort: () => true,
  page: () => true,
  limit: () => true,
};

/** Filters that a listing must meet for each of several values; of the others it meets any. */
const metByEach = new Set(['reach', 'exclude_location', 'exclude_type', 'exclude_features']);
const offers = ['sale', 'rent', 'lease'];

function matchesQuery(listing: Listing, query: Query, scene: Scene): boolean {
  return Object.entries(query).every(([name, value]) => {
    const all = [value].flat().map(String);
    if (name === 'near_m') return true;
    if (name === 'near') return all.some((slug) => isNear(listing, slug, Number(query.near_m ?? 1_000)));
    const condition = conditions[name];
    if (!condition) throw new Error(`the oracle does not know ${name}`);
    const isMet = (each: string) => condition(listing, each, scene);
    if (metByEach.has(name)) return all.every(isMet);
    // Kinds of homes and kinds of offers are two questions.
    const questions =
      name === 'type'
        ? [all.filter((one) => !offers.includes(one)), all.filter((one) => offers.includes(one))]
        : [all];
    return questions.every((some) => some.length === 0 || some.some(isMet));
  });
}

function isOfType(listing: Listing, value: string): boolean {
  if (offers.includes(value)) return listing.listing_type === value;
  return listing.type === value || (value === 'office' && listing.type === 'commercial');
}

/** The stations with these slugs, of a whole line, or the middle of a university. */
const university: Corner = [14.6098, 120.9895];
function isNear({ latitude, longitude }: Listing, slug: string, metres: number): boolean {
  if (latitude === null || longitude === null) return false;
  const line = { mrt: 'MRT-3', 'lrt-1': 'LRT-1' }[slug];
  const points =
    slug === universitySlug
      ? [university]
      : stations.filter((one) => one.slug === slug || one.line === line).map(({ lat, lng }): Corner => [lat, lng]);
  if (points.length === 0) throw new Error(`the oracle does not know ${slug}`);
  return points.some((point) => metersBetween(point, [latitude, longitude]) <= metres);
}

/** Meters a minute of straight line, at rush hour, and the minutes that pass before. */
const advance: Record<string, [metersAMinute: number, before: number]> = {
  walk: [4_700 / 60 / 1.3, 0],
  bicycle: [14_000 / 60 / 1.3, 0],
  car: [19_000 / 60 / 1.4, 0],
  transit: [14_000 / 60 / 1.4, 10],
};

/** On a sphere, by the angle between two directions. */
function metersBetween([lat, lng]: Corner, [otherLat, otherLng]: Corner): number {
  const direction = (latitude: number, longitude: number) => {
    const [up, around] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(up) * Math.cos(around), Math.cos(up) * Math.sin(around), Math.sin(up)];
  };
  const place = direction(otherLat, otherLng);
  const apart = Math.hypot(...direction(lat, lng).map((part, at) => part - (place[at] ?? 0)));
  return 2 * 6_371_000 * Math.asin(apart / 2);
}

function isReached(home: Corner, reach: string): boolean {
  const [placeLat, placeLng, mode = '', minutes] = reach.split(',');
  const [metersAMinute, before] = advance[mode] ?? [0, 0];
  const meters = metersBetween(home, [Number(placeLat), Number(placeLng)]);
  return meters <= (Number(minutes) - before) * metersAMinute;
}

const hundredths = (value: number | string) => BigInt(Math.round(Number(value) * 100));

type Corner = [lat: number, lng: number];

/** The winding number of the corners around the point: one turn inside, zero outside. */
function turnsAround([lat, lng]: Corner, corners: readonly Corner[]): boolean {
  let turned = 0;
  corners.forEach(([fromLat, fromLng], at) => {
    const [toLat, toLng] = corners[(at + 1) % corners.length] as Corner;
    const from = Math.atan2(fromLat - lat, fromLng - lng);
    const to = Math.atan2(toLat - lat, toLng - lng);
    const turn = to - from;
    turned += turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn;
  });
  return Math.round(turned / (2 * Math.PI)) % 2 !== 0;
}

function orderOf(sort: string): (a: Listing, b: Listing) => number {
  const by = {
    newest: (listing: Listing) => -new Date(listing.created_at).getTime(),
    price_asc: (listing: Listing) => Number(listing.price),
    price_desc: (listing: Listing) => -Number(listing.price),
    area_desc: (listing: Listing) => -Number(listing.area_sqm),
  }[sort];
  if (!by) throw new Error(`the oracle does not know the order ${sort}`);
  return (a, b) => by(a) - by(b) || b.id - a.id;
}

/** The neighbourhoods, as the demo addresses end, of districts searched for by another name. */
const neighbourhoods: Record<string, string[]> = {
  bgc: ['bonifacio global city', 'mckinley hill', 'mckinley west'],
  'fort bonifacio': ['bonifacio global city', 'mckinley hill', 'mckinley west'],
  ortigas: ['ortigas center', 'capitol commons'],
  alabang: ['alabang', 'filinvest city', 'ayala alabang', 'ayala alabang village', 'madrigal business park'],
  'salcedo village': ['salcedo village'],
};

export function liesIn(listing: Listing, place: string): boolean {
  const wanted = plain(place);
  if (wanted === 'metro manila' || wanted === 'ncr') return plain(listing.province) === 'metro manila';
  const districts = neighbourhoods[wanted];
  if (districts) return districts.includes(plain(listing.address.split(',').at(-1) ?? ''));
  const city = { qc: 'quezon', 'quezon city': 'quezon' }[wanted] ?? wanted.replace(/ city$/, '');
  return plain(listing.city).replace(/ city$/, '') === city;
}

/** Words of a place that is in no list of places, in the address. */
function namesWords({ address, city, province }: Listing, place: string): boolean {
  const words = plain([address, city, province].join(' ')).split(' ');
  return (
    unknownPlaces.includes(place) &&
    plain(place)
      .split(' ')
      .every((word) => begins(words, word))
  );
}

function matchesWords(listing: Listing, search: string): boolean {
  const typeNames = {
    condo: 'condominium',
    house: '',
    apartment: '',
    duplex: '',
    office: '',
    commercial: '',
    land: '',
  };
  const text = [
    listing.title,
    listing.description,
    listing.address,
    listing.city,
    listing.province,
    listing.features.join(' '),
    listing.type,
    typeNames[listing.type],
  ].join(' ');
  // Spelled in both ways.
  const words = plain(text)
    .replace(/\bstor(?:y|ies)\b/g, 'storey')
    .split(' ');
  // Phrases and streets stand together.
  const phrase = /\b(rent to own|corner unit|bay view|city view|video intercom|\w+ avenue)\b/.exec(
    plain(search),
  )?.[1];
  if (phrase && !` ${plain(text)}`.replace(/\bave\b/g, 'avenue').includes(` ${phrase}`)) return false;
  // A place's other name counts as lying there.
  const other = /\b(bgc|qc|fort bonifacio)\b/.exec(plain(search))?.[1];
  const sought = plain(search);
  const rest = other ? sought.replace(other, ' ') : sought;
  const isThere = !other || liesIn(listing, other) || other.split(' ').every((word) => begins(words, word));
  const wanted = rest.split(' ').filter((word) => word !== '');
  return isThere && wanted.every((word) => begins(words, word));
}

function begins(words: readonly string[], start: string): boolean {
  return words.some((word) => word.startsWith(start));
}

/** Lower case, accents off, everything but letters and digits a space. */
function plain(text: string): string {
  let result = '';
  for (const character of text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, ''))
    result += /[a-z0-9]/.test(character) ? character : ' ';
  return result.split(' ').filter(Boolean).join(' ');
}
