import { Transaction } from 'sequelize';
import { isOutboundOpen, type OutboundContext, outboundState } from '#server/context.ts';
import type { JobModel } from '#server/db/models.ts';
import { newestBy } from '#server/db/sql.ts';
import { type Admin, recordAudit, requireStillAdmin, systemActor } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { dropDeliveries } from '#server/features/webhooks/writes.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { outgoing } from '#server/jobs/payloads.ts';
import { sayKept } from '#server/languages.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type { Job, jobsCalls, Outbound, OutboundWork } from '#shared/contracts/jobs.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';

export function jobsService(context: ServerContext): Service<typeof jobsCalls> {
  const { db, jobs, now } = context;
  const { Job: Jobs } = db.models;

  return {
    outbound: () => readOutbound(context),

    /** @throws {ConflictError} `outbound_off`. */
    releaseOutbound: ({ body: { waiting }, ...admin }) => releaseOutbound(context, admin, waiting),

    /** The newest first: an admin looks for the latest failures. */
    async list({ query: { status = 'all', page, limit }, language }) {
      const [{ rows, count }, waiting, failed] = await Promise.all([
        Jobs.findAndCountAll({
          where: status === 'all' ? {} : { status },
          order: newestBy('created_at'),
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
    retry: ({ params: { id }, language, ...admin }) =>
      db.transaction(async () => {
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

/** Whether anything may leave the server, and the waiting work. */
export async function readOutbound(context: ServerContext): Promise<Outbound> {
  const state = outboundState(context);
  const { heldSince } = context.systemSettings.current().outbound;
  return { state, held_since: state === 'held' ? heldSince : null, waiting: await countWaiting(context) };
}

async function countWaiting({ db }: ServerContext): Promise<OutboundWork> {
  const { Job, WebhookDelivery } = db.models;
  const count = (kind: string) => Job.count({ where: { kind, status: 'waiting' } });
  const [mails, pushes, webhooks, search_engines, pictures] = await Promise.all([
    count('mail'),
    count('push'),
    WebhookDelivery.count({ where: { status: 'waiting' } }),
    count('indexNow'),
    count('fetchPictures'),
  ]);
  return { mails, pushes, webhooks, search_engines, pictures };
}

/**
 * Releases the work that a restore holds back, or drops it; does nothing where nothing is held. Listings' pictures are
 * fetched in either case, which notifies no one.
 * @throws {ConflictError} `outbound_off`: the environment forbids it.
 */
export async function releaseOutbound(context: ServerContext, admin: Admin, waiting: 'send' | 'drop') {
  if (outboundState(context) === 'off')
    throw new ConflictError(
      msg('The server was started with OUTBOUND=off. Start it without that first.'),
      'outbound_off',
    );
  await endHold(context, async () => {
    await requireStillAdmin(context, admin);
    const counts = await countWaiting(context);
    if (waiting === 'drop') await dropWaiting(context);
    await recordAudit(context, admin, { ...release, after: { waiting, ...counts } });
  });
  return readOutbound(context);
}

/** Releases held work where the environment has `OUTBOUND=on`. To be called before the first job begins. */
export async function releaseByEnvironment(context: ServerContext): Promise<void> {
  if (context.env.outbound !== 'on' || outboundState(context) === 'open') return;
  await endHold(context, async () => {
    const after = { waiting: 'send', by: 'OUTBOUND=on', ...(await countWaiting(context)) };
    await recordAudit(context, systemActor, { ...release, after });
  });
}

const release = { action: 'outbound.release', entityType: 'outbound', entityId: null };

/** @param act runs in the transaction that ends the holding; not called where another request was first. */
async function endHold({ db, bus, systemSettings }: ServerContext, act: () => Promise<void>): Promise<void> {
  const isEnded = await db.transaction(async () => {
    const hold = await db.models.SystemSetting.findByPk('outbound', { lock: Transaction.LOCK.UPDATE });
    if (!hold) return false;
    await hold.destroy();
    await act();
    return true;
  });
  // The event wakes the queue.
  await systemSettings.reload();
  if (isEnded) bus.publish('systemSettingsChanged', { category: 'outbound' });
}

async function dropWaiting(context: ServerContext): Promise<void> {
  await context.mail.dropWaiting();
  await dropDeliveries(context);
  await context.db.models.Job.destroy({ where: { kind: ['push', 'indexNow'], status: 'waiting' } });
}
