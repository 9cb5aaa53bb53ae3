import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** When an account is erased without an administrator's decision; null: an administrator decides. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('erasure_requests', 'erase_at', { type: DataTypes.DATE });
  await database.sequelize.query(
    "CREATE INDEX erasure_requests_due ON erasure_requests (erase_at) WHERE status = 'open' AND erase_at IS NOT NULL",
  );
}

export async function down({ database: { sequelize } }: MigrationContext): Promise<void> {
  await sequelize.query('DROP INDEX erasure_requests_due');
  await sequelize.query('ALTER TABLE erasure_requests DROP COLUMN erase_at');
}
