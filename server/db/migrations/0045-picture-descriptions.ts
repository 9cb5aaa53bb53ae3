import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** What the agent says of each picture of a listing, by its address. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('properties', 'image_descriptions', {
    type: DataTypes.JSON,
    allowNull: false,
    defaultValue: {},
  });
}

export async function down({ database }: MigrationContext): Promise<void> {
  await database.sequelize.query('ALTER TABLE properties DROP COLUMN image_descriptions');
}
