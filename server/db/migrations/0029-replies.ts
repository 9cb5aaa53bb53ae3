import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const words = { type: DataTypes.TEXT, allowNull: false };
const reference = (model: string, onDelete: 'CASCADE' | 'SET NULL') => ({
  type: DataTypes.INTEGER,
  references: { model, key: 'id' },
  onDelete,
  onUpdate: 'CASCADE',
});

/** Of an inquiry the last answer alone was kept. */
const FIRST_REPLIES = `INSERT INTO inquiry_replies (inquiry_id, author_id, method, message, delivery, created_at)
  SELECT id, agent_id, reply_method, reply_message, reply_delivery, reply_at FROM inquiries
  WHERE reply_message IS NOT NULL AND reply_method IS NOT NULL AND reply_at IS NOT NULL ORDER BY reply_at, id`;

/** The newest mail about an inquiry is its last answer. */
const REPLIES_OF_MAILS = `UPDATE outgoing_mails SET reply_id = (
    SELECT r.id FROM inquiry_replies r WHERE r.inquiry_id = outgoing_mails.inquiry_id AND r.method = 'email')
  WHERE id IN (SELECT MAX(id) FROM outgoing_mails WHERE inquiry_id IS NOT NULL GROUP BY inquiry_id)`;

/** What a person asked an agent and their chat about the same listing are one thread. */
const THREADS = `UPDATE inquiries SET conversation_id = (
    SELECT MAX(c.id) FROM conversations c WHERE c.agent_id = inquiries.agent_id AND c.user_id = inquiries.user_id
      AND c.property_id IS NOT DISTINCT FROM inquiries.property_id)
  WHERE user_id IS NOT NULL AND agent_id IS NOT NULL`;

/** As 0028 marks the sender of an inquiry: the line shows what became of the mail. */
const mark = (row: string) => `INSERT INTO client_marks (agent_id, person_key)
  SELECT i.agent_id, CASE WHEN i.user_id IS NOT NULL THEN 'user-' || i.user_id
    WHEN trim(i.email) = '' OR i.email LIKE '%.invalid' THEN 'inquiry-' || i.id ELSE 'email-' || lower(trim(i.email)) END
  FROM inquiries i WHERE i.id = ${row}.inquiry_id AND i.agent_id IS NOT NULL;`;

/** Every answer to an inquiry, and the conversation that goes on with it. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  const { dialect, sequelize } = database;
  await queryInterface.createTable('inquiry_replies', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    inquiry_id: { ...reference('inquiries', 'CASCADE'), allowNull: false },
    author_id: reference('users', 'SET NULL'),
    method: words,
    message: words,
    delivery: { type: DataTypes.TEXT },
    client_id: { type: DataTypes.TEXT },
    created_at: { type: DataTypes.DATE, allowNull: false },
  });
  await queryInterface.addIndex('inquiry_replies', ['inquiry_id', 'created_at']);
  // The same answer twice is one. An answer without an id equals no other.
  await queryInterface.addIndex('inquiry_replies', ['author_id', 'client_id'], { unique: true });
  await queryInterface.addColumn('outgoing_mails', 'reply_id', reference('inquiry_replies', 'SET NULL'));
  await queryInterface.addIndex('outgoing_mails', ['reply_id']);
  await queryInterface.addColumn('inquiries', 'conversation_id', reference('conversations', 'SET NULL'));
  await queryInterface.addIndex('inquiries', ['conversation_id']);
  for (const statement of [FIRST_REPLIES, REPLIES_OF_MAILS, THREADS]) await sequelize.query(statement);
  if (dialect === 'sqlite')
    await sequelize.query(`CREATE TRIGGER inquiry_replies_mark_update AFTER UPDATE OF delivery ON inquiry_replies
      BEGIN ${mark('NEW')} END`);
  else {
    await sequelize.query(`CREATE FUNCTION mark_clients_of_inquiry_replies() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN ${mark('NEW')} RETURN NEW; END $$`);
    await sequelize.query(`CREATE TRIGGER inquiry_replies_mark_after AFTER UPDATE OF delivery ON inquiry_replies
      FOR EACH ROW EXECUTE FUNCTION mark_clients_of_inquiry_replies()`);
  }
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  const { dialect, sequelize } = database;
  // In SQL of our own: on SQLite the library would make the table anew, and lose its keys and indexes.
  for (const [table, column] of [
    ['outgoing_mails', 'reply_id'],
    ['inquiries', 'conversation_id'],
  ] as const) {
    await queryInterface.removeIndex(table, [column]);
    await sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
  await queryInterface.dropTable('inquiry_replies');
  if (dialect === 'postgres') await sequelize.query('DROP FUNCTION mark_clients_of_inquiry_replies()');
}
