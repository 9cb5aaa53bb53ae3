import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const time = { type: DataTypes.DATE, allowNull: false };
const text = { type: DataTypes.TEXT, allowNull: false };
const subject = (model: string): ModelAttributeColumnOptions => ({
  type: DataTypes.INTEGER,
  references: { model, key: 'id' },
  onDelete: 'CASCADE',
});

const added: Record<string, Record<string, ModelAttributeColumnOptions>> = {
  reviews: {
    is_verified: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
    answer: { type: DataTypes.TEXT },
    answered_at: { type: DataTypes.DATE },
    answer_told_at: { type: DataTypes.DATE },
  },
  agent_profiles: {
    verified_rating: { type: DataTypes.DECIMAL(3, 2), allowNull: false, defaultValue: 0 },
    verified_review_count: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
  },
};

/** What people did with each other before counts as well. */
const VERIFY_REVIEWS = `UPDATE reviews SET is_verified = true WHERE reviewer_id IS NOT NULL AND (
  EXISTS (SELECT 1 FROM conversations c JOIN messages m ON m.conversation_id = c.id
    WHERE c.agent_id = reviews.agent_id AND c.user_id = reviews.reviewer_id AND m.sender_type = 'agent')
  OR EXISTS (SELECT 1 FROM inquiries i
    WHERE i.agent_id = reviews.agent_id AND i.user_id = reviews.reviewer_id AND i.reply_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM viewings v
    WHERE v.agent_id = reviews.agent_id AND v.user_id = reviews.reviewer_id AND v.status = 'confirmed'
      AND v.ends_at < CURRENT_TIMESTAMP))`;

const COUNT_VERIFIED = `UPDATE agent_profiles SET
  verified_review_count = (SELECT COUNT(*) FROM reviews r
    WHERE r.agent_id = agent_profiles.user_id AND r.is_verified = true),
  verified_rating = COALESCE((SELECT ROUND(AVG(r.rating), 2) FROM reviews r
    WHERE r.agent_id = agent_profiles.user_id AND r.is_verified = true), 0)`;

export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const [table, columns] of Object.entries(added))
    for (const [name, column] of Object.entries(columns)) await queryInterface.addColumn(table, name, column);
  await database.sequelize.query(VERIFY_REVIEWS);
  await database.sequelize.query(COUNT_VERIFIED);

  await queryInterface.createTable('fraud_signals', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    kind: text,
    user_id: subject('users'),
    property_id: subject('properties'),
    facts: { type: DataTypes.JSON, allowNull: false },
    status: { ...text, defaultValue: 'open' },
    seen_count: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
    first_seen_at: time,
    last_seen_at: time,
    note: { type: DataTypes.TEXT },
    decided_at: { type: DataTypes.DATE },
    decided_by: { type: DataTypes.INTEGER, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
  });
  // Of two that find the same at once the database lets one in. A signal has one subject: null equals nothing.
  for (const column of ['user_id', 'property_id'])
    await queryInterface.addIndex('fraud_signals', [column, 'kind'], { unique: true });
  await queryInterface.addIndex('fraud_signals', ['decided_by']);
  await queryInterface.addIndex('fraud_signals', ['status', 'last_seen_at', 'id']);
  await queryInterface.addIndex('fraud_signals', ['last_seen_at']);
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('fraud_signals');
  // In SQL of our own: on SQLite the library would make the table anew, and lose its keys and indexes.
  for (const [table, columns] of Object.entries(added))
    for (const name of Object.keys(columns))
      await database.sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
}
