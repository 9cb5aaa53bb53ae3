import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const reference = (model: string) => ({
  type: DataTypes.INTEGER,
  allowNull: false,
  references: { model, key: 'id' },
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
});
const words = { type: DataTypes.TEXT, allowNull: false };

/** Browsers that show notices while the site is closed. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.createTable('push_subscriptions', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    user_id: reference('users'),
    session_id: reference('sessions'),
    endpoint: { ...words, unique: true },
    p256dh: words,
    auth: words,
    device_name: words,
    created_at: { type: DataTypes.DATE, allowNull: false },
    last_ok_at: { type: DataTypes.DATE },
    failing_since: { type: DataTypes.DATE },
  });
  await queryInterface.addIndex('push_subscriptions', ['user_id']);
  await queryInterface.addIndex('push_subscriptions', ['session_id']);
  await queryInterface.addIndex('push_subscriptions', ['failing_since']);
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('push_subscriptions');
}
