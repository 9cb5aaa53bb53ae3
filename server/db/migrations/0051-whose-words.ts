import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/**
 * Which people and inquiries a notice or a mail to somebody else names, so that it goes when they are erased. Of earlier
 * notices it follows from what they lead to: an inquiry, or the reviews of the agent who is told. And in which office a note
 * about a client was written: others of the office read no earlier ones.
 */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const table of ['notifications', 'outgoing_mails'])
    await queryInterface.addColumn(table, 'about', { type: DataTypes.TEXT });
  await queryInterface.addColumn('client_notes', 'office_id', {
    type: DataTypes.INTEGER,
    references: { model: 'offices', key: 'id' },
    onDelete: 'SET NULL',
  });
  await database.sequelize.query(
    `UPDATE client_notes SET office_id = (
       SELECT m.office_id FROM office_members m
       WHERE m.user_id = client_notes.author_id AND m.joined_at <= client_notes.created_at)`,
  );
  await database.sequelize.query(
    `UPDATE notifications SET about = ' inquiry:' || SUBSTR(action_url, ${INQUIRY.length + 1}) || ' '
     WHERE action_url LIKE '${INQUIRY}%'`,
  );
  await database.sequelize.query(
    `UPDATE notifications SET about = (
       SELECT ' user:' || MIN(u.id) || ' ' FROM reviews r JOIN users u ON u.id = r.reviewer_id
       WHERE r.agent_id = notifications.user_id AND SUBSTR(message, 1, LENGTH(u.name)) = u.name)
     WHERE action_url = '/agents/' || user_id || '?tab=reviews'`,
  );
}

export async function down({ database }: MigrationContext): Promise<void> {
  for (const [table, column] of [
    ['notifications', 'about'],
    ['outgoing_mails', 'about'],
    ['client_notes', 'office_id'],
  ])
    await database.sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
}

const INQUIRY = '/agent-dashboard?tab=messages&inquiry=';
