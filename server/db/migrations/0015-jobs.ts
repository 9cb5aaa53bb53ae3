import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const time = { type: DataTypes.DATE, allowNull: false };
const text = { type: DataTypes.TEXT, allowNull: false };
const integer = { type: DataTypes.INTEGER, allowNull: false };

/** From now on a job says when a mail is tried and how often it was; what is still to be sent gets one. */
const TAKE_OVER = {
  sqlite: `INSERT INTO jobs (kind, payload, priority, attempts, next_attempt_at, last_error, created_at, updated_at)
    SELECT 'mail', json_object('mailId', id), 1, attempts, next_attempt_at, last_error, created_at, created_at
    FROM outgoing_mails WHERE status = 'queued'`,
  postgres: `INSERT INTO jobs (kind, payload, priority, attempts, next_attempt_at, last_error, created_at, updated_at)
    SELECT 'mail', json_build_object('mailId', id), 1, attempts, next_attempt_at, last_error, created_at, created_at
    FROM outgoing_mails WHERE status = 'queued'`,
};

export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.createTable('jobs', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    kind: text,
    payload: { type: DataTypes.JSON, allowNull: false },
    priority: integer,
    key: { type: DataTypes.TEXT, unique: true },
    status: { ...text, defaultValue: 'waiting' },
    attempts: { ...integer, defaultValue: 0 },
    next_attempt_at: time,
    claimed_by: { type: DataTypes.TEXT },
    last_error: { type: DataTypes.TEXT },
    created_at: time,
    updated_at: time,
  });
  await queryInterface.addIndex('jobs', ['status', 'priority', 'next_attempt_at', 'id']);
  await queryInterface.addIndex('jobs', ['status', 'created_at', 'id']);
  await queryInterface.addIndex('jobs', ['claimed_by']);
  await database.sequelize.query(TAKE_OVER[database.dialect]);
  await queryInterface.removeIndex('outgoing_mails', ['status', 'next_attempt_at']);
  // In SQL of our own: on SQLite the library would make the table anew, and lose its keys and indexes.
  for (const column of ['attempts', 'next_attempt_at', 'last_error'])
    await database.sequelize.query(`ALTER TABLE outgoing_mails DROP COLUMN ${column}`);
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('outgoing_mails', 'attempts', { ...integer, defaultValue: 0 });
  // No default of its own kind exists on both databases: mails that wait are due since ever.
  await queryInterface.addColumn('outgoing_mails', 'next_attempt_at', {
    ...time,
    defaultValue: new Date(0),
  });
  await queryInterface.addColumn('outgoing_mails', 'last_error', { type: DataTypes.TEXT });
  await queryInterface.addIndex('outgoing_mails', ['status', 'next_attempt_at']);
  await queryInterface.dropTable('jobs');
}
