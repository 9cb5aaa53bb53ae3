import { Transaction } from 'sequelize';
import { isOutboundOpen, type OutboundContext } from '#server/context.ts';
import type { JobModel } from '#server/db/models.ts';
import { recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { outgoing } from '#server/jobs/payloads.ts';
import { sayKept } from '#server/languages.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type { Job, jobsCalls } from '#shared/contracts/jobs.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { readOutbound, releaseOutbound } from './outbound.ts';

export function jobsService(context: ServerContext): Service<typeof jobsCalls> {
  const { db, jobs, now } = context;
  const { Job: Jobs } = db.models;

  return {
    outbound: () => readOutbound(context),

    /** @throws {ConflictError} `outbound_off`. */
    releaseOutbound: ({ user, address, ability, body: { waiting } }) =>
      releaseOutbound(context, { user, address, ability }, waiting),

    /** The newest first: an admin looks for the latest failures. */
    async list({ query: { status = 'all', page, limit }, language }) {
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
      return { jobs: rows.map((job) => presentJob(context, job, language)), pagination, waiting, failed };
    },

    /** Leaves a running job alone. @throws {NotFoundError} unknown, or already done. */
    retry: ({ user, address, ability, params: { id }, language }) =>
      db.transaction(async () => {
        const admin = { user, address, ability };
        await requireStillAdmin(context, admin);
        const job = found(await Jobs.findByPk(id, { lock: Transaction.LOCK.UPDATE }), 'job');
        if (job.claimed_by !== null) return presentJob(context, job, language);
        const at = now();
        const { kind, status } = job;
        const last_error = job.last_error && sayKept(DEFAULT_LANGUAGE, job.last_error);
        await job.update({ status: 'waiting', attempts: 0, next_attempt_at: at, updated_at: at });
        db.afterCommit(jobs.wake);
        const about = { action: 'job.retry', entityType: 'job', entityId: id };
        await recordAudit(context, admin, { ...about, before: { kind, status, last_error } });
        return presentJob(context, job, language);
      }),
  };
}

function presentJob(context: OutboundContext, job: JobModel, language: string): Job {
  const { id, kind, status, attempts, last_error, next_attempt_at, created_at } = job;
  return {
    id,
    kind,
    status,
    is_held: status === 'waiting' && outgoing.has(kind) && !isOutboundOpen(context),
    attempts,
    last_error: last_error && sayKept(language, last_error),
    next_attempt_at: status === 'failed' ? null : next_attempt_at.toISOString(),
    created_at: created_at.toISOString(),
  };
}
