import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const columns: Record<string, ModelAttributeColumnOptions> = {
  license_expires_on: { type: DataTypes.DATEONLY },
  license_checked_at: { type: DataTypes.DATE },
  license_checked_by: {
    type: DataTypes.INTEGER,
    references: { model: 'users', key: 'id' },
    onDelete: 'SET NULL',
  },
  license_warned_at: { type: DataTypes.DATE },
  license_lapsed_at: { type: DataTypes.DATE },
  license_note: { type: DataTypes.TEXT },
};
const indexes = ['license_expires_on', 'license_checked_by'];

export async function up({ queryInterface }: MigrationContext): Promise<void> {
  for (const [name, column] of Object.entries(columns))
    await queryInterface.addColumn('agent_profiles', name, column);
  for (const name of indexes) await queryInterface.addIndex('agent_profiles', [name]);
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const name of indexes) await queryInterface.removeIndex('agent_profiles', [name]);
  // In SQL of our own: on SQLite the library would make the table anew, and lose its keys and indexes.
  for (const name of Object.keys(columns))
    await database.sequelize.query(`ALTER TABLE agent_profiles DROP COLUMN ${name}`);
}
