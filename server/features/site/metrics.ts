import { backupFolder, newestBackups } from '#server/backup/folder.ts';
import { isOutboundOpen } from '#server/context.ts';
import type { Database } from '#server/db/connection.ts';
import { isAmong, SqlBuilder, toIso, toNumber } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { outgoing } from '#server/jobs/payloads.ts';
import { decodingStats } from '#server/media/pictures.ts';
import type { Reading } from '#server/observability/metrics.ts';
import { jobStatuses } from '#shared/contracts/jobs.ts';

/** Queried figures are the same in all processes, and reused: several scrapers may read them, and none needs newer ones. */
const queried = { isShared: true, freshMs: 10_000 };

const byState = (values: Record<string, number>): Reading[] =>
  Object.entries(values).map(([state, value]) => ({ labels: { state }, value }));

/** Gauges read at a scrape of /metrics. Other metrics are counted where the events happen. */
export function watchServer(context: ServerContext): void {
  const { db, env, metrics, now } = context;
  metrics.watch({
    name: 'database_connections',
    help: 'Connections of the pool, by state (PostgreSQL)',
    labelNames: ['state'],
    read() {
      const { used, idle } = db.stats();
      return byState({ used, idle });
    },
  });
  metrics.watch({
    name: 'database_waiting',
    help: 'Work that waits for the database: for a connection (PostgreSQL) or for its turn to write (SQLite)',
    read: () => [{ value: db.stats().waiting }],
  });
  metrics.watch({
    name: 'mails',
    help: 'Stored mails, by status',
    labelNames: ['status'],
    ...queried,
    read: () => countByStatus(db, 'outgoing_mails', ['queued', 'sent', 'failed']),
  });
  metrics.watch({
    name: 'jobs',
    help: 'Jobs in the background that wait or were given up, by status',
    labelNames: ['status'],
    ...queried,
    read: () => countByStatus(db, 'jobs', jobStatuses),
  });
  metrics.watch({
    name: 'jobs_oldest_due_seconds',
    help: 'How long the job has been due that nobody has begun for the longest time',
    ...queried,
    async read() {
      const at = now();
      const sql = new SqlBuilder(db.dialect);
      // Jobs held back on purpose are not late.
      const held = isOutboundOpen(context) ? [] : [...outgoing];
      const [row] = await db.readRows<{ due: Date | string | null }>(
        `SELECT MIN(next_attempt_at) AS due FROM jobs
          WHERE status = 'waiting' AND claimed_by IS NULL AND next_attempt_at <= ${sql.bindTime(at)}
            AND NOT (${isAmong(sql, 'kind', held)})`,
        sql.parameters,
      );
      return [{ value: row?.due ? (at.getTime() - Date.parse(toIso(row.due))) / 1_000 : 0 }];
    },
  });
  metrics.watch({
    name: 'pictures_decoding',
    help: 'Pictures being decoded, and those that wait for it',
    labelNames: ['state'],
    read() {
      const { active, waiting } = decodingStats();
      return byState({ active, waiting });
    },
  });
  metrics.watch({
    name: 'backup_newest_timestamp_seconds',
    help: 'When the newest backup was made, by kind; absent while there is none',
    labelNames: ['kind'],
    ...queried,
    async read() {
      const newest = await newestBackups(backupFolder(env.dataDir));
      return [...newest].map(([kind, at]) => ({ labels: { kind }, value: at.getTime() / 1_000 }));
    },
  });
}

/** Every status, also without rows. @param table a literal of ours. */
async function countByStatus(db: Database, table: 'outgoing_mails' | 'jobs', statuses: readonly string[]) {
  const rows = await db.readRows<{ status: string; rows: number | string }>(
    `SELECT status, COUNT(*) AS rows FROM ${table} GROUP BY status`,
  );
  const counts = new Map(rows.map((row) => [row.status, toNumber(row.rows)]));
  return statuses.map((status) => ({ labels: { status }, value: counts.get(status) ?? 0 }));
}
