import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };
const words = { type: DataTypes.TEXT };
const reference = (model: string, onDelete: 'CASCADE' | 'SET NULL') => ({
  type: DataTypes.INTEGER,
  references: { model, key: 'id' },
  onDelete,
  onUpdate: 'CASCADE',
});

/** An inquiry may be an email: an answer within an earlier one, or an email without a place. Emails are stored once. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('inquiries', 'follows_id', reference('inquiries', 'SET NULL'));
  await queryInterface.addColumn('inquiries', 'by_mail', words);
  await queryInterface.addIndex('inquiries', ['follows_id']);
  await queryInterface.createTable('incoming_mails', {
    id,
    key: { ...words, allowNull: false },
    outcome: { ...words, allowNull: false },
    authentication: words,
    message_id: reference('messages', 'CASCADE'),
    inquiry_id: reference('inquiries', 'CASCADE'),
    created_at: { type: DataTypes.DATE, allowNull: false },
  });
  await queryInterface.addIndex('incoming_mails', ['key'], { unique: true });
  for (const column of ['message_id', 'inquiry_id'])
    await queryInterface.addIndex('incoming_mails', [column]);
}

export async function down({ queryInterface, database: { sequelize } }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('incoming_mails');
  await queryInterface.removeIndex('inquiries', ['follows_id']);
  for (const column of ['follows_id', 'by_mail'])
    await sequelize.query(`ALTER TABLE inquiries DROP COLUMN ${column}`);
}
