import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** The job that is sending a webhook's next delivery: of several that are due at once only one does. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('webhooks', 'sending_job', { type: DataTypes.INTEGER });
}

export async function down({ database }: MigrationContext): Promise<void> {
  await database.sequelize.query('ALTER TABLE webhooks DROP COLUMN sending_job');
}
