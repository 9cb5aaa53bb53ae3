import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** Until now the reason alone told why a listing is hidden. */
const BACKFILL = `UPDATE properties SET hidden_by = CASE
    WHEN moderation_status = 'inactive' AND moderation_reason = 'Its agent is not active at the moment' THEN 'agent_away'
    WHEN moderation_status = 'inactive' AND moderation_reason = 'The account of its agent was deleted' THEN 'agent_deleted'
    ELSE 'admin' END
  WHERE moderation_status <> 'active'`;

export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await database.sequelize.transaction(async (transaction) => {
    await queryInterface.addColumn('properties', 'hidden_by', { type: DataTypes.TEXT }, { transaction });
    await database.sequelize.query(BACKFILL, { transaction });
  });
}

export async function down({ database }: MigrationContext): Promise<void> {
  // In SQL of our own: on SQLite the library would make the table anew, and lose its keys and indexes.
  await database.sequelize.query('ALTER TABLE properties DROP COLUMN hidden_by');
}
