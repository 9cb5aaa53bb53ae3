import { createHash, createHmac, randomBytes } from 'node:crypto';
import { DataTypes, QueryTypes, type Transaction } from 'sequelize';
import type { Dialect } from '../connection.ts';
import type { MigrationContext } from '../migration.ts';

const FIELDS = ['actor_name', 'before', 'after', 'reason', 'address'] as const;
type Field = (typeof FIELDS)[number];
/** These hold JSON; the others plain text. */
const isJson = (field: Field) => field === 'before' || field === 'after';

const APPEND_ONLY = 'The audit log is append-only';
const NO_UPDATE = `CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries
          BEGIN SELECT RAISE(ABORT, '${APPEND_ONLY}'); END`;
const openEntries: Record<Dialect, string> = {
  sqlite: 'DROP TRIGGER audit_entries_no_update',
  postgres: 'ALTER TABLE audit_entries DISABLE TRIGGER USER',
};
const closeEntries: Record<Dialect, string> = {
  sqlite: NO_UPDATE,
  postgres: 'ALTER TABLE audit_entries ENABLE TRIGGER USER',
};

/** A detail can be taken away, never changed. */
const unchangeable: Record<Dialect, string[]> = {
  sqlite: [
    `CREATE TRIGGER audit_details_no_update BEFORE UPDATE ON audit_details
      BEGIN SELECT RAISE(ABORT, '${APPEND_ONLY}'); END`,
    // INSERT OR REPLACE changes without asking the triggers of an update.
    `CREATE TRIGGER audit_details_no_replace BEFORE INSERT ON audit_details
      WHEN EXISTS (SELECT 1 FROM audit_details WHERE entry_id = NEW.entry_id AND field = NEW.field)
      BEGIN SELECT RAISE(ABORT, '${APPEND_ONLY}'); END`,
  ],
  postgres: [
    `CREATE TRIGGER audit_details_unchangeable BEFORE UPDATE ON audit_details
      FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
  ],
};

/**
 * Agents may give an address of their own for the public, and how many contacts a caller read is counted.
 *
 * What an entry of the audit log says in words moves to a table whose rows can be taken away; the entry keeps a commitment to each. The
 * hashes stay as they are: the words that an entry was hashed with are still there, in the other table.
 */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  const { dialect, sequelize } = database;
  await sequelize.transaction(async (transaction) => {
    const run = (sql: string, bind: unknown[] = []) => sequelize.query(sql, { transaction, bind });
    const options = { transaction };
    await queryInterface.addColumn('users', 'contact_email', { type: DataTypes.TEXT }, options);
    await queryInterface.createTable(
      'contact_reads',
      {
        key: { type: DataTypes.STRING(255), primaryKey: true },
        points: { type: DataTypes.INTEGER, allowNull: false },
        expire: { type: DataTypes.BIGINT },
      },
      options,
    );
    await queryInterface.createTable(
      'audit_details',
      {
        entry_id: {
          type: DataTypes.INTEGER,
          primaryKey: true,
          references: { model: 'audit_entries', key: 'id' },
        },
        field: { type: DataTypes.STRING(16), primaryKey: true },
        salt: { type: DataTypes.STRING(64), allowNull: false },
        value: { type: DataTypes.TEXT, allowNull: false },
      },
      options,
    );
    const commitments = { type: DataTypes.JSON, allowNull: false, defaultValue: {} };
    await queryInterface.addColumn('audit_entries', 'commitments', commitments, options);
    await queryInterface.addColumn('audit_entries', 'key_id', { type: DataTypes.STRING(16) }, options);
    await run(openEntries[dialect]);
    for await (const entry of readEntries(database, transaction)) {
      const made: Record<string, string> = {};
      for (const field of FIELDS) {
        const said = entry[field];
        if (said === null) continue;
        const value = isJson(field) ? said : JSON.stringify(said);
        const salt = randomBytes(32).toString('hex');
        made[field] = createHmac('sha256', salt).update(value).digest('hex');
        await run('INSERT INTO audit_details (entry_id, field, salt, value) VALUES ($1, $2, $3, $4)', [
          entry.id,
          field,
          salt,
          value,
        ]);
      }
      await run('UPDATE audit_entries SET commitments = $1 WHERE id = $2', [JSON.stringify(made), entry.id]);
    }
    await run(closeEntries[dialect]);
    // Not by Sequelize, which makes the table anew on SQLite and loses its triggers.
    for (const field of FIELDS) await run(`ALTER TABLE audit_entries DROP COLUMN "${field}"`);
    for (const statement of unchangeable[dialect]) await run(statement);
  });
}

/** The words go back into their entries, which are hashed anew without a key. */
export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  const { dialect, sequelize } = database;
  await sequelize.transaction(async (transaction) => {
    const run = (sql: string, bind: unknown[] = []) => sequelize.query(sql, { transaction, bind });
    await run(openEntries[dialect]);
    await run(`ALTER TABLE audit_entries ADD COLUMN actor_name TEXT NOT NULL DEFAULT ''`);
    for (const field of FIELDS.slice(1))
      await run(`ALTER TABLE audit_entries ADD COLUMN "${field}" ${isJson(field) ? 'JSON' : 'TEXT'}`);
    const kept = await sequelize.query<{ entry_id: number; field: Field; value: string }>(
      "SELECT entry_id, field, value FROM audit_details WHERE field <> 'chain'",
      { type: QueryTypes.SELECT, transaction },
    );
    for (const { entry_id, field, value } of kept)
      await run(`UPDATE audit_entries SET "${field}" = $1 WHERE id = $2`, [
        isJson(field) ? value : JSON.parse(value),
        entry_id,
      ]);
    let previous = '0'.repeat(64);
    for await (const entry of readEntries(database, transaction)) {
      const hash = hashEntry(entry, previous);
      const bind = [hash, previous, entry.id];
      await run('UPDATE audit_entries SET hash = $1, previous_hash = $2 WHERE id = $3', bind);
      previous = hash;
    }
    await run(closeEntries[dialect]);
    for (const column of ['commitments', 'key_id'])
      await run(`ALTER TABLE audit_entries DROP COLUMN ${column}`);
    await queryInterface.dropTable('audit_details', { transaction });
    await queryInterface.dropTable('contact_reads', { transaction });
    await run('ALTER TABLE users DROP COLUMN contact_email');
  });
}

interface Entry extends Record<Field, string | null> {
  id: number;
  actor_id: number | null;
  action: string;
  entity_type: string;
  entity_id: number | null;
  created_at: Date | string;
}

const ROWS_AT_ONCE = 500;

async function* readEntries(
  { sequelize, dialect }: MigrationContext['database'],
  transaction: Transaction,
): AsyncGenerator<Entry> {
  const asText = dialect === 'postgres' ? '::text' : '';
  let last = 0;
  for (;;) {
    const rows = await sequelize.query<Entry>(
      `SELECT id, actor_id, actor_name, action, entity_type, entity_id, "before"${asText} AS "before",
        "after"${asText} AS "after", reason, address, created_at
      FROM audit_entries WHERE id > $1 ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
      { type: QueryTypes.SELECT, bind: [last], transaction },
    );
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** As the audit log hashed its entries before this migration. */
function hashEntry(entry: Entry, previousHash: string): string {
  const { id, actor_id, actor_name, action, entity_type, entity_id, reason, address } = entry;
  const [before, after] = [entry.before, entry.after].map((text) => text && JSON.parse(text));
  const said = { id, actor_id, actor_name, action, entity_type, entity_id, before, after, reason, address };
  return createHash('sha256')
    .update(canonicalJson({ ...said, created_at: toIso(entry.created_at), previous_hash: previousHash }))
    .digest('hex');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string') return inner.replace(/\p{Surrogate}/gu, '\uFFFD');
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner;
  });
}

function toIso(value: Date | string): string {
  if (value instanceof Date) return value.toISOString();
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) \+00:00$/.exec(value);
  return parts ? `${parts[1]}T${parts[2]}Z` : new Date(value).toISOString();
}
