import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const person = {
  type: DataTypes.INTEGER,
  references: { model: 'users', key: 'id' },
  onDelete: 'SET NULL',
};

export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.createTable('listing_reports', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    property_id: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: 'properties', key: 'id' },
      onDelete: 'CASCADE',
    },
    reporter_id: person,
    reason: { type: DataTypes.TEXT, allowNull: false },
    details: { type: DataTypes.TEXT },
    status: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'open' },
    created_at: { type: DataTypes.DATE, allowNull: false },
    decided_at: { type: DataTypes.DATE },
    decided_by: person,
  });
  // Of two that are sent at once the database lets one in. Reports of people who are gone do not meet: null equals nothing.
  await queryInterface.addIndex('listing_reports', ['property_id', 'reporter_id'], {
    name: 'listing_reports_one_each',
    unique: true,
  });
  await queryInterface.addIndex('listing_reports', ['property_id', 'status']);
  await queryInterface.addIndex('listing_reports', ['reporter_id', 'created_at']);
  await queryInterface.addIndex('listing_reports', ['decided_by']);
  await queryInterface.addIndex('listing_reports', ['status', 'id']);
  await queryInterface.addIndex('listing_reports', ['status', 'decided_at', 'id']);
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('listing_reports');
}
