import type { Database, Dialect } from '#server/db/connection.ts';
import { pickWeighted, Rng } from '#server/demo/random.ts';
import { rowWriter } from '#server/demo/rows.ts';
import { deriveSearchFields } from '#server/features/properties/list/searchText.ts';
import { propertyTypeLabel } from '#shared/labels.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { METRO_MANILA_CITIES, PLACES } from '#shared/places.ts';
import { bulkLoad } from './bulkLoad.ts';

const AGENTS = 200;
const ROWS_AT_ONCE = 5_000;
const NEWEST = Date.UTC(2026, 2, 18);
const TWO_YEARS_MS = 2 * 365 * 86_400_000;

const types: [PropertyType, number][] = [
  ['condo', 45],
  ['house', 22],
  ['apartment', 15],
  ['duplex', 5],
  ['office', 6],
  ['commercial', 4],
  ['land', 3],
];
const listingTypes: [ListingType, number][] = [
  ['sale', 50],
  ['rent', 40],
  ['lease', 10],
];
const adjectives = 'Bright Quiet Modern Spacious Cozy Elegant Renovated Furnished Corner Penthouse'.split(' ');
/** The most common first: the word at place n stands in descriptions about 1/n times as often as the first. */
export const commonWords =
  `view parking near quiet city pool security family gym walk minutes street unit floor garden
  kitchen balcony bedroom lobby mall school market station skyline tower village title clean association dues pets
  allowed fiber internet generator backup elevator amenities clubhouse playground chapel hospital university
  expressway bridge river park shopping dining cafe groceries pharmacy gated guarded corner lot firewall granite oak
  ceiling window sunrise sunset breeze studio loft storage laundry terrace turnover ready occupancy negotiable`
    .split(/\s+/)
    .filter(Boolean);
const syllables = 'ba ka la ma na pa sa ta bi li mi ni si ti lu mu nu su tu go'.split(' ');
const features =
  'Balcony,Swimming Pool,Gym,Parking,24/7 Security,Garden,Pet Friendly,Elevator,Fiber Internet'.split(',');

/** Number of different listings; further ones are copies with other prices, places and times. */
const DIFFERENT = 50_000;

/**
 * Fills an empty database with the same `count` listings each time it is called.
 * @param isRowByRow inserts as the product does, with all indexes in place: slow, for the comparison of a test.
 * @param most number of different listings; further ones are copies
 */
export async function fillWithListings(
  db: Database,
  count: number,
  { isRowByRow = false, most = DIFFERENT } = {},
): Promise<void> {
  const rng = new Rng(7);
  const agentIds = await db.transaction((transaction) =>
    rowWriter(db, transaction).insertAndReadIds(
      db.models.User,
      Array.from({ length: AGENTS }, (_, at) => ({
        name: `Agent ${at + 1}`,
        email: `agent${at + 1}@silong.example`,
        password_hash: '-',
        phone: '+63 917 000 0000',
        role: 'agent' as const,
        status: 'active' as const,
        created_at: new Date(NEWEST),
        updated_at: new Date(NEWEST),
      })),
    ),
  );
  if (isRowByRow)
    for (const rows of buildChunks(rng, agentIds, count))
      await db.transaction((transaction) => rowWriter(db, transaction).insert(db.models.Property, rows));
  else {
    const different = Math.min(count, most);
    const copies = copiesOf(db.dialect, count, different);
    await bulkLoad(db, 'properties', buildChunks(rng, agentIds, different), copies);
  }
}

/** Statements that copy the different listings up to `count`. */
function* copiesOf(dialect: Dialect, count: number, different: number) {
  const stored = Object.keys(buildListing(new Rng(7), 1));
  for (let made = different; made < count; made += different) {
    const round = made / different;
    /** A number from 0 to 1 for each listing and `salt`. */
    const share = (salt: number) => `((id * ${7_919 + 2 * salt} + ${round * 104_729 + salt}) % 10007 / 10006.0)`;
    const seconds = `${NEWEST / 1_000} - ${share(1)} * ${TWO_YEARS_MS / 1_000}`;
    const time =
      dialect === 'sqlite'
        ? `strftime('%Y-%m-%d %H:%M:%f +00:00', ${seconds}, 'unixepoch')`
        : `to_timestamp(${seconds})`;
    const anew: Record<string, string> = {
      price: `round(price * (0.7 + 0.6 * ${share(2)}))`,
      latitude: `latitude + (${share(3)} - 0.5) * 0.02`,
      longitude: `longitude + (${share(4)} - 0.5) * 0.02`,
      created_at: time,
      updated_at: time,
    };
    yield `INSERT INTO properties (${stored.join(', ')})
      SELECT ${stored.map((name) => anew[name] ?? name).join(', ')} FROM properties
      WHERE id <= ${Math.min(different, count - made)} ORDER BY id`;
  }
}

function* buildChunks(rng: Rng, agentIds: readonly number[], count: number) {
  for (let start = 0; start < count; start += ROWS_AT_ONCE)
    yield Array.from({ length: Math.min(ROWS_AT_ONCE, count - start) }, () =>
      buildListing(rng, rng.pick(agentIds)),
    );
}

export const districts = PLACES.filter((place) => place.kind === 'district');

const districtsOf = new Map(
  METRO_MANILA_CITIES.map(({ slug }) => [slug, districts.filter(({ city }) => city === slug)]),
);

/** A common word, or every fifth time one of some thousand names. */
function pickWord(rng: Rng): string {
  if (rng.next() < 0.2) return rng.pick(syllables) + rng.pick(syllables) + rng.pick(syllables);
  return commonWords[Math.floor(commonWords.length ** rng.next()) - 1] ?? '';
}

function buildListing(rng: Rng, agentId: number) {
  const type = pickWeighted(rng, types);
  const listingType = pickWeighted(rng, listingTypes);
  const city = rng.pick(METRO_MANILA_CITIES);
  const inCity = districtsOf.get(city.slug) ?? [];
  const place = inCity.length > 0 && rng.next() < 0.6 ? rng.pick(inCity) : city;
  const bedrooms = type === 'office' || type === 'commercial' || type === 'land' ? 0 : rng.int(1, 6);
  const area = rng.int(22, 400);
  const price = area * (listingType === 'sale' ? rng.int(70_000, 280_000) : rng.int(300, 1_400));
  const createdAt = new Date(NEWEST - Math.floor(rng.next() * TWO_YEARS_MS));
  const listing = {
    title: `${rng.pick(adjectives)} ${bedrooms > 0 ? `${bedrooms}BR ` : ''}${propertyTypeLabel[type].id} in ${place.name}`,
    description: Array.from({ length: 60 }, () => pickWord(rng)).join(' '),
    type,
    address: `${rng.int(1, 999)} ${pickWord(rng)} Street, ${place.name}`,
    city: city.name,
    province: city.province,
    features: features.filter(() => rng.next() < 0.4),
  };
  return {
    ...listing,
    ...deriveSearchFields(listing),
    agent_id: agentId,
    listing_type: listingType,
    status: rng.next() < 0.85 ? ('available' as const) : rng.pick(['pending', 'sold', 'rented'] as const),
    moderation_status: rng.next() < 0.97 ? ('active' as const) : ('inactive' as const),
    price,
    latitude: place.center.lat + (rng.next() - 0.5) * 0.02,
    longitude: place.center.lng + (rng.next() - 0.5) * 0.02,
    bedrooms,
    bathrooms: bedrooms === 0 ? 1 : rng.int(1, 4),
    area_sqm: area,
    parking_slots: rng.int(0, 3),
    furnished: rng.next() < 0.4,
    floor_level: type === 'condo' ? rng.int(1, 40) : null,
    images: Array.from(
      { length: 7 },
      () =>
        `/media/${rng
          .int(0, 2 ** 31)
          .toString(16)
          .padStart(64, '0')}`,
    ),
    view_count: rng.int(0, 900),
    created_at: createdAt,
    updated_at: createdAt,
  };
}
