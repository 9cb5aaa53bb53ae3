import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const words = { type: DataTypes.TEXT, allowNull: false };
const optionalWords = { type: DataTypes.TEXT };
const optionalNumber = { type: DataTypes.INTEGER };
const list = { type: DataTypes.JSON, allowNull: false, defaultValue: [] };
const time = { type: DataTypes.DATE, allowNull: false };

/** Buildings and projects, and which listing is in which. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  const { sequelize, dialect } = database;
  await queryInterface.createTable('buildings', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    name: words,
    folded_name: words,
    address: optionalWords,
    city: words,
    city_slug: words,
    district_slug: optionalWords,
    latitude: { type: DataTypes.DOUBLE },
    longitude: { type: DataTypes.DOUBLE },
    developer: optionalWords,
    year_built: optionalNumber,
    floors: optionalNumber,
    description: optionalWords,
    amenities: list,
    pets: optionalWords,
    short_lets: optionalWords,
    smoking: optionalWords,
    moving_hours: optionalWords,
    floor_plans: list,
    // No reference to its own table: a restore brings the rows back in the order of their ids.
    merged_into_id: optionalNumber,
    created_by: {
      type: DataTypes.INTEGER,
      references: { model: 'users', key: 'id' },
      onDelete: 'SET NULL',
      onUpdate: 'CASCADE',
    },
    created_at: time,
    updated_at: time,
  });
  await queryInterface.addIndex('buildings', ['city_slug', 'folded_name'], { unique: true });
  await queryInterface.addIndex('buildings', ['folded_name']);
  await queryInterface.addIndex('buildings', ['merged_into_id']);
  await queryInterface.addIndex('buildings', ['created_by', 'created_at']);
  // Added, never made anew: the triggers of the search stay.
  await sequelize.query(
    'ALTER TABLE properties ADD COLUMN building_id INTEGER REFERENCES buildings (id) ON DELETE SET NULL ON UPDATE CASCADE',
  );
  // Of the public list, in the order it has; and of everything else, such as what a building may not be deleted for.
  const carried = ['listing_type', 'type', 'status', 'price', 'bedrooms', 'bathrooms'];
  const keys = 'building_id, created_at DESC, id DESC';
  await sequelize.query(
    dialect === 'sqlite'
      ? `CREATE INDEX properties_public_building ON properties (${keys}, ${carried.join(', ')})
        WHERE moderation_status = 'active' AND building_id IS NOT NULL`
      : `CREATE INDEX properties_public_building ON properties (${keys}) INCLUDE (${carried.join(', ')})
        WHERE moderation_status = 'active' AND building_id IS NOT NULL`,
  );
  await sequelize.query('CREATE INDEX properties_building ON properties (building_id, agent_id)');
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  const { sequelize } = database;
  await sequelize.query('DROP INDEX properties_building');
  await sequelize.query('DROP INDEX properties_public_building');
  await sequelize.query('ALTER TABLE properties DROP COLUMN building_id');
  await queryInterface.dropTable('buildings');
}
