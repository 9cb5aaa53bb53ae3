import type { ServerContext } from '#server/features/context.ts';
import { ApiError, UnavailableError } from '#server/http/errors.ts';
import { msg } from '#shared/messages.ts';

/** Rejects with the reason when the probed part does not work. An `ApiError` is answered unchanged. */
type Check = (context: ServerContext) => Promise<unknown>;

/** A result is reused for so long. */
const FRESH_MS = 1_000;
/** Well below the time-outs of load balancers, and above the wait of a write on a busy server. */
const DEADLINE_MS = 10_000;

const canRead: Check = ({ db }) => db.readRows('SELECT 1 FROM migrations LIMIT 1');

let written = 0;

/**
 * Commits a change, because only that detects a full disk: on SQLite of an unused number in the file's header, on
 * PostgreSQL of a row to its own value. It queues like every change.
 */
const canWrite: Check = ({ db }) => {
  written = (written + 1) % 1_000;
  const sql =
    db.dialect === 'sqlite'
      ? `PRAGMA user_version = ${written}`
      : 'UPDATE migrations SET name = name WHERE name = (SELECT min(name) FROM migrations)';
  return db.transaction(() => db.sequelize.query(sql));
};

const canWork: Check = async ({ jobs }) => {
  if (!jobs.isMoving()) throw new UnavailableError(msg('Background work has stopped'));
};

/** The parts that must work before requests are sent to this process. */
const checks: readonly Check[] = [canRead, canWrite, canWork];

interface Probe {
  startedAt: number;
  /** Undefined while it runs; null when everything works. */
  failure?: ApiError | null;
  /** Resolves at the end of the probe, or at its deadline. */
  answered: Promise<void>;
}

/**
 * Probes whether requests can be served, for load balancers. Concurrent requests share one probe, and no second probe
 * begins before the first has ended.
 * @returns rejects with the failure.
 * @throws {UnavailableError}
 */
export function createReadiness(context: ServerContext): () => Promise<void> {
  const { log } = context;
  let last: Probe | undefined;
  let wasReady = true;

  function start(): Probe {
    const probe: Probe = { startedAt: performance.now(), answered: Promise.resolve() };
    probe.answered = new Promise((resolve) => {
      const deadline = setTimeout(resolve, DEADLINE_MS);
      Promise.all(checks.map((check) => check(context)))
        .then(
          () => note(probe, null),
          (error: unknown) => note(probe, error),
        )
        .finally(() => {
          clearTimeout(deadline);
          resolve();
        });
    });
    return probe;
  }

  function note(probe: Probe, error: unknown): void {
    const isReady = error === null;
    if (isReady !== wasReady)
      if (isReady) log.info('ready again');
      else log.error({ err: error }, 'not ready');
    wasReady = isReady;
    probe.failure = isReady ? null : error instanceof ApiError ? error : databaseAway();
  }

  return async () => {
    const isStale = last?.failure !== undefined && performance.now() - last.startedAt > FRESH_MS;
    if (!last || isStale) last = start();
    const probe = last;
    await probe.answered;
    if (probe.failure === null) return;
    throw probe.failure ?? databaseAway();
  };
}

const databaseAway = () => new UnavailableError(msg('The database is not responding'));
