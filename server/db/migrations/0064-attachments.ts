import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const number = { type: DataTypes.INTEGER, allowNull: false };
const text = { type: DataTypes.TEXT, allowNull: false };
const time = { type: DataTypes.DATE, allowNull: false };

const reference = (model: string) => ({
  type: DataTypes.INTEGER,
  references: { model, key: 'id' },
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
});

const parents = {
  owner_id: 'users',
  message_id: 'messages',
  reply_id: 'inquiry_replies',
  inquiry_id: 'inquiries',
} as const;

/** Private files of messages, of answers to inquiries and of inquiries; their bytes are in the picture store, encrypted. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.createTable('attachments', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    ...Object.fromEntries(Object.entries(parents).map(([column, model]) => [column, reference(model)])),
    hash: { type: DataTypes.STRING(64), allowNull: false },
    secret: text,
    name: text,
    type: text,
    size: number,
    created_at: time,
  });
  for (const column of [...Object.keys(parents), 'hash', 'created_at'])
    await queryInterface.addIndex('attachments', [column]);
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('attachments');
}
