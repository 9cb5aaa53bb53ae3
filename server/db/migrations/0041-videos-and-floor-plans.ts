import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const isThere = { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false };
const columns = {
  floor_plans: { type: DataTypes.JSON, allowNull: false, defaultValue: [] },
  video_url: { type: DataTypes.TEXT },
  has_video: isThere,
  has_plan: isThere,
};

const keys = ['created_at DESC', 'id DESC'];
/** As migration 0032 has it: everything the public list can be filtered by, words apart. */
const carriedBefore = [
  'listing_type',
  'type',
  'status',
  'price',
  'area_sqm',
  'bedrooms',
  'bathrooms',
  'parking_slots',
  'furnished',
  'allows_pets',
  'floor_level',
  'completion',
  'year_built',
  'agent_id',
  'city_slug',
  'district_slug',
  'region_slug',
  'latitude',
  'longitude',
];

async function indexFacts({ database }: MigrationContext, carried: readonly string[]): Promise<void> {
  const parts =
    database.dialect === 'sqlite'
      ? `(${[...keys, ...carried].join(', ')})`
      : `(${keys.join(', ')}) INCLUDE (${carried.join(', ')})`;
  await database.sequelize.query('DROP INDEX properties_public_facts');
  await database.sequelize.query(
    `CREATE INDEX properties_public_facts ON properties ${parts} WHERE moderation_status = 'active'`,
  );
}

/** A listing's floor plans, the address of its video, and for the list's filter whether it has either. */
export async function up(context: MigrationContext): Promise<void> {
  for (const [name, column] of Object.entries(columns))
    await context.queryInterface.addColumn('properties', name, column);
  await indexFacts(context, [...carriedBefore, 'has_video', 'has_plan']);
}

export async function down(context: MigrationContext): Promise<void> {
  await indexFacts(context, carriedBefore);
  for (const name of Object.keys(columns))
    await context.database.sequelize.query(`ALTER TABLE properties DROP COLUMN ${name}`);
}
