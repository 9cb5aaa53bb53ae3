import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };
const words = { type: DataTypes.TEXT, allowNull: false };
const optionalWords = { type: DataTypes.TEXT };
const time = { type: DataTypes.DATE, allowNull: false };
const optionalTime = { type: DataTypes.DATE };
const count = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };
const reference = (model: string) => ({
  type: DataTypes.INTEGER,
  allowNull: false,
  references: { model, key: 'id' },
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
});

/** Addresses of other programs that are told what happens, what was sent to them, and an office's own number of a listing. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.createTable('webhooks', {
    id,
    user_id: reference('users'),
    url: words,
    events: { type: DataTypes.JSON, allowNull: false },
    is_active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
    secret: words,
    previous_secret: optionalWords,
    previous_secret_until: optionalTime,
    failures: count,
    failing_since: optionalTime,
    paused_at: optionalTime,
    created_at: time,
    updated_at: time,
  });
  await queryInterface.addIndex('webhooks', ['user_id', 'id']);

  await queryInterface.createTable('webhook_deliveries', {
    id,
    webhook_id: reference('webhooks'),
    delivery_key: words,
    event: words,
    subject_id: { type: DataTypes.INTEGER },
    details: { type: DataTypes.JSON, allowNull: false },
    status: words,
    attempts: count,
    http_status: { type: DataTypes.INTEGER },
    duration_ms: { type: DataTypes.INTEGER },
    answer: optionalWords,
    error: optionalWords,
    created_at: time,
    attempted_at: optionalTime,
    next_attempt_at: optionalTime,
  });
  await queryInterface.addIndex('webhook_deliveries', ['webhook_id', 'id']);
  await queryInterface.addIndex('webhook_deliveries', ['created_at']);

  await queryInterface.addColumn('properties', 'reference', optionalWords);
  await queryInterface.addColumn('properties', 'feed_images', { type: DataTypes.JSON });
  await database.sequelize.query(
    'CREATE UNIQUE INDEX properties_agent_reference ON properties (agent_id, reference) WHERE reference IS NOT NULL',
  );
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  await database.sequelize.query('DROP INDEX properties_agent_reference');
  for (const column of ['feed_images', 'reference'])
    await database.sequelize.query(`ALTER TABLE properties DROP COLUMN ${column}`);
  for (const table of ['webhook_deliveries', 'webhooks']) await queryInterface.dropTable(table);
}
