import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const number = { type: DataTypes.INTEGER, allowNull: false };
const time = { type: DataTypes.DATE, allowNull: false };
const day = { type: DataTypes.DATEONLY, allowNull: false };
const agent = {
  ...number,
  references: { model: 'users', key: 'id' },
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
};

const columns = {
  day_reminder_at: DataTypes.DATE,
  hour_reminder_at: DataTypes.DATE,
  outcome: DataTypes.TEXT,
  outcome_note: DataTypes.TEXT,
  outcome_at: DataTypes.DATE,
  outcome_asked_at: DataTypes.DATE,
};

/** When agents show homes, and of a viewing: whom it was recalled to, and what came of it. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  const { sequelize } = database;
  await queryInterface.createTable('agent_availability', {
    agent_id: { ...agent, primaryKey: true },
    hours: { type: DataTypes.JSON },
    buffer_minutes: { ...number, defaultValue: 0 },
    notice_hours: { ...number, defaultValue: 0 },
    created_at: time,
    updated_at: time,
  });
  await queryInterface.createTable('days_off', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    agent_id: agent,
    first_day: day,
    last_day: day,
    note: { type: DataTypes.TEXT },
  });
  await queryInterface.addIndex('days_off', {
    fields: ['agent_id', 'last_day'],
    name: 'days_off_agent_id_last_day',
  });
  // Added, never made anew: the triggers on viewings (0028) stay.
  for (const [name, type] of Object.entries(columns))
    await queryInterface.addColumn('viewings', name, { type });
  await sequelize.query(
    "CREATE INDEX viewings_to_recall ON viewings (starts_at) WHERE status = 'confirmed' AND hour_reminder_at IS NULL",
  );
  await sequelize.query(
    "CREATE INDEX viewings_to_ask ON viewings (ends_at) WHERE status = 'confirmed' AND outcome_asked_at IS NULL",
  );
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const index of ['viewings_to_recall', 'viewings_to_ask'])
    await database.sequelize.query(`DROP INDEX ${index}`);
  for (const name of Object.keys(columns))
    await database.sequelize.query(`ALTER TABLE viewings DROP COLUMN ${name}`);
  await queryInterface.dropTable('days_off');
  await queryInterface.dropTable('agent_availability');
}
