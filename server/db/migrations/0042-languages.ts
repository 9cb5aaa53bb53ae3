import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const words = { type: DataTypes.TEXT };
const columns = [
  // Of a person's screens, mails and notices; null: none was chosen.
  { table: 'users', name: 'language', column: words },
  // Of who asked without an account.
  { table: 'inquiries', name: 'language', column: words },
  // What a notice says, as messages and what stands in them; null: as title and message have it.
  { table: 'notifications', name: 'words', column: { type: DataTypes.JSON } },
];

export async function up({ queryInterface }: MigrationContext): Promise<void> {
  for (const { table, name, column } of columns) await queryInterface.addColumn(table, name, column);
}

export async function down({ database }: MigrationContext): Promise<void> {
  for (const { table, name } of columns)
    await database.sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
}
