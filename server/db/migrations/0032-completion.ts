import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const columns = {
  completion: DataTypes.TEXT,
  year_built: DataTypes.INTEGER,
};

/** Whether a home can be moved into or is sold before it stands, and the year it is finished in. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  for (const [name, type] of Object.entries(columns))
    await queryInterface.addColumn('properties', name, { type });
}

export async function down({ database }: MigrationContext): Promise<void> {
  for (const name of Object.keys(columns))
    await database.sequelize.query(`ALTER TABLE properties DROP COLUMN ${name}`);
}
