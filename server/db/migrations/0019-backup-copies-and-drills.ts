import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** What became of each backup's copy in a bucket, and when a backup was last restored as a test. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await database.sequelize.transaction(async (transaction) => {
    await queryInterface.createTable(
      'backup_copies',
      {
        file_name: { type: DataTypes.STRING(120), primaryKey: true },
        attempts: { type: DataTypes.INTEGER, allowNull: false },
        attempted_at: { type: DataTypes.DATE, allowNull: false },
        copied_at: { type: DataTypes.DATE },
        error: { type: DataTypes.TEXT },
        is_deleted: { type: DataTypes.BOOLEAN, allowNull: false },
      },
      { transaction },
    );
    await queryInterface.createTable(
      'backup_drills',
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        file_name: { type: DataTypes.TEXT, allowNull: false },
        started_at: { type: DataTypes.DATE, allowNull: false },
        ended_at: { type: DataTypes.DATE, allowNull: false },
        outcome: { type: DataTypes.TEXT, allowNull: false },
        message: { type: DataTypes.TEXT, allowNull: false },
      },
      { transaction },
    );
    await queryInterface.addIndex('backup_drills', ['started_at'], { transaction });
  });
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('backup_drills');
  await queryInterface.dropTable('backup_copies');
}
