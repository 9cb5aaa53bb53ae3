import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const columns = [
  // When the job that sends its next delivery is due; null: nothing waits.
  { name: 'queued_for', column: { type: DataTypes.DATE } },
  // Until when a receiver that takes nothing is left alone.
  { name: 'held_until', column: { type: DataTypes.DATE } },
];

/** Deliveries of one webhook are sent one after the other. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  for (const { name, column } of columns) await queryInterface.addColumn('webhooks', name, column);
  await queryInterface.addIndex('webhook_deliveries', ['webhook_id', 'status', 'next_attempt_at']);
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.removeIndex('webhook_deliveries', ['webhook_id', 'status', 'next_attempt_at']);
  for (const { name } of columns) await database.sequelize.query(`ALTER TABLE webhooks DROP COLUMN ${name}`);
}
