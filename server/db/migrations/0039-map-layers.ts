import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const words = { type: DataTypes.TEXT, allowNull: false };

/** Maps of others that an operator lays over ours: at most one of each kind. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.createTable('map_layers', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    kind: words,
    name: words,
    source: words,
    source_date: words,
    features: words,
    loaded_at: { type: DataTypes.DATE, allowNull: false },
  });
  await queryInterface.addIndex('map_layers', { fields: ['kind'], unique: true, name: 'map_layers_kind' });
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('map_layers');
}
