import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const columns: Record<string, Record<string, ModelAttributeColumnOptions>> = {
  favorites: {
    told_price: { type: DataTypes.DECIMAL(14, 2) },
    told_at: { type: DataTypes.DATE },
  },
  inquiries: { awaits_digest: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false } },
};

/**
 * How much of each budget is used up, what the server signs challenges with, and what people were told already: the price
 * of a favourite, and of which inquiries a mail is still to come.
 */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await database.sequelize.transaction(async (transaction) => {
    await queryInterface.createTable(
      'action_budgets',
      {
        key: { type: DataTypes.STRING(64), primaryKey: true },
        points: { type: DataTypes.INTEGER, allowNull: false },
        expires_at: { type: DataTypes.DATE, allowNull: false },
      },
      { transaction },
    );
    await queryInterface.addIndex('action_budgets', ['expires_at'], { transaction });
    await queryInterface.createTable(
      'server_secrets',
      {
        name: { type: DataTypes.STRING(64), primaryKey: true },
        value: { type: DataTypes.TEXT, allowNull: false },
      },
      { transaction },
    );
    for (const [table, added] of Object.entries(columns))
      for (const [name, column] of Object.entries(added))
        await queryInterface.addColumn(table, name, column, { transaction });
  });
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('server_secrets');
  await queryInterface.dropTable('action_budgets');
  for (const [table, added] of Object.entries(columns))
    for (const name of Object.keys(added))
      await queryInterface.sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
}
