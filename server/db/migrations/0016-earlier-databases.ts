import { DataTypes, QueryTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/**
 * The migrations 0001, 0002, 0006 and 0014 were edited after databases had been made with them. Whatever such a database
 * has otherwise is brought to the one shape here; in all others there is nothing to do. `search_version` says by which
 * rule the words and places of a listing were derived; those there are already may have been by any.
 */
export async function up(context: MigrationContext): Promise<void> {
  const { queryInterface, database } = context;
  const mails = await readColumns(context, 'outgoing_mails');
  // A database that keeps its mails elsewhere has no such table.
  if (mails.length > 0 && !mails.includes('reply_to'))
    await queryInterface.addColumn('outgoing_mails', 'reply_to', { type: DataTypes.TEXT });
  const run = (sql: string) => database.sequelize.query(sql);
  await run('DROP INDEX IF EXISTS properties_moderation');
  await run(
    'CREATE INDEX IF NOT EXISTS properties_newest ON properties (created_at DESC, id DESC, moderation_status)',
  );
  await (database.dialect === 'sqlite' ? correctSqlite(context) : correctPostgres(context));
  await queryInterface.addColumn('properties', 'search_version', {
    type: DataTypes.INTEGER,
    allowNull: false,
    defaultValue: 0,
  });
  await run('CREATE INDEX properties_search_version ON properties (search_version, id)');
}

/** The corrections stay: what they correct never belonged to a release. */
export async function down({ database }: MigrationContext): Promise<void> {
  await database.sequelize.query('DROP INDEX properties_search_version');
  await database.sequelize.query('ALTER TABLE properties DROP COLUMN search_version');
}

const NO_REPLACE = `CREATE TRIGGER IF NOT EXISTS audit_entries_no_replace BEFORE INSERT ON audit_entries
        WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'The audit log is append-only'); END`;

/** Parts of tables' declarations that say nothing about how rows are stored: the one way to change them in place. */
const declarations: [table: string, from: string, to: string][] = [
  [
    'inquiries',
    '`agent_id` INTEGER NOT NULL REFERENCES `users` (`id`) ON DELETE CASCADE',
    '`agent_id` INTEGER REFERENCES `users` (`id`) ON DELETE SET NULL',
  ],
  ['properties', '`hidden_by` VARCHAR(3)', '`hidden_by` TEXT'],
];

const sqliteSearch: Record<string, string> = {
  properties_search: `CREATE VIRTUAL TABLE properties_search USING fts5(
    search_text, content='properties', content_rowid='id',
    tokenize='ascii', prefix='1 2 3 4 5 6 7 8 9 10 11', detail='none', columnsize=0
  )`,
  properties_search_insert: `CREATE TRIGGER properties_search_insert AFTER INSERT ON properties
  WHEN new.moderation_status = 'active' BEGIN
    INSERT INTO properties_search (rowid, search_text) VALUES (new.id, new.search_text);
  END`,
  properties_search_delete: `CREATE TRIGGER properties_search_delete AFTER DELETE ON properties
  WHEN old.moderation_status = 'active' BEGIN
    INSERT INTO properties_search (properties_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
  END`,
  properties_search_update: `CREATE TRIGGER properties_search_update AFTER UPDATE OF search_text, moderation_status ON properties
  WHEN old.search_text <> new.search_text OR old.moderation_status <> new.moderation_status BEGIN
    INSERT INTO properties_search (properties_search, rowid, search_text)
      SELECT 'delete', old.id, old.search_text WHERE old.moderation_status = 'active';
    INSERT INTO properties_search (rowid, search_text)
      SELECT new.id, new.search_text WHERE new.moderation_status = 'active';
  END`,
};
const FILL_SEARCH = `INSERT INTO properties_search (rowid, search_text)
  SELECT id, search_text FROM properties WHERE moderation_status = 'active'`;

async function correctSqlite({ database: { sequelize } }: MigrationContext): Promise<void> {
  const rows = await sequelize.query<{ name: string; sql: string }>('SELECT name, sql FROM sqlite_schema', {
    type: QueryTypes.SELECT,
  });
  const declared = new Map(rows.map(({ name, sql }) => [name, sql]));
  await sequelize.query(NO_REPLACE);
  if (Object.entries(sqliteSearch).some(([name, sql]) => declared.get(name) !== sql)) {
    for (const name of Object.keys(sqliteSearch).toReversed())
      await sequelize.query(`DROP ${name === 'properties_search' ? 'TABLE' : 'TRIGGER'} IF EXISTS ${name}`);
    for (const sql of Object.values(sqliteSearch)) await sequelize.query(sql);
    await sequelize.query(FILL_SEARCH);
  }
  const wrong = declarations.filter(([table, from]) => declared.get(table)?.includes(from));
  if (wrong.length === 0) return;
  const [state] = await sequelize.query<{ schema_version: number }>('PRAGMA schema_version', {
    type: QueryTypes.SELECT,
  });
  await sequelize.query('PRAGMA writable_schema = ON');
  for (const bind of wrong)
    await sequelize.query(
      "UPDATE sqlite_schema SET sql = replace(sql, $2, $3) WHERE type = 'table' AND name = $1",
      { bind },
    );
  // Tells every connection, this one too, to read the declarations anew.
  await sequelize.query(`PRAGMA schema_version = ${(state?.schema_version ?? 0) + 1}`);
  await sequelize.query('PRAGMA writable_schema = RESET');
}

async function correctPostgres(context: MigrationContext): Promise<void> {
  const { sequelize } = context.database;
  const [reference] = await sequelize.query<{ action: string }>(
    `SELECT confdeltype AS action FROM pg_constraint
      WHERE conname = 'inquiries_agent_id_fkey' AND conrelid = 'inquiries'::regclass`,
    { type: QueryTypes.SELECT },
  );
  if (reference?.action === 'c')
    await sequelize.query(`ALTER TABLE inquiries ALTER COLUMN agent_id DROP NOT NULL,
      DROP CONSTRAINT inquiries_agent_id_fkey, ADD CONSTRAINT inquiries_agent_id_fkey
        FOREIGN KEY (agent_id) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE`);
  await sequelize.query('ALTER TABLE properties SET (toast_tuple_target = 4096)');
  const [index] = await sequelize.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND indexname = 'properties_search'",
    { type: QueryTypes.SELECT },
  );
  if (index?.indexdef.includes(' WHERE ')) return;
  await sequelize.query('DROP INDEX IF EXISTS properties_search');
  await sequelize.query(`CREATE INDEX properties_search ON properties USING gin (search_vector) WITH (fastupdate = off)
    WHERE moderation_status = 'active'`);
}

/** Names; none where there is no such table. */
async function readColumns({ database }: MigrationContext, table: string): Promise<string[]> {
  const sql =
    database.dialect === 'sqlite'
      ? 'SELECT name FROM pragma_table_info($1)'
      : 'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1';
  const rows = await database.sequelize.query<{ name: string }>(sql, {
    type: QueryTypes.SELECT,
    bind: [table],
  });
  return rows.map(({ name }) => name);
}
