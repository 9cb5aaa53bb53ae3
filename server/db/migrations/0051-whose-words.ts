import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const reference = (model: string, onDelete: 'CASCADE' | 'SET NULL' = 'CASCADE') => ({
  type: DataTypes.INTEGER,
  references: { model, key: 'id' },
  onDelete,
  onUpdate: 'CASCADE',
});

/**
 * Which people and inquiries a notice or a mail to somebody else names, so that it goes when they are erased. Of earlier
 * notices it follows from what they lead to: an inquiry, or the reviews of the agent who is told. And in which office a note
 * about a client was written: others of the office read no earlier ones.
 */
export async function up({ queryInterface, database: { sequelize } }: MigrationContext): Promise<void> {
  await queryInterface.createTable('mentions', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    user_id: reference('users'),
    inquiry_id: reference('inquiries'),
    notification_id: reference('notifications'),
    mail_id: reference('outgoing_mails'),
  });
  for (const column of ['user_id', 'inquiry_id', 'notification_id', 'mail_id'])
    await queryInterface.addIndex('mentions', [column]);
  await sequelize.query(
    `INSERT INTO mentions (inquiry_id, notification_id)
     SELECT i.id, n.id FROM notifications n JOIN inquiries i ON n.action_url = '${INQUIRY}' || i.id
     WHERE n.action_url LIKE '${INQUIRY}%'`,
  );
  await sequelize.query(
    `INSERT INTO mentions (user_id, notification_id)
     SELECT u.id, n.id FROM reviews r JOIN users u ON u.id = r.reviewer_id
       JOIN notifications n ON n.user_id = r.agent_id AND n.action_url = '/agents/' || r.agent_id || '?tab=reviews'
     WHERE SUBSTR(n.message, 1, LENGTH(u.name)) = u.name`,
  );
  await queryInterface.addColumn('client_notes', 'office_id', reference('offices', 'SET NULL'));
  await queryInterface.addIndex('client_notes', ['office_id']);
  await sequelize.query(
    `UPDATE client_notes SET office_id = (
       SELECT m.office_id FROM office_members m
       WHERE m.user_id = client_notes.author_id AND m.joined_at <= client_notes.created_at)`,
  );
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.removeIndex('client_notes', ['office_id']);
  await database.sequelize.query('ALTER TABLE client_notes DROP COLUMN office_id');
  await queryInterface.dropTable('mentions');
}

const INQUIRY = '/agent-dashboard?tab=messages&inquiry=';
