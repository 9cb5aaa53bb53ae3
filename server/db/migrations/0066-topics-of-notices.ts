import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/**
 * The matter of a notice, which is read once that is settled, and the time of its mail. The topic of earlier notices
 * follows from the page that they lead to.
 */
export async function up({ queryInterface, database: { sequelize } }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('notifications', 'topic', { type: DataTypes.TEXT });
  await queryInterface.addColumn('notifications', 'mailed_at', { type: DataTypes.DATE });
  for (const [kind, page] of Object.entries(pages))
    await sequelize.query(
      `UPDATE notifications SET topic = '${kind}-' || SUBSTR(action_url, ${page.length + 1})
       WHERE action_url LIKE '${page}%' AND read_at IS NULL`,
    );
  await sequelize.query('DROP INDEX IF EXISTS notifications_action');
  await sequelize.query('CREATE INDEX notifications_topic ON notifications (topic, user_id, created_at)');
  // Jobs of the earlier form.
  await sequelize.query("DELETE FROM jobs WHERE kind = 'readNotices' AND status = 'waiting'");
}

export async function down({ database: { sequelize } }: MigrationContext): Promise<void> {
  await sequelize.query("DELETE FROM jobs WHERE kind IN ('readNotices', 'heldMail') AND status = 'waiting'");
  await sequelize.query('DROP INDEX notifications_topic');
  await sequelize.query(
    'CREATE INDEX notifications_action ON notifications (user_id, action_url, created_at)',
  );
  await sequelize.query('ALTER TABLE notifications DROP COLUMN mailed_at');
  await sequelize.query('ALTER TABLE notifications DROP COLUMN topic');
}

const pages = {
  conversation: '/conversations/',
  inquiry: '/agent-dashboard?tab=messages&inquiry=',
  client: '/desk?client=',
};
