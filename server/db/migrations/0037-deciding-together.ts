import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };
const words = { type: DataTypes.TEXT, allowNull: false };
const time = { type: DataTypes.DATE, allowNull: false };
const reference = (model: string, onDelete: 'CASCADE' | 'SET NULL' = 'CASCADE') => ({
  type: DataTypes.INTEGER,
  allowNull: onDelete === 'SET NULL',
  references: { model, key: 'id' },
  onDelete,
  onUpdate: 'CASCADE',
});

/** Those that refer to others first. */
const tables = [
  'shared_list_comments',
  'shared_list_votes',
  'shared_list_items',
  'shared_list_invitations',
  'shared_list_members',
  'shared_lists',
];

/** What people note about their favourites, and lists of listings that several people keep together. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('favorites', 'note', { type: DataTypes.TEXT });
  await queryInterface.addColumn('favorites', 'rating', { type: DataTypes.INTEGER });
  await database.sequelize.query("ALTER TABLE favorites ADD COLUMN tags JSON NOT NULL DEFAULT '[]'");

  await queryInterface.createTable('shared_lists', { id, name: words, created_at: time, updated_at: time });

  await queryInterface.createTable('shared_list_members', {
    id,
    list_id: reference('shared_lists'),
    user_id: reference('users'),
    role: words,
    joined_at: time,
  });
  await queryInterface.addIndex('shared_list_members', ['list_id', 'user_id'], { unique: true });
  await queryInterface.addIndex('shared_list_members', ['user_id']);

  await queryInterface.createTable('shared_list_items', {
    id,
    list_id: reference('shared_lists'),
    property_id: reference('properties', 'SET NULL'),
    added_by: reference('users', 'SET NULL'),
    created_at: time,
  });
  await queryInterface.addIndex('shared_list_items', ['list_id', 'property_id'], { unique: true });
  await queryInterface.addIndex('shared_list_items', ['property_id']);
  await queryInterface.addIndex('shared_list_items', ['added_by']);

  await queryInterface.createTable('shared_list_votes', {
    id,
    item_id: reference('shared_list_items'),
    user_id: reference('users'),
    vote: words,
    voted_at: time,
  });
  await queryInterface.addIndex('shared_list_votes', ['item_id', 'user_id'], { unique: true });
  await queryInterface.addIndex('shared_list_votes', ['user_id']);

  await queryInterface.createTable('shared_list_comments', {
    id,
    item_id: reference('shared_list_items'),
    user_id: reference('users'),
    text: words,
    created_at: time,
  });
  await queryInterface.addIndex('shared_list_comments', ['item_id']);
  await queryInterface.addIndex('shared_list_comments', ['user_id']);

  await queryInterface.createTable('shared_list_invitations', {
    id,
    list_id: reference('shared_lists'),
    token_hash: words,
    email: { type: DataTypes.TEXT },
    invited_by: reference('users', 'SET NULL'),
    created_at: time,
    expires_at: time,
  });
  await queryInterface.addIndex('shared_list_invitations', ['token_hash'], { unique: true });
  await queryInterface.addIndex('shared_list_invitations', ['list_id']);
  await queryInterface.addIndex('shared_list_invitations', ['email']);
  await queryInterface.addIndex('shared_list_invitations', ['invited_by']);
  await queryInterface.addIndex('shared_list_invitations', ['expires_at']);
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const table of tables) await queryInterface.dropTable(table);
  for (const name of ['tags', 'rating', 'note'])
    await database.sequelize.query(`ALTER TABLE favorites DROP COLUMN ${name}`);
}
