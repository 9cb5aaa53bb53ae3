import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** The office whose members a webhook of one of its managers tells of; null: of its owner alone. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('webhooks', 'office_id', {
    type: DataTypes.INTEGER,
    references: { model: 'offices', key: 'id' },
    onDelete: 'CASCADE',
    onUpdate: 'CASCADE',
  });
  await queryInterface.addIndex('webhooks', ['office_id']);
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.removeIndex('webhooks', ['office_id']);
  await database.sequelize.query('ALTER TABLE webhooks DROP COLUMN office_id');
}
