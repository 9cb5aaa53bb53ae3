import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** How far PostgreSQL's log was after the session's last change; null: no replica has to wait for it. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('sessions', 'wal_position', { type: DataTypes.TEXT });
}

export async function down({ database }: MigrationContext): Promise<void> {
  await database.sequelize.query('ALTER TABLE sessions DROP COLUMN wal_position');
}
