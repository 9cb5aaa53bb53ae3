import type { Database } from '#server/db/connection.ts';
import type { BuildingModel } from '#server/db/models.ts';
import { type RawRow, readAll, type SqlBuilder, sqlList, toIso, toJson, toNumber } from '#server/db/sql.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import { cityKey } from '#server/features/properties/writes/buildings.ts';
import type {
  AdminBuilding,
  AdminBuildingQuery,
  Building,
  BuildingMatch,
  BuildingPage,
} from '#shared/contracts/buildings.ts';
import { MAX_BUILDING_MATCHES } from '#shared/contracts/buildings.ts';
import { foldBuildingName } from '#shared/gazetteer/names.ts';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import { foldText } from '#shared/places.ts';

export type BuildingRow = RawRow<
  Pick<
    BuildingModel,
    | 'id'
    | 'name'
    | 'address'
    | 'city'
    | 'latitude'
    | 'longitude'
    | 'developer'
    | 'year_built'
    | 'floors'
    | 'description'
    | 'amenities'
    | 'pets'
    | 'short_lets'
    | 'smoking'
    | 'moving_hours'
    | 'floor_plans'
  >
> &
  Record<'created_at' | 'updated_at', Date | string>;

export function presentBuilding(row: BuildingRow): Building {
  const { latitude, longitude } = row;
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    city: row.city,
    coordinates: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
    developer: row.developer,
    year_built: row.year_built,
    floors: row.floors,
    description: row.description,
    amenities: toJson(row.amenities),
    rules: {
      pets: row.pets,
      short_lets: row.short_lets,
      smoking: row.smoking,
      moving_hours: row.moving_hours,
    },
    floor_plans: toJson(row.floor_plans),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}

const AVAILABLE = `${PUBLIC_ONLY} AND p.status = 'available'`;

/** Present and former names with words that begin so. */
function isNamed(sql: SqlBuilder, words: readonly string[]): string {
  const conditions = words.map((word) => {
    // Folded words contain no wildcards of LIKE.
    return `' ' || n.folded_name LIKE ${sql.bind(`% ${word}%`)}`;
  });
  return ['TRUE', ...conditions].join(' AND ');
}

/** Buildings with the most listings first. @param words folded; all have to match. @param city null: anywhere. */
export async function findBuildings(
  db: Database,
  words: readonly string[],
  city: string | null,
): Promise<BuildingMatch[]> {
  const rows = await readAll<BuildingMatch>(db, (sql) => {
    const named = isNamed(sql, words);
    const where = city === null ? named : `${named} AND b.city_slug = ${sql.bind(cityKey({ city }))}`;
    // Names first: they are few beside the listings.
    return `SELECT b.id, b.name, b.address, b.city,
        (SELECT COUNT(*) FROM properties p WHERE p.building_id = b.id AND ${AVAILABLE}) AS listings
      FROM buildings b WHERE b.merged_into_id IS NULL AND b.id IN (
        SELECT COALESCE(n.merged_into_id, n.id) FROM buildings n JOIN buildings b ON b.id = COALESCE(n.merged_into_id, n.id)
        WHERE ${where}
      ) ORDER BY listings DESC, b.name, b.id LIMIT ${MAX_BUILDING_MATCHES}`;
  });
  return rows.map((row) => ({ ...row, listings: toNumber(row.listings) }));
}

export const nameWords = (typed: string) => foldBuildingName(typed).split(' ').filter(Boolean);

/** Available public listings in the building, by kind of offer. */
export async function countOffers(db: Database, buildingId: number): Promise<BuildingPage['listings']> {
  const rows = await readAll<{ listing_type: ListingType; total: number | string }>(
    db,
    (sql) => `SELECT p.listing_type, COUNT(*) AS total FROM properties p
      WHERE p.building_id = ${sql.bind(buildingId)} AND ${AVAILABLE} GROUP BY p.listing_type`,
  );
  const counts = Object.fromEntries(rows.map(({ listing_type, total }) => [listing_type, toNumber(total)]));
  return { sale: 0, rent: 0, lease: 0, ...counts };
}

/** The cover of the newest listing there with a picture. @returns an address on this server. */
export async function readNewestPicture(db: Database, buildingId: number): Promise<string | undefined> {
  const rows = await readAll<{ images: string[] | string }>(
    db,
    (sql) => `SELECT p.images FROM properties p
      WHERE p.building_id = ${sql.bind(buildingId)} AND ${AVAILABLE} ORDER BY p.created_at DESC, p.id DESC LIMIT ${MOST_TRIED}`,
  );
  return rows.map(({ images }) => toJson<string[]>(images)[0]).find(Boolean);
}

/** Most listings have pictures. */
const MOST_TRIED = 5;

type AdminRow = BuildingRow & {
  listings: number | string;
  creator_id: number | null;
  creator_name: string | null;
  other_names: string[] | string;
};

const IN_BUILDING = '(SELECT COUNT(*) FROM properties p WHERE p.building_id = b.id)';
const orderColumns: Record<NonNullable<AdminBuildingQuery['sort']>, string> = {
  name: 'b.folded_name',
  city: 'lower(b.city)',
  listings: IN_BUILDING,
  created_at: 'b.created_at',
};

export const adminBuildings = sqlList<
  Omit<AdminBuildingQuery, 'page' | 'limit'>,
  AdminRow,
  AdminBuilding,
  'buildings'
>({
  name: 'buildings',
  columns: (dialect) => {
    const names = dialect === 'sqlite' ? 'json_group_array(o.name)' : 'json_agg(o.name ORDER BY o.id)';
    return `b.*, u.id AS creator_id, u.name AS creator_name, ${IN_BUILDING} AS listings,
      COALESCE((SELECT ${names} FROM buildings o WHERE o.merged_into_id = b.id), '[]') AS other_names`;
  },
  from: 'buildings b LEFT JOIN users u ON u.id = b.created_by',
  id: 'b.id',
  counted: () => 'buildings b',
  where: (sql, { search }) => [
    'b.merged_into_id IS NULL',
    ...foldText(search ?? '')
      .split(' ')
      .filter(Boolean)
      .map((word) => {
        const part = sql.bind(`%${word}%`);
        const texts = ['lower(b.city)', "lower(COALESCE(b.address, ''))", "lower(COALESCE(b.developer, ''))"];
        const inTexts = texts.map((text) => `${text} LIKE ${part}`).join(' OR ');
        return `(b.folded_name LIKE ${part} OR ${inTexts}
          OR EXISTS (SELECT 1 FROM buildings o WHERE o.merged_into_id = b.id AND o.folded_name LIKE ${part}))`;
      }),
  ],
  orderBy: ({ sort = 'created_at', order = sort === 'created_at' || sort === 'listings' ? 'desc' : 'asc' }) =>
    `${orderColumns[sort]} ${order}, b.id ${order}`,
  present: ({ listings, creator_id, creator_name, other_names, ...row }) => ({
    ...presentBuilding(row),
    listings: toNumber(listings),
    created_by: creator_id === null ? null : { id: creator_id, name: creator_name ?? '' },
    other_names: toJson(other_names),
  }),
});
