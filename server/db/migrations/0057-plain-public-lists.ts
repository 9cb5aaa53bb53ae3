import type { MigrationContext } from '../migration.ts';

/**
 * Public lists are answered by the index in memory, and by plain SQL only while it is not there: the indexes of the former
 * planner, which carried most columns of a listing, go. They took about a fourth of a listing's bytes. Two stay, with their
 * keys alone: candidates of duplicates are found by place and by city.
 */
export async function up({ database: { sequelize } }: MigrationContext): Promise<void> {
  for (const name of Object.keys({ ...keys, ...kept })) await sequelize.query(`DROP INDEX IF EXISTS ${name}`);
  for (const index of Object.entries(kept)) await sequelize.query(creationOf(index));
}

/** With their keys alone: the version before finds them by name. */
export async function down({ database: { sequelize } }: MigrationContext): Promise<void> {
  for (const index of Object.entries(keys)) await sequelize.query(creationOf(index));
}

const creationOf = ([name, columns]: [string, string]) =>
  `CREATE INDEX ${name} ON properties (${columns}) WHERE moderation_status = 'active'`;

const kept = {
  properties_public_city_price: 'city_slug, listing_type, price',
  properties_public_place: 'latitude, longitude',
};

const keys = {
  properties_public_newest: 'created_at DESC, id DESC',
  properties_public_facts: 'created_at DESC, id DESC',
  properties_public_city: 'city_slug, created_at DESC, id DESC',
  properties_public_city_listing: 'city_slug, listing_type, created_at DESC, id DESC',
  properties_public_district: 'district_slug, created_at DESC, id DESC',
  properties_public_listing: 'listing_type, created_at DESC, id DESC',
  properties_public_listing_price: 'listing_type, price, id DESC',
  properties_public_type: 'type, created_at DESC, id DESC',
  properties_public_status: 'status, created_at DESC, id DESC',
  properties_public_price: 'price, id DESC',
  properties_public_area: 'area_sqm DESC, id DESC',
  properties_public_building: 'building_id, created_at DESC, id DESC',
};
