import type { MigrationContext } from '../migration.ts';

/** Counted for every agent of the directory: sold, and on offer in public. */
const AGENT_FIGURES =
  'CREATE INDEX properties_agent_figures ON properties (agent_id, status, moderation_status)';

/** Where the socket adapter leaves what is too long for a NOTIFY; it clears the table itself. Its name is its own. */
const SOCKET_ATTACHMENTS = `CREATE UNLOGGED TABLE socket_io_attachments (
  id bigserial PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), payload bytea NOT NULL)`;

export async function up({ database }: MigrationContext): Promise<void> {
  await database.sequelize.query(AGENT_FIGURES);
  if (database.dialect === 'postgres') await database.sequelize.query(SOCKET_ATTACHMENTS);
}

export async function down({ database }: MigrationContext): Promise<void> {
  await database.sequelize.query('DROP INDEX properties_agent_figures');
  if (database.dialect === 'postgres') await database.sequelize.query('DROP TABLE socket_io_attachments');
}
