import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** By which rule the key of a building was made: keys of an earlier one are made anew while the server runs. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('buildings', 'key_version', {
    type: DataTypes.INTEGER,
    allowNull: false,
    defaultValue: 0,
  });
}

export async function down({ database }: MigrationContext): Promise<void> {
  await database.sequelize.query('ALTER TABLE buildings DROP COLUMN key_version');
}
