import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const text = { type: DataTypes.TEXT, allowNull: false };
const time = { type: DataTypes.DATE, allowNull: false };

export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.createTable('saved_replies', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    agent_id: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: 'users', key: 'id' },
      onDelete: 'CASCADE',
    },
    title: text,
    text,
    created_at: time,
    updated_at: time,
  });
  await queryInterface.addIndex('saved_replies', ['agent_id', 'title'], { unique: true });
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('saved_replies');
}
