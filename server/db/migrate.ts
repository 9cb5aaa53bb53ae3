import { SequelizeStorage, Umzug } from 'umzug';
import { advisoryLockIds } from './advisoryLocks.ts';
import type { Database } from './connection.ts';
import type { Migration, MigrationContext } from './migration.ts';
import * as initialTables from './migrations/0001-initial-tables.ts';
import * as listingIndexes from './migrations/0002-listing-indexes.ts';
import * as people from './migrations/0003-people.ts';
import * as analytics from './migrations/0004-analytics.ts';
import * as savedReplies from './migrations/0005-saved-replies.ts';
import * as admin from './migrations/0006-admin.ts';
import * as backupRuns from './migrations/0007-backup-runs.ts';
import * as idempotencyKeys from './migrations/0008-idempotency-keys.ts';
import * as privacy from './migrations/0010-privacy.ts';
import * as listingReports from './migrations/0011-listing-reports.ts';
import * as duplicates from './migrations/0012-duplicates.ts';
import * as licenses from './migrations/0013-licenses.ts';
import * as listingsHiddenBy from './migrations/0014-listings-hidden-by.ts';
import * as picturesBeingRemoved from './migrations/0018-pictures-being-removed.ts';

/** In order; named here, not found on disk, so that the bundled server carries them. */
const migrations: Record<string, Migration> = {
  '0001-initial-tables': initialTables,
  '0002-listing-indexes': listingIndexes,
  '0003-people': people,
  '0004-analytics': analytics,
  '0005-saved-replies': savedReplies,
  '0006-admin': admin,
  '0007-backup-runs': backupRuns,
  '0008-idempotency-keys': idempotencyKeys,
  '0010-privacy': privacy,
  '0011-listing-reports': listingReports,
  '0012-duplicates': duplicates,
  '0013-licenses': licenses,
  '0014-listings-hidden-by': listingsHiddenBy,
  '0018-pictures-being-removed': picturesBeingRemoved,
};

/** Every shape of the database this version knows. */
export const migrationNames: readonly string[] = Object.keys(migrations);

export function buildMigrator(database: Database) {
  return new Umzug<MigrationContext>({
    migrations: Object.entries(migrations).map(([name, migration]) => ({
      name,
      up: ({ context }) => migration.up(context),
      down: ({ context }) => migration.down(context),
    })),
    context: { queryInterface: database.sequelize.getQueryInterface(), database },
    storage: new SequelizeStorage({ sequelize: database.sequelize, tableName: 'migrations' }),
    logger: undefined,
  });
}

/** Brings the database to this version's shape. */
export async function migrate(database: Database): Promise<void> {
  await withSetupLock(database, async () => {
    await buildMigrator(database).up();
  });
}

/**
 * Several processes may start at once on one PostgreSQL: the second waits here and then finds the work done. SQLite
 * belongs to one process.
 */
export async function withSetupLock(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.dialect === 'sqlite') return work();
  await database.sequelize.transaction(async (transaction) => {
    await database.sequelize.query(`SELECT pg_advisory_xact_lock(${advisoryLockIds.setup})`, { transaction });
    await work();
  });
}
