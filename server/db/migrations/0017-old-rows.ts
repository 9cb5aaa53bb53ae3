import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** What one person's rows are found by when they are erased or handed over, and old rows when they are deleted. */
const indexes: [name: string, on: string][] = [
  ['property_views_viewer', 'property_views (viewer_key)'],
  ['property_views_day', 'property_views (viewed_on)'],
  ['outgoing_mails_recipient', 'outgoing_mails (recipient)'],
  ['outgoing_mails_age', 'outgoing_mails (status, created_at)'],
  ['notifications_age', 'notifications (created_at)'],
  ['password_resets_age', 'password_resets (created_at)'],
  ['login_failures_age', 'login_failures (updated_at)'],
];

/** How often a listing was seen on a day; the views themselves are deleted after a while. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.createTable('property_view_days', {
    property_id: {
      type: DataTypes.INTEGER,
      primaryKey: true,
      references: { model: 'properties', key: 'id' },
      onDelete: 'CASCADE',
    },
    viewed_on: { type: DataTypes.DATEONLY, primaryKey: true },
    views: { type: DataTypes.INTEGER, allowNull: false },
  });
  for (const [name, on] of indexes)
    await database.sequelize.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const [name] of indexes) await database.sequelize.query(`DROP INDEX IF EXISTS ${name}`);
  await queryInterface.dropTable('property_view_days');
}
