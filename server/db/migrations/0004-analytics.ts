import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** What the agents' figures are counted by. */
const indexes: [table: string, fields: string[]][] = [
  ['properties', ['agent_id', 'created_at']],
  ['property_views', ['property_id', 'viewed_at']],
  ['property_status_changes', ['property_id', 'to_status', 'changed_at']],
  ['conversations', ['agent_id', 'created_at']],
  ['inquiries', ['agent_id', 'created_at']],
];

/** A later reply takes the place of the first one's time; how fast an agent answers is told by the first. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('inquiries', 'first_reply_at', { type: DataTypes.DATE });
  await database.sequelize.query('UPDATE inquiries SET first_reply_at = reply_at');
  for (const [table, fields] of indexes)
    await queryInterface.addIndex(table, { fields, name: `${table}_figures_${fields.at(-1)}` });
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  for (const [table, fields] of indexes)
    await queryInterface.removeIndex(table, `${table}_figures_${fields.at(-1)}`);
  await queryInterface.removeColumn('inquiries', 'first_reply_at');
}
