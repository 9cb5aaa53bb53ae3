import type { MigrationContext } from '../migration.ts';

/** Whether somebody has been told of a conversation, and which notices are read with it, among thousands of notices. */
export async function up({ database }: MigrationContext): Promise<void> {
  await database.sequelize.query(
    'CREATE INDEX IF NOT EXISTS notifications_action ON notifications (user_id, action_url, created_at)',
  );
}

export async function down({ database }: MigrationContext): Promise<void> {
  await database.sequelize.query('DROP INDEX IF EXISTS notifications_action');
}
