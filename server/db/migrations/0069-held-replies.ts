import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const text = { type: DataTypes.TEXT, allowNull: false };
const time = { type: DataTypes.DATE, allowNull: false };
const parent = (model: string) => ({
  type: DataTypes.INTEGER,
  allowNull: false,
  references: { model, key: 'id' },
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
});

/** Answers of the Desk that wait for their time, and can be taken back until then. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.createTable('held_replies', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    author_id: parent('users'),
    client_id: parent('clients'),
    key: text,
    body: { type: DataTypes.JSON, allowNull: false },
    state: text,
    error: { type: DataTypes.TEXT },
    due_at: time,
    created_at: time,
  });
  await queryInterface.addIndex('held_replies', ['author_id', 'key'], { unique: true });
  await queryInterface.addIndex('held_replies', ['client_id']);
  await queryInterface.addIndex('held_replies', ['created_at']);
}

export async function down({ queryInterface, database: { sequelize } }: MigrationContext): Promise<void> {
  await sequelize.query("DELETE FROM jobs WHERE kind IN ('heldReply', 'heldReplyNotice')");
  await queryInterface.dropTable('held_replies');
}
