import { createHash } from 'node:crypto';
import { DataTypes, type ModelAttributeColumnOptions, QueryTypes, type Transaction } from 'sequelize';
import type { Dialect } from '../connection.ts';
import type { MigrationContext } from '../migration.ts';

const text = { type: DataTypes.TEXT, allowNull: false };
const optionalText = { type: DataTypes.TEXT };
const hash = { type: DataTypes.STRING(64), allowNull: false };

const commonColumns: Record<string, ModelAttributeColumnOptions> = {
  id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
  actor_id: { type: DataTypes.INTEGER },
  actor_name: text,
  action: text,
  entity_type: text,
  entity_id: { type: DataTypes.INTEGER },
  before: { type: DataTypes.JSON },
  after: { type: DataTypes.JSON },
  address: optionalText,
  created_at: { type: DataTypes.DATE, allowNull: false },
};
const chainColumns = { reason: optionalText, hash, previous_hash: hash };
const COPIED = Object.keys(commonColumns).join(', ');

const auditIndexes = [
  'CREATE INDEX audit_entries_created_at ON audit_entries (created_at DESC)',
  'CREATE INDEX audit_entries_actor_id ON audit_entries (actor_id)',
  'CREATE INDEX audit_entries_entity_type_entity_id ON audit_entries (entity_type, entity_id)',
];
const ACTION_INDEX = 'CREATE INDEX audit_entries_action ON audit_entries (action)';

/**
 * The orders of the admin's lists. Those of listings are written as expressions, so that no query of the public list
 * can be drawn to these indexes.
 */
const listIndexes: [name: string, on: string][] = [
  ['users_by_name', 'users (lower(name), id)'],
  ['users_by_status', 'users (status, id)'],
  ['properties_by_title', 'properties (lower(title), id)'],
  ['properties_by_city', 'properties (lower(city), id)'],
  ['properties_by_price', 'properties ((price + 0), id)'],
  ['properties_by_moderation', 'properties (lower(moderation_status), id)'],
  ['conversations_by_start', 'conversations (created_at, id)'],
];

const APPEND_ONLY = 'The audit log is append-only';
const appendOnly: Record<Dialect, { up: string[]; down: string[] }> = {
  sqlite: {
    up: [
      ...['UPDATE', 'DELETE'].map(
        (change) => `CREATE TRIGGER audit_entries_no_${change.toLowerCase()} BEFORE ${change} ON audit_entries
          BEGIN SELECT RAISE(ABORT, '${APPEND_ONLY}'); END`,
      ),
      // INSERT OR REPLACE deletes without asking the triggers of a deletion.
      `CREATE TRIGGER audit_entries_no_replace BEFORE INSERT ON audit_entries
        WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, '${APPEND_ONLY}'); END`,
    ],
    // They go with their table, which is made anew.
    down: [],
  },
  postgres: {
    up: [
      `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '${APPEND_ONLY}'; END $$`,
      `CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
        FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
    ],
    down: ['DROP FUNCTION refuse_audit_change()'],
  },
};

export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  const { dialect, sequelize } = database;
  await queryInterface.addColumn('properties', 'moderation_reason', optionalText);
  await sequelize.transaction(async (transaction) => {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    // SQLite cannot drop a column's foreign key: the table is made anew, on both databases in the same way.
    await replaceAuditTable(queryInterface, { ...commonColumns, ...chainColumns }, chainEntries, transaction);
    for (const statement of [...auditIndexes, ACTION_INDEX, ...appendOnly[dialect].up]) await run(statement);
    for (const [name, on] of listIndexes) await run(`CREATE INDEX ${name} ON ${on}`);
    await run(
      dialect === 'sqlite'
        ? 'CREATE INDEX conversations_newest ON conversations (last_message_at DESC, id DESC)'
        : 'CREATE INDEX conversations_newest ON conversations (last_message_at DESC NULLS LAST, id DESC)',
    );
  });
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  const { dialect, sequelize } = database;
  await sequelize.transaction(async (transaction) => {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    const names = [...listIndexes.map(([name]) => name), 'conversations_newest'];
    for (const name of names) await run(`DROP INDEX ${name}`);
    const actor: ModelAttributeColumnOptions = {
      type: DataTypes.INTEGER,
      references: { model: 'users', key: 'id' },
      onDelete: 'SET NULL',
      onUpdate: 'CASCADE',
    };
    await replaceAuditTable(
      queryInterface,
      { ...commonColumns, actor_id: actor },
      async () => {
        const known = 'CASE WHEN actor_id IN (SELECT id FROM users) THEN actor_id END';
        await run(
          `INSERT INTO audit_entries_next (${COPIED}) SELECT ${COPIED.replace('actor_id', known)} FROM audit_entries`,
        );
      },
      transaction,
    );
    for (const statement of [...appendOnly[dialect].down, ...auditIndexes]) await run(statement);
  });
  await queryInterface.removeColumn('properties', 'moderation_reason');
}

type QueryInterface = MigrationContext['queryInterface'];
type Copy = (queryInterface: QueryInterface, transaction: Transaction) => Promise<void>;

async function replaceAuditTable(
  queryInterface: QueryInterface,
  columns: Record<string, ModelAttributeColumnOptions>,
  copy: Copy,
  transaction: Transaction,
): Promise<void> {
  await queryInterface.createTable('audit_entries_next', columns, { transaction });
  await copy(queryInterface, transaction);
  await queryInterface.dropTable('audit_entries', { transaction });
  await queryInterface.sequelize.query('ALTER TABLE audit_entries_next RENAME TO audit_entries', {
    transaction,
  });
}

type StoredEntry = Omit<ChainedEntry, 'created_at' | 'reason'> & { created_at: Date | string };

async function chainEntries({ sequelize }: QueryInterface, transaction: Transaction): Promise<void> {
  const entries = await sequelize.query<StoredEntry>(`SELECT ${COPIED} FROM audit_entries ORDER BY id`, {
    type: QueryTypes.SELECT,
    transaction,
  });
  let previous = CHAIN_START;
  for (const entry of entries) {
    const { before, after, created_at } = entry;
    const said = { ...entry, before: toJson(before), after: toJson(after), reason: null };
    const own = hashEntry({ ...said, created_at: toIso(created_at) }, previous);
    await sequelize.query(
      `INSERT INTO audit_entries_next (${COPIED}, hash, previous_hash)
      SELECT ${COPIED}, :own, :previous FROM audit_entries WHERE id = :id`,
      { replacements: { id: entry.id, own, previous }, transaction },
    );
    previous = own;
  }
}

/** As the audit log hashed its entries at the time of this migration. */
/** Everything an entry says, as it is hashed. */
interface ChainedEntry {
  id: number;
  actor_id: number | null;
  actor_name: string;
  action: string;
  entity_type: string;
  entity_id: number | null;
  before: unknown;
  after: unknown;
  reason: string | null;
  address: string | null;
  /** ISO-8601 in UTC with milliseconds: the one form both databases can give back. */
  created_at: string;
}

/** What stands before the first entry. */
const CHAIN_START = '0'.repeat(64);

/** One half of a character that takes two; the databases keep the replacement sign in its place. */
const HALF_CHARACTER = /\p{Surrogate}/gu;

/** SHA-256, hex, over the entry and the hash of the one before: to change one entry all later ones have to be made anew. */
function hashEntry(entry: ChainedEntry, previousHash: string): string {
  const { id, actor_id, actor_name, action, entity_type, entity_id } = entry;
  const { before, after, reason, address, created_at } = entry;
  const said = { id, actor_id, actor_name, action, entity_type, entity_id, before, after, reason, address };
  return createHash('sha256')
    .update(canonicalJson({ ...said, created_at, previous_hash: previousHash }))
    .digest('hex');
}

/** Keys in one order whatever order they were stored in; what JSON cannot hold is left out, as when it is stored. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string') return inner.replace(HALF_CHARACTER, '\uFFFD');
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner;
  });
}

const SQLITE_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) \+00:00$/;

/** @returns ISO-8601 in UTC with milliseconds. @throws {RangeError} the value is no time. */
function toIso(value: Date | string): string {
  if (value instanceof Date) return value.toISOString();
  const parts = SQLITE_UTC.exec(value);
  return parts ? `${parts[1]}T${parts[2]}Z` : new Date(value).toISOString();
}

function toJson<Value>(value: Value | string): Value {
  return typeof value === 'string' ? (JSON.parse(value) as Value) : value;
}
