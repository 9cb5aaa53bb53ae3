import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };
const words = { type: DataTypes.TEXT, allowNull: false };
const time = { type: DataTypes.DATE, allowNull: false };
const optionalTime = { type: DataTypes.DATE };
const pesos = { type: DataTypes.DECIMAL(14, 2) };
const reference = (model: string) => ({
  type: DataTypes.INTEGER,
  allowNull: false,
  references: { model, key: 'id' },
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
});

/** Lists that people keep under a name, what came to them, and mails that can be ended by one click. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  const { sequelize } = database;
  await queryInterface.createTable('saved_searches', {
    id,
    user_id: reference('users'),
    name: words,
    query: words,
    frequency: words,
    filter: words,
    filter_version: { type: DataTypes.INTEGER, allowNull: false },
    seen_at: time,
    last_sent_at: optionalTime,
    created_at: time,
    updated_at: time,
  });
  await queryInterface.addIndex('saved_searches', ['user_id', 'id']);
  await queryInterface.addIndex('saved_searches', ['filter_version', 'id']);

  await queryInterface.createTable('saved_search_keys', {
    key: { ...words, primaryKey: true },
    search_id: { ...reference('saved_searches'), primaryKey: true },
    min_price: pesos,
    max_price: pesos,
  });
  await queryInterface.addIndex('saved_search_keys', ['search_id']);

  await queryInterface.createTable('saved_search_matches', {
    id,
    search_id: reference('saved_searches'),
    property_id: reference('properties'),
    event: words,
    occasion: words,
    price: { ...pesos, allowNull: false },
    previous_price: pesos,
    created_at: time,
    told_at: optionalTime,
    mailed_at: optionalTime,
  });
  await queryInterface.addIndex('saved_search_matches', ['search_id', 'property_id', 'event', 'occasion'], {
    unique: true,
  });
  await queryInterface.addIndex('saved_search_matches', ['search_id', 'created_at']);
  await queryInterface.addIndex('saved_search_matches', ['property_id']);
  await queryInterface.addIndex('saved_search_matches', ['created_at']);
  await sequelize.query(
    'CREATE INDEX saved_search_matches_untold ON saved_search_matches (search_id, created_at) WHERE told_at IS NULL',
  );

  await queryInterface.addColumn('outgoing_mails', 'unsubscribe_url', { type: DataTypes.TEXT });
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  await database.sequelize.query('ALTER TABLE outgoing_mails DROP COLUMN unsubscribe_url');
  for (const table of ['saved_search_matches', 'saved_search_keys', 'saved_searches'])
    await queryInterface.dropTable(table);
}
