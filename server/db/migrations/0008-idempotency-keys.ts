import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.createTable('idempotency_keys', {
    user_id: {
      type: DataTypes.INTEGER,
      primaryKey: true,
      references: { model: 'users', key: 'id' },
      onDelete: 'CASCADE',
    },
    key: { type: DataTypes.STRING(64), primaryKey: true },
    request_hash: { type: DataTypes.TEXT, allowNull: false },
    created_at: { type: DataTypes.DATE, allowNull: false },
  });
  await queryInterface.addIndex('idempotency_keys', ['created_at']);
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('idempotency_keys');
}
