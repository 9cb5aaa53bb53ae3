import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** Until now every administrator could do everything: they are owners. */
export async function up({ database, queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('users', 'admin_role', { type: DataTypes.TEXT });
  await database.sequelize.query("UPDATE users SET admin_role = 'owner' WHERE role = 'admin'");
}

export async function down({ database }: MigrationContext): Promise<void> {
  // In SQL of our own: on SQLite the library would make the table anew, and lose its keys and indexes.
  await database.sequelize.query('ALTER TABLE users DROP COLUMN admin_role');
}
