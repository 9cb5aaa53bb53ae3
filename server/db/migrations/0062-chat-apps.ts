import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const columns = [
  ['agent_profiles', 'viber'],
  ['agent_profiles', 'whatsapp'],
  ['agent_profiles', 'messenger'],
  ['client_notes', 'talked_by'],
] as const;

/** Where agents can be written to outside of the site, and by which of these ways a noted talk was held. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  for (const [table, column] of columns)
    await queryInterface.addColumn(table, column, { type: DataTypes.TEXT });
}

export async function down({ database: { sequelize } }: MigrationContext): Promise<void> {
  for (const [table, column] of columns) await sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
}
