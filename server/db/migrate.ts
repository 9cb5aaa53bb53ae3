import path from 'node:path';
import { type QueryOptions, QueryTypes, type Sequelize, Transaction } from 'sequelize';
import { StartRefusedError } from '#server/env.ts';
import { advisoryLockIds, waitForAdvisoryLock } from './advisoryLocks.ts';
import type { Database } from './connection.ts';
import { withoutDeadlines } from './deadlines.ts';
import type { Migration, MigrationContext } from './migration.ts';
import * as migrations from './migrationList.ts';
import { openSqlite } from './sqlite.ts';

/** Every shape of the database this version knows. */
export const migrationNames: readonly string[] = Object.keys(migrations);

/** @returns the first migration that is unknown here: a newer version made the database. */
export function findUnknownMigration(names: readonly string[]): string | undefined {
  return names.find((name) => !migrationNames.includes(name));
}

/** A newer version made the database; it is left unchanged. */
export class NewerDatabaseError extends StartRefusedError {
  constructor(migration: string) {
    super(
      `The database was made by a newer version of Silong: this one does not know its migration ${migration}. Start the newer version, or restore the backup that was made before the upgrade.`,
    );
  }
}

/** The migration is rolled back; earlier ones stay. */
export class MigrationFailedError extends StartRefusedError {
  readonly reason: string;

  constructor(
    readonly migration: string,
    cause: unknown,
  ) {
    const reason = reasonOf(cause);
    super(`The migration ${migration} of the database failed and was taken back (${reason}).`, { cause });
    this.reason = reason;
  }
}

/** In one line. Sequelize replaces some of the database's messages. */
function reasonOf(cause: unknown): string {
  const { parent = cause } = Object(cause) as { parent?: unknown };
  const text = parent instanceof Error ? parent.message : String(parent);
  return text.replace(/\s+/g, ' ').trim();
}

/** @param known this version's migrations, in order; tests pass others. */
export function buildMigrator(database: Database, known: Readonly<Record<string, Migration>> = migrations) {
  const names = Object.keys(known);
  const run = async (direction: Direction, chosen: readonly string[]) => {
    for (const name of chosen) {
      const migration = known[name];
      if (!migration) throw new Error(`There is no migration ${name}`);
      await runAtomically(database, name, migration, direction).catch((error: unknown) => {
        throw new MigrationFailedError(name, error);
      });
    }
  };
  const placeOf = (name: string) => {
    const at = names.indexOf(name);
    if (at < 0) throw new Error(`There is no migration ${name}`);
    return at;
  };
  const divide = async () => {
    const done = new Set(await readExecuted(database));
    return {
      executed: names.filter((name) => done.has(name)),
      pending: names.filter((name) => !done.has(name)),
    };
  };
  return {
    executed: async () => (await divide()).executed,
    pending: async () => (await divide()).pending,
    /** The named migrations, or all pending ones up to and with `to`. */
    up: async ({ to, migrations: chosen }: { to?: string; migrations?: readonly string[] } = {}) => {
      const last = to === undefined ? names.length : placeOf(to);
      await run('up', chosen ?? (await divide()).pending.filter((name) => names.indexOf(name) <= last));
    },
    /** Takes back, from the newest on, all down to and with `to`. */
    down: async ({ to }: { to: string }) => {
      const first = placeOf(to);
      await run('down', (await divide()).executed.filter((name) => names.indexOf(name) >= first).toReversed());
    },
  };
}

/** Steps around the migrations of a database with accounts. All of it runs under the setup lock. */
export interface UpgradeSteps {
  /** Before the first pending migration, at each start with one; a failure changes nothing. @param executed number of earlier ones. */
  begin(executed: number): Promise<void>;
  /** @returns the error to throw instead. */
  explain?(failure: MigrationFailedError): Promise<Error>;
  /** At each start, once no migration is pending. */
  finish?(): Promise<void>;
}

/** Brings the database to this version's shape. @throws {NewerDatabaseError} @throws {MigrationFailedError} */
export async function migrate(database: Database, steps?: UpgradeSteps): Promise<void> {
  await withSetupLock(database, async () => {
    const executed = await readExecuted(database);
    const unknown = findUnknownMigration(executed);
    if (unknown) throw new NewerDatabaseError(unknown);
    const migrator = buildMigrator(database);
    const pending = await migrator.pending();
    if (pending.length > 0 && (await hasAccounts(database))) await steps?.begin(executed.length);
    try {
      await migrator.up();
    } catch (error) {
      throw error instanceof MigrationFailedError && steps?.explain ? await steps.explain(error) : error;
    }
    await steps?.finish?.();
  });
}

async function hasAccounts(database: Database): Promise<boolean> {
  if (!(await hasTable(database, 'users'))) return false;
  const accounts = await database.sequelize.query('SELECT 1 FROM users LIMIT 1', { type: QueryTypes.SELECT });
  return accounts.length > 0;
}

async function hasTable({ dialect, sequelize }: Database, name: string): Promise<boolean> {
  // Only the schema in use: during a restore there is another one.
  const sql =
    dialect === 'sqlite'
      ? "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1"
      : 'SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = $1';
  const rows = await sequelize.query(sql, { type: QueryTypes.SELECT, bind: [name] });
  return rows.length > 0;
}

const MIGRATIONS_TABLE = 'CREATE TABLE IF NOT EXISTS migrations (name VARCHAR(255) NOT NULL UNIQUE PRIMARY KEY)';
const EXECUTED = 'SELECT name FROM migrations ORDER BY name';
const changeOfRow: Record<Direction, string> = {
  up: 'INSERT INTO migrations (name) VALUES ($1)',
  down: 'DELETE FROM migrations WHERE name = $1',
};
/** A migration has no deadline; one process runs it while the others wait. */
const BEGIN_ON_POSTGRES = `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_advisory_xact_lock(${advisoryLockIds.migration})`;

async function readExecuted(database: Database): Promise<string[]> {
  if (!(await hasTable(database, 'migrations'))) return [];
  const rows = await database.sequelize.query<{ name: string }>(EXECUTED, { type: QueryTypes.SELECT });
  return rows.map(({ name }) => name);
}

type Direction = 'up' | 'down';

/** Runs a migration and stores its row in one transaction; does nothing where another process has run it meanwhile. */
async function runAtomically(
  database: Database,
  name: string,
  migration: Migration,
  direction: Direction,
): Promise<void> {
  const { dialect } = database;
  const { sequelize, close } = openForMigration(database);
  try {
    await sequelize.transaction({ type: Transaction.TYPES.IMMEDIATE }, async (transaction) => {
      const run = (sql: string, bind?: unknown[]) => sequelize.query(sql, { bind, transaction });
      const read = <Row extends object>(sql: string) =>
        sequelize.query<Row>(sql, { type: QueryTypes.SELECT, transaction });
      if (dialect === 'postgres') await run(BEGIN_ON_POSTGRES);
      // A rebuilt table takes its old name although triggers of other tables refer to it.
      else await run('PRAGMA legacy_alter_table = ON');
      await run(MIGRATIONS_TABLE);
      const executed = await read<{ name: string }>(EXECUTED);
      if (executed.some((row) => row.name === name) === (direction === 'up')) return;
      await migration[direction](contextWithin(database, sequelize, transaction));
      if (dialect === 'sqlite') {
        const [broken] = await read<{ table: string; parent: string }>('PRAGMA foreign_key_check');
        if (broken)
          throw new Error(`Rows of ${broken.table} refer to rows of ${broken.parent} that are not there`);
      }
      await run(changeOfRow[direction], [name]);
    });
  } finally {
    await close();
  }
}

/** On SQLite without enforced foreign keys, as dropping a rebuilt table would change referring rows; checked before the commit. */
function openForMigration({ dialect, sequelize }: Database): {
  sequelize: Sequelize;
  close(): Promise<void>;
} {
  if (dialect === 'postgres') return { sequelize, close: async () => undefined };
  const { storage, logging } = (sequelize as unknown as { options: { storage: string; logging: false } }).options;
  const own = openSqlite(path.dirname(storage), {
    logging,
    define: { freezeTableName: true },
    foreignKeys: false,
  });
  return { sequelize: own, close: () => own.close() };
}

/** The migration's tools; all statements belong to the one transaction, also those of the migration's own transactions. */
function contextWithin(database: Database, sequelize: Sequelize, transaction: Transaction): MigrationContext {
  const query = sequelize.query.bind(sequelize) as (sql: string, options?: QueryOptions) => Promise<unknown>;
  const { normalizeAttribute: normalize } = sequelize as unknown as {
    normalizeAttribute(column: object): object;
  };
  const within = <Result>(work: (transaction: Transaction) => Promise<Result>) => work(transaction);
  const bound = Object.create(sequelize, {
    query: { value: (sql: string, options?: QueryOptions) => query(sql, { ...options, transaction }) },
    transaction: { value: within },
    // Sequelize writes the dialect's type into the given column, which belongs to the migration's module.
    normalizeAttribute: { value: (column: object) => normalize.call(sequelize, { ...column }) },
  }) as Sequelize;
  return {
    queryInterface: Object.create(sequelize.getQueryInterface(), { sequelize: { value: bound } }),
    database: { ...database, sequelize: bound, transaction: within },
  };
}

/** Of several processes that start on one PostgreSQL, the others wait and find the work done. No deadline applies to the work. */
export function withSetupLock(database: Database, work: () => Promise<void>): Promise<void> {
  return waitForAdvisoryLock(database, advisoryLockIds.setup, () => withoutDeadlines(work));
}
