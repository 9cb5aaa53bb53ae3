import { Transaction } from 'sequelize';
import type { JobModel } from '#server/db/models.ts';
import { recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type { Job, jobsCalls } from '#shared/contracts/jobs.ts';

export function jobsService(context: ServerContext): Service<typeof jobsCalls> {
  const { db, jobs, now } = context;
  const { Job: Jobs } = db.models;

  return {
    /** The newest first: what was given up last is what an admin looks for. */
    async list({ query: { status = 'all', page, limit } }) {
      const [{ rows, count }, waiting, failed] = await Promise.all([
        Jobs.findAndCountAll({
          where: status === 'all' ? {} : { status },
          order: [
            ['created_at', 'DESC'],
            ['id', 'DESC'],
          ],
          limit,
          offset: (page - 1) * limit,
        }),
        Jobs.count({ where: { status: 'waiting' } }),
        Jobs.count({ where: { status: 'failed' } }),
      ]);
      const pagination = buildPagination(page, limit, count);
      return { jobs: rows.map(presentJob), pagination, waiting, failed };
    },

    /** One that is being done at this moment is left to that. @throws {NotFoundError} there is none, or it has been done. */
    retry: ({ user, address, ability, params: { id } }) =>
      db.transaction(async () => {
        const admin = { user, address, ability };
        await requireStillAdmin(context, admin);
        const job = found(await Jobs.findByPk(id, { lock: Transaction.LOCK.UPDATE }), 'job');
        if (job.claimed_by !== null) return presentJob(job);
        const at = now();
        const { kind, status, last_error } = job;
        await job.update({ status: 'waiting', attempts: 0, next_attempt_at: at, updated_at: at });
        db.afterCommit(jobs.wake);
        const about = { action: 'job.retry', entityType: 'job', entityId: id };
        await recordAudit(context, admin, { ...about, before: { kind, status, last_error } });
        return presentJob(job);
      }),
  };
}

function presentJob(job: JobModel): Job {
  const { id, kind, status, attempts, last_error, next_attempt_at, created_at } = job;
  return {
    id,
    kind,
    status,
    attempts,
    last_error,
    next_attempt_at: status === 'failed' ? null : next_attempt_at.toISOString(),
    created_at: created_at.toISOString(),
  };
}
