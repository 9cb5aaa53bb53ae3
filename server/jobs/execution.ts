import { setTimeout as wait } from 'node:timers/promises';
import type { BaseContext } from '#server/context.ts';
import { toJson } from '#server/db/sql.ts';
import { keepWords, reasonOf, SaidError } from '#server/languages.ts';
import { msg } from '#shared/messages.ts';
import { type ClaimedJob, type JobLeases, LeaseLostError, priorities } from './leases.ts';
import { type JobHandler, PermanentFailure, type RecurringJob } from './queue.ts';

const DEFAULT_RETRY_SECONDS = [2, 10, 60, 300, 900, 3_600, 10_800, 36_000];
const DEFAULT_LIMIT_SECONDS = 120;

// biome-ignore lint/suspicious/noExplicitAny: the payload's type is known where a kind is added and handled
export type Handler = JobHandler<any, any> & { recurring?: RecurringJob };

type ExecutionContext = Pick<BaseContext, 'db' | 'log' | 'metrics' | 'now'> & { leases: JobLeases };

/** Runs a claimed job to its end, its next attempt, or its giving up. Never rejects. @param signal the process stops. */
export async function executeJob(
  context: ExecutionContext,
  job: ClaimedJob,
  handler: Handler,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, metrics } = context;
  const payload = toJson<Record<string, unknown>>(job.payload);
  try {
    const { retrySeconds = DEFAULT_RETRY_SECONDS } = handler;
    // More attempts than failures: the job ended the process each time.
    if (!handler.recurring && job.attempts > retrySeconds.length + 1)
      throw new PermanentFailure(msg('The server stopped each time it tried this'));
    const result = await withinLimit(handler, handler.run?.(payload, signal, job.id));
    if (signal.aborted && handler.recurring) return;
    await db.transaction(async () => {
      await handler.apply?.(payload, result, job.id);
      await end(context, job, handler);
    }, transactionOf(job));
    metrics.jobsEnded.inc({ kind: job.kind, outcome: 'done' });
  } catch (error) {
    // A released job counts as not begun.
    if (signal.aborted || error instanceof LeaseLostError) return;
    await fail(context, job, handler, payload, error).catch((failure: unknown) =>
      log.error({ err: failure }, 'the end of a job could not be stored'),
    );
  }
}

async function withinLimit<Result>(
  { limitSeconds = DEFAULT_LIMIT_SECONDS, recurring }: Handler,
  work: Promise<Result> | undefined,
): Promise<Result | undefined> {
  if (!work || recurring) return work;
  const ended = new AbortController();
  const late = wait(limitSeconds * 1_000, undefined, { ref: false, signal: ended.signal }).then(
    () =>
      Promise.reject(new SaidError(msg('It took longer than {seconds} seconds', { seconds: limitSeconds }))),
    () => undefined,
  );
  return Promise.race([work, late]).finally(() => ended.abort()) as Promise<Result>;
}

function end({ leases, now }: ExecutionContext, job: ClaimedJob, { recurring }: Handler): Promise<void> {
  if (!recurring) return leases.remove(job);
  const next = new Date(now().getTime() + recurring.everyMs * (0.75 + Math.random() / 2));
  return leases.release(job, { attempts: 0, last_error: null, next_attempt_at: next });
}

async function fail(
  { db, leases, log, metrics, now }: ExecutionContext,
  job: ClaimedJob,
  handler: Handler,
  payload: Record<string, unknown>,
  error: unknown,
): Promise<void> {
  const { retrySeconds = DEFAULT_RETRY_SECONDS, recurring } = handler;
  const last_error = keepWords(reasonOf(error));
  const seconds = error instanceof PermanentFailure ? undefined : retrySeconds[job.attempts - 1];
  const isGivenUp = seconds === undefined && !recurring;
  log[isGivenUp ? 'error' : 'warn']({ err: error, attempts: job.attempts, isGivenUp }, 'a job failed');
  metrics.jobsEnded.inc({ kind: job.kind, outcome: isGivenUp ? 'given_up' : 'failed' });
  await db.transaction(async () => {
    if (isGivenUp) {
      await leases.release(job, { status: 'failed', last_error });
      await handler.giveUp?.(payload, last_error, job.id);
      return;
    }
    const backOffMs = (seconds ?? Number.POSITIVE_INFINITY) * 1_000;
    const waitMs = recurring ? Math.min(backOffMs, recurring.everyMs) : backOffMs;
    await leases.release(job, { last_error, next_attempt_at: new Date(now().getTime() + waitMs) });
  }, transactionOf(job));
}

/** Users wait for urgent jobs. */
const transactionOf = ({ priority }: ClaimedJob) => ({ isBackground: priority > priorities.urgent });
