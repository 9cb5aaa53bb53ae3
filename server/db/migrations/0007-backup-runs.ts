import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** When the schedule last made a backup, or tried to: kept apart from the files, which may be deleted or lie elsewhere. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.createTable('backup_runs', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    started_at: { type: DataTypes.DATE, allowNull: false },
    ended_at: { type: DataTypes.DATE, allowNull: false },
    file_name: { type: DataTypes.TEXT },
    error: { type: DataTypes.TEXT },
  });
  await queryInterface.addIndex('backup_runs', ['started_at']);
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('backup_runs');
}
