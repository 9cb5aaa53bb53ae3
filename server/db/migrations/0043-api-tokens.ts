import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const words = { type: DataTypes.TEXT, allowNull: false };

/** Tokens with which programs make calls for an agent. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.createTable('api_tokens', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    user_id: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: 'users', key: 'id' },
      onDelete: 'CASCADE',
      onUpdate: 'CASCADE',
    },
    name: words,
    token_hash: { type: DataTypes.STRING(64), allowNull: false, unique: true },
    ending: words,
    scopes: words,
    created_at: { type: DataTypes.DATE, allowNull: false },
    expires_at: { type: DataTypes.DATE },
    last_used_at: { type: DataTypes.DATE },
    last_used_address: { type: DataTypes.TEXT },
  });
  await queryInterface.addIndex('api_tokens', ['user_id']);
  await queryInterface.addIndex('api_tokens', ['expires_at']);
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('api_tokens');
}
