import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** For counts of an agent's and a building's listings from the index alone. */
const indexes = {
  properties_agent_figures: 'agent_id, status, moderation_status',
  properties_building: 'building_id, agent_id',
};

async function index({ database: { sequelize } }: MigrationContext, more = ''): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    await sequelize.query(`DROP INDEX IF EXISTS ${name}`);
    await sequelize.query(`CREATE INDEX ${name} ON properties (${columns}${more})`);
  }
}

/** A listing that is begun and not published yet; it is `inactive`, so that no public query reads it. */
export async function up(context: MigrationContext): Promise<void> {
  const column = { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false };
  await context.queryInterface.addColumn('properties', 'is_draft', column);
  await index(context, ', is_draft');
}

export async function down(context: MigrationContext): Promise<void> {
  const { sequelize } = context.database;
  // The release before knows no drafts: they stay as listings that an administrator has hidden.
  await sequelize.query(
    "UPDATE properties SET hidden_by = 'admin', moderation_reason = 'An unfinished draft' WHERE is_draft",
  );
  await index(context);
  await sequelize.query('ALTER TABLE properties DROP COLUMN is_draft');
}
