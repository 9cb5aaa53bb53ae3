import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };
const time = { type: DataTypes.DATE, allowNull: false };
const words = { type: DataTypes.TEXT, allowNull: false };
const optionalWords = { type: DataTypes.TEXT };
const optionalTime = { type: DataTypes.DATE };
const optionalDay = { type: DataTypes.DATEONLY };
const reference = (model: string, onDelete: 'CASCADE' | 'SET NULL') => ({
  type: DataTypes.INTEGER,
  references: { model, key: 'id' },
  onDelete,
  onUpdate: 'CASCADE',
});

const indexes: [table: string, column: string][] = [
  ['offices', 'license_checked_by'],
  ['office_members', 'office_id'],
  ['office_members', 'stand_in_id'],
  ['office_invitations', 'office_id'],
  ['office_invitations', 'email'],
  ['office_invitations', 'expires_at'],
  ['office_invitations', 'invited_by'],
  ['clients', 'came_from_id'],
  ['client_changes', 'from_agent_id'],
  ['client_changes', 'to_agent_id'],
];

const ofChanges = {
  kind: { ...words, defaultValue: 'stage' },
  from_agent_id: reference('users', 'SET NULL'),
  to_agent_id: reference('users', 'SET NULL'),
  note: optionalWords,
};

/** Agents who work together, invitations to them, and who handed a client to whom. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.createTable('offices', {
    id,
    name: words,
    license_number: optionalWords,
    license_expires_on: optionalDay,
    license_checked_at: optionalTime,
    license_checked_by: reference('users', 'SET NULL'),
    about: optionalWords,
    email: optionalWords,
    phone: optionalWords,
    shares_queue: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
    created_at: time,
    updated_at: time,
  });
  await queryInterface.createTable('office_members', {
    user_id: { ...reference('users', 'CASCADE'), primaryKey: true },
    office_id: { ...reference('offices', 'CASCADE'), allowNull: false },
    role: words,
    joined_at: time,
    away_until: optionalDay,
    stand_in_id: reference('users', 'SET NULL'),
  });
  await queryInterface.createTable('office_invitations', {
    id,
    office_id: { ...reference('offices', 'CASCADE'), allowNull: false },
    email: words,
    invited_by: reference('users', 'SET NULL'),
    created_at: time,
    expires_at: time,
    answered_at: optionalTime,
    answer: optionalWords,
  });
  // Added, never made anew: what stands on these tables stays.
  await queryInterface.addColumn('clients', 'came_from_id', reference('users', 'SET NULL'));
  for (const [name, column] of Object.entries(ofChanges))
    await queryInterface.addColumn('client_changes', name, column);
  for (const [table, column] of indexes)
    await queryInterface.addIndex(table, { fields: [column], name: `${table}_${column}` });
  // An address has one open invitation to an office.
  await database.sequelize.query(
    'CREATE UNIQUE INDEX office_invitations_open ON office_invitations (office_id, email) WHERE answered_at IS NULL',
  );
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const [table, column] of indexes)
    if (table.startsWith('client')) await queryInterface.removeIndex(table, `${table}_${column}`);
  for (const name of Object.keys(ofChanges))
    await database.sequelize.query(`ALTER TABLE client_changes DROP COLUMN ${name}`);
  await database.sequelize.query('ALTER TABLE clients DROP COLUMN came_from_id');
  for (const table of ['office_invitations', 'office_members', 'offices'])
    await queryInterface.dropTable(table);
}
