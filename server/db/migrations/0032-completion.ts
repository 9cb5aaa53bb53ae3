import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const columns = {
  completion: { type: DataTypes.TEXT },
  year_built: { type: DataTypes.INTEGER },
  allows_pets: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
};

const keys = ['created_at DESC', 'id DESC'];
/** Everything the public list can be filtered by, words apart. */
const carried = [
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

/** Whether a home can be moved into or is sold before it stands, the year it is finished in, and whether pets may live there. */
export async function up({ database, queryInterface }: MigrationContext): Promise<void> {
  for (const [name, column] of Object.entries(columns))
    await queryInterface.addColumn('properties', name, column);
  const parts =
    database.dialect === 'sqlite'
      ? `(${[...keys, ...carried].join(', ')})`
      : `(${keys.join(', ')}) INCLUDE (${carried.join(', ')})`;
  await database.sequelize.query(
    `CREATE INDEX properties_public_facts ON properties ${parts} WHERE moderation_status = 'active'`,
  );
}

export async function down({ database }: MigrationContext): Promise<void> {
  await database.sequelize.query('DROP INDEX properties_public_facts');
  for (const name of Object.keys(columns))
    await database.sequelize.query(`ALTER TABLE properties DROP COLUMN ${name}`);
}
