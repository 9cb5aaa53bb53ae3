import { Op } from 'sequelize';
import type { BackupRunModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { createRecurringTask, type RecurringTask } from '#server/jobs/recurring.ts';
import type { SystemSettings } from '#shared/contracts/systemSettings.ts';
import type { BackupService } from './service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A disk that is full now is likely full in a minute too. */
const RETRY_AFTER_MS = HOUR_MS;
/** Runs older than this say nothing any more; the longest period is a month. */
const FORGET_AFTER_MS = 400 * DAY_MS;

type Frequency = SystemSettings['backup']['backupFrequency'];

/** When the backup after one begun at `last` is due. A month is one of the calendar, in UTC. */
export function nextDue(last: Date, frequency: Frequency): Date {
  if (frequency !== 'monthly') return new Date(last.getTime() + (frequency === 'daily' ? 1 : 7) * DAY_MS);
  const next = new Date(last);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const daysOfMonth = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(last.getUTCDate(), daysOfMonth));
  return next;
}

/** Whether a backup is due, after the last that was made and the last that failed. */
export function isDue(
  runs: { made: Date | null; failed: Date | null },
  frequency: Frequency,
  at: Date,
): boolean {
  if (runs.made && at < nextDue(runs.made, frequency)) return false;
  return !runs.failed || at.getTime() >= runs.failed.getTime() + RETRY_AFTER_MS;
}

interface BackupSchedule extends RecurringTask {
  /** Makes a backup if one is due. @returns whether it tried. */
  check(): Promise<boolean>;
}

/** Checks every minute whether a backup is due. Runs are recorded in the database, so that all processes see them. */
export function createBackupSchedule(context: ServerContext, backups: BackupService): BackupSchedule {
  const { db, bus, log, now, systemSettings } = context;
  const { BackupRun } = db.models;

  async function check(): Promise<boolean> {
    const { autoBackup, backupFrequency } = systemSettings.current().backup;
    const startedAt = now();
    if (!autoBackup || !isDue(await readRuns(), backupFrequency, startedAt)) return false;
    try {
      await backups.withBackupLock(async (make) => {
        // Asked again: another process may just have made it.
        if (!isDue(await readRuns(), backupFrequency, startedAt)) return;
        const { name } = await make('scheduled');
        await record({ started_at: startedAt, ended_at: now(), file_name: name, error: null });
        await backups.prune();
      });
    } catch (error) {
      // Another process, or an admin, is making one: tried again in a minute.
      if (error instanceof ApiError && error.code === 'backup_running') return false;
      const reason =
        error instanceof ApiError ? error.message : 'Something went wrong; the server’s log tells more.';
      log.error({ err: error }, 'the scheduled backup failed');
      await record({ started_at: startedAt, ended_at: now(), file_name: null, error: reason });
      bus.publish('backupFailed', { reason });
    }
    return true;
  }

  async function readRuns(): Promise<{ made: Date | null; failed: Date | null }> {
    const order: [string, string][] = [['started_at', 'DESC']];
    const made = await BackupRun.findOne({ where: { error: null }, order });
    const newest = await BackupRun.findOne({ order });
    return { made: made?.started_at ?? null, failed: newest?.error ? newest.started_at : null };
  }

  async function record(
    run: Pick<BackupRunModel, 'started_at' | 'ended_at' | 'file_name' | 'error'>,
  ): Promise<void> {
    const before = new Date(now().getTime() - FORGET_AFTER_MS);
    await db.transaction(async (transaction) => {
      await BackupRun.create(run, { transaction });
      await BackupRun.destroy({ where: { started_at: { [Op.lt]: before } }, transaction });
    });
  }

  const plan = { everyMs: MINUTE_MS, failure: 'could not see to the scheduled backup' };
  return { ...createRecurringTask(context, plan, check), check };
}
