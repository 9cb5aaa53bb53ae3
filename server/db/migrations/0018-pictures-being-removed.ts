import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('media', 'removed_at', { type: DataTypes.DATE });
}

export async function down({ database }: MigrationContext): Promise<void> {
  // In SQL of our own: on SQLite the library would make the table anew, and lose its keys and indexes.
  await database.sequelize.query('ALTER TABLE media DROP COLUMN removed_at');
}
