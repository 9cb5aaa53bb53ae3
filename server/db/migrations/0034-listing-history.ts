import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const reference = (model: string, onDelete: 'CASCADE' | 'SET NULL') => ({
  type: DataTypes.INTEGER,
  references: { model, key: 'id' },
  onDelete,
  onUpdate: 'CASCADE',
});
const price = DataTypes.DECIMAL(14, 2);
const words = { type: DataTypes.TEXT, allowNull: false };

const columns: [table: string, name: string][] = [
  ['properties', 'confirmed_at'],
  ['properties', 'fresh_at'],
  ['agent_profiles', 'confirmation_asked_at'],
];

/** What listings cost before, when their agents last stood by them, and when these were last asked. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  const { sequelize } = database;
  await queryInterface.createTable('property_events', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    property_id: { ...reference('properties', 'CASCADE'), allowNull: false },
    kind: words,
    price: { type: price, allowNull: false },
    previous_price: { type: price },
    status: words,
    takes_back_id: { type: DataTypes.INTEGER },
    changed_by: reference('users', 'SET NULL'),
    changed_at: { type: DataTypes.DATE, allowNull: false },
  });
  await queryInterface.addIndex('property_events', {
    fields: ['property_id', 'kind', 'changed_at'],
    name: 'property_events_property_id_kind_changed_at',
  });
  await queryInterface.addIndex('property_events', {
    fields: ['changed_by'],
    name: 'property_events_changed_by',
  });
  // Added, never made anew: the triggers of the search stay.
  for (const [table, name] of columns) await queryInterface.addColumn(table, name, { type: DataTypes.DATE });
  // Until now saving was all an agent could do to stand by a listing.
  await sequelize.query('UPDATE properties SET fresh_at = updated_at WHERE updated_at > created_at');
  // What was listed before statuses were kept begins with its day; as what it cannot have been taken at once.
  await sequelize.query(
    `INSERT INTO property_status_changes (property_id, from_status, to_status, price, changed_by, changed_at)
    SELECT p.id, NULL, COALESCE(
        (SELECT c.from_status FROM property_status_changes c WHERE c.property_id = p.id ORDER BY c.changed_at, c.id LIMIT 1),
        CASE WHEN p.status IN ('sold', 'rented') THEN 'available' ELSE p.status END),
      COALESCE(
        (SELECT c.price FROM property_status_changes c WHERE c.property_id = p.id ORDER BY c.changed_at, c.id LIMIT 1),
        p.price),
      p.agent_id, p.created_at
    FROM properties p
    WHERE NOT EXISTS (SELECT 1 FROM property_status_changes c WHERE c.property_id = p.id AND c.from_status IS NULL)`,
  );
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const [table, name] of columns)
    await database.sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
  await queryInterface.dropTable('property_events');
}
