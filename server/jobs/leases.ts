import { randomUUID } from 'node:crypto';
import { QueryTypes } from 'sequelize';
import type { BaseContext } from '#server/context.ts';
import type { JobModel } from '#server/db/models.ts';
import { isAmong, type RawRow, SqlBuilder, toJson } from '#server/db/sql.ts';

/** The more urgent of two due jobs begins first, however many others wait. */
export const priorities = { urgent: 0, normal: 1, bulk: 2, background: 3 } as const;
export type Priority = keyof typeof priorities;

/** The jobs of a killed process begin again after this. */
const LEASE_MS = 30_000;
/** A row from further in the future shows that the clock was set back: its due time is meaningless. */
const CLOCK_TOLERANCE_MS = 120_000;

export type ClaimedJob = RawRow<Pick<JobModel, 'id' | 'kind' | 'payload' | 'priority' | 'attempts'>>;

/** Another process has the lease: the work of this one is rolled back. */
export class LeaseLostError extends Error {}

interface Claim {
  lowest: number;
  running: readonly number[];
  /** Kinds of jobs that may begin; among the other `ready` ones only urgent jobs. */
  open: readonly string[];
  ready: readonly string[];
}

type Released = Partial<Pick<JobModel, 'status' | 'attempts' | 'last_error' | 'next_attempt_at'>>;

/** The table of jobs for one process: added jobs and the leases of this process. */
export function createJobLeases({ db, now }: Pick<BaseContext, 'db' | 'now'>) {
  const { Job } = db.models;
  const worker = randomUUID();
  const newJob = (kind: string, payload: object, priority: Priority, delayMs: number) => {
    const at = now();
    const times = { next_attempt_at: new Date(at.getTime() + delayMs), created_at: at, updated_at: at };
    return { kind, payload: { ...payload }, priority: priorities[priority], ...times };
  };
  const leaseEnd = (at: Date) => new Date(at.getTime() + LEASE_MS);
  const ownLease = ({ id, attempts }: ClaimedJob) => ({ id, attempts, claimed_by: worker });

  return {
    /** @param leased number of jobs claimed at once, and returned. In the running transaction. @throws {Error} none is running. */
    async add(
      kind: string,
      payloads: readonly object[],
      priority: Priority,
      delayMs: number,
      leased: number,
    ): Promise<ClaimedJob[]> {
      const sql = new SqlBuilder(db.dialect);
      const at = now();
      const created = sql.bindTime(at);
      const same = `${sql.bind(kind)}, ${priorities[priority]}, 'waiting', ${created}, ${created}`;
      const values = payloads.map((payload, nth) => {
        const own = `${same}, ${sql.bind(JSON.stringify(payload))}`;
        return nth < leased
          ? `(${own}, 1, ${sql.bindTime(leaseEnd(at))}, ${sql.bind(worker)})`
          : `(${own}, 0, ${sql.bindTime(new Date(at.getTime() + delayMs))}, NULL)`;
      });
      const rows = await db.writeRows<ClaimedJob & { claimed_by: string | null }>(
        `INSERT INTO jobs (kind, priority, status, created_at, updated_at, payload, attempts, next_attempt_at, claimed_by)
         VALUES ${values} RETURNING id, kind, payload, priority, attempts, claimed_by`,
        sql.parameters,
      );
      return rows.filter(({ claimed_by }) => claimed_by === worker);
    },

    /** Adds a job under a key; without it where a job of the key has begun already. */
    async addKeyed(
      kind: string,
      key: string,
      payload: object,
      priority: Priority,
      delayMs: number,
    ): Promise<void> {
      const isBegun = (await Job.count({ where: { key } })) > 0;
      await Job.create({ ...newJob(kind, payload, priority, delayMs), key: isBegun ? null : key });
    },

    /** Removes the job of this key if it has not begun. In the running transaction. @returns its payload. */
    async removeWaiting(key: string): Promise<object | undefined> {
      const [job] = await db.sequelize.query<{ payload: object | string }>(
        "DELETE FROM jobs WHERE key = :key AND attempts = 0 AND status = 'waiting' RETURNING payload",
        // With the type DELETE the returned row would be lost.
        { replacements: { key }, type: QueryTypes.SELECT },
      );
      return job && toJson<object>(job.payload);
    },

    /** Adds repeated jobs without a row; on SQLite also ends the leases of an earlier process. */
    async addRecurring(jobs: readonly { kind: string; firstMs: number }[]): Promise<void> {
      const at = now();
      const rows = jobs.map(({ kind, firstMs }) => ({
        ...newJob(kind, {}, 'background', firstMs),
        key: kind,
      }));
      await db.transaction(async () => {
        await Job.bulkCreate(rows, { ignoreDuplicates: true });
        // An SQLite file belongs to one process: earlier holders of leases have ended.
        if (db.dialect === 'sqlite')
          await db.sequelize.query(
            'UPDATE jobs SET claimed_by = NULL, next_attempt_at = :at WHERE claimed_by IS NOT NULL',
            { replacements: { at } },
          );
      });
    },

    /** Claims the most urgent due job in one statement, with attempt and lease, so that it is due for no other process. */
    async claim({ lowest, running, open, ready }: Claim): Promise<ClaimedJob[]> {
      const at = now();
      const due = (sql: SqlBuilder) => `SELECT id FROM jobs
           WHERE status = 'waiting' AND priority <= ${sql.bind(lowest)} AND next_attempt_at <= ${sql.bindTime(at)}
             AND NOT (${isAmong(sql, 'id', running)})
             AND (${isAmong(sql, 'kind', open)} OR (priority = 0 AND ${isAmong(sql, 'kind', ready)}))
           ORDER BY priority, next_attempt_at, id LIMIT 1`;
      // Mostly there is none: a read first avoids the write.
      const look = new SqlBuilder(db.dialect);
      const text = due(look);
      const found = await db.sequelize.query(text, { bind: look.parameters, type: QueryTypes.SELECT });
      if (found.length === 0) return [];
      const skipLocked = db.dialect === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '';
      const sql = new SqlBuilder(db.dialect);
      const lease = `attempts = attempts + 1, claimed_by = ${sql.bind(worker)}, next_attempt_at = ${sql.bindTime(leaseEnd(at))}, updated_at = ${sql.bindTime(at)}`;
      const claim = `UPDATE jobs SET ${lease} WHERE id IN (${due(sql)} ${skipLocked})
         RETURNING id, kind, payload, priority, attempts`;
      return db.transaction(() => db.writeRows<ClaimedJob>(claim, sql.parameters), { isBackground: true });
    },

    async renew(ids: readonly number[]): Promise<void> {
      if (ids.length === 0) return;
      const at = now();
      const lease = { next_attempt_at: leaseEnd(at), updated_at: at };
      await db.transaction(() => Job.update(lease, { where: { id: [...ids], claimed_by: worker } }));
    },

    /** Ends the lease; the job stays. In the running transaction. @throws {LeaseLostError} */
    async release(job: ClaimedJob, values: Released): Promise<void> {
      const free = { claimed_by: null, updated_at: now() };
      const [released] = await Job.update({ ...values, ...free }, { where: ownLease(job) });
      if (!released) throw new LeaseLostError();
    },

    /** The job is done. In the running transaction. @throws {LeaseLostError} */
    async remove(job: ClaimedJob): Promise<void> {
      const removed = await db.writeRows(
        'DELETE FROM jobs WHERE id = $1 AND attempts = $2 AND claimed_by = $3 RETURNING id',
        [job.id, job.attempts, worker],
      );
      if (removed.length === 0) throw new LeaseLostError();
    },

    /** Releases all jobs of this process as not begun: the next process begins them at once. */
    async releaseAll(): Promise<void> {
      const at = now();
      await db.transaction(() =>
        db.sequelize.query(
          `UPDATE jobs SET claimed_by = NULL, attempts = attempts - 1, next_attempt_at = :at, updated_at = :at
          WHERE claimed_by = :worker AND status = 'waiting'`,
          { replacements: { at, worker } },
        ),
      );
    },

    /** Makes jobs due at once that would wait too long because the clock was set back. */
    async resetFutureJobs(): Promise<void> {
      const at = now();
      await db.transaction(() =>
        db.sequelize.query(
          `UPDATE jobs SET next_attempt_at = :at, updated_at = :at, claimed_by = NULL
          WHERE status = 'waiting' AND updated_at > :limit`,
          { replacements: { at, limit: new Date(at.getTime() + CLOCK_TOLERANCE_MS) } },
        ),
      );
    },
  };
}
