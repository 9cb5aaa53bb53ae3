import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.createTable('erasure_requests', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    user_id: {
      type: DataTypes.INTEGER,
      references: { model: 'users', key: 'id' },
      onDelete: 'SET NULL',
    },
    status: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'open' },
    reason: { type: DataTypes.TEXT },
    answer: { type: DataTypes.TEXT },
    requested_at: { type: DataTypes.DATE, allowNull: false },
    decided_at: { type: DataTypes.DATE },
  });
  await queryInterface.addIndex('erasure_requests', ['status', 'requested_at']);
  await queryInterface.addIndex('erasure_requests', ['user_id']);
  // Two that are sent at once: the database lets one of them in.
  await database.sequelize.query(
    "CREATE UNIQUE INDEX erasure_requests_one_open ON erasure_requests (user_id) WHERE status = 'open'",
  );
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('erasure_requests');
}
