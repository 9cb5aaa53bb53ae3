import cluster, { type Worker } from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { tellAllMetrics } from './observability/metrics.ts';
import { POLLS_FOLDER } from './realtime/workerPolls.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

interface Workers {
  /** Ends them all as one process ends, and this process with them: with exit code 0 where each ended in its own time. */
  stop(signal: string): void;
}

/**
 * The processes of one machine that share the port; this one only starts them, counts requests by address for all of them
 * and adds their metrics up. The first begins alone: it brings the database to its shape and says what keeps a server from
 * starting, which ends them all. Each that dies later is started again.
 * @param drainLimitMs of one process.
 */
export function runWorkers(count: number, log: Logger, drainLimitMs: number): Workers {
  const pollsFolder = mkdtempSync(path.join(tmpdir(), 'silong-'));
  process.on('exit', () => rmSync(pollsFolder, { recursive: true, force: true }));
  new RateLimiterClusterMaster();
  tellAllMetrics();
  const pauses = new Set<NodeJS.Timeout>();
  let isStopping = false;
  let hasListened = false;
  let exitCode = 0;

  /**
   * @param failures how many before it in a row could not even start: a cause that stays is tried less and less often. One
   * that has served is replaced at once, whatever ended it, so that a caller who ends one does not keep others waiting.
   */
  function start(failures = 0): Worker {
    const worker = cluster.fork({ [POLLS_FOLDER]: pollsFolder });
    let hasServed = false;
    worker.once('listening', () => {
      hasServed = true;
    });
    // An answer to one that is dying cannot be delivered.
    worker.on('error', (error) => log.debug({ err: error, worker: worker.id }, 'a worker could not be told'));
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (isStopping || !hasListened) return end(code, signal);
      const recent = hasServed ? 0 : failures;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** recent);
      log.error({ worker: worker.id, code, signal, pauseMs }, 'a worker ended and is started again');
      const pause = setTimeout(() => {
        pauses.delete(pause);
        start(recent + 1);
      }, pauseMs);
      pauses.add(pause);
    });
    return worker;
  }

  function end(code: number | null, signal: string | null): void {
    // Before it listened a signal ends it at once, which is what was asked for.
    if (code !== 0 && !(isStopping && signal === 'SIGTERM')) exitCode = 1;
    if (running().length === 0) process.exit(exitCode);
  }

  start().once('listening', () => {
    hasListened = true;
    if (isStopping) return;
    log.info(`${count} workers share the port`);
    for (let other = 1; other < count; other += 1) start();
  });

  return {
    stop(signal) {
      if (isStopping) return;
      isStopping = true;
      log.info(`${signal}: the workers finish what runs, then stop`);
      for (const pause of pauses) clearTimeout(pause);
      if (running().length === 0) process.exit(0);
      for (const worker of running()) worker.process.kill('SIGTERM');
      setTimeout(() => {
        for (const worker of running()) worker.process.kill('SIGKILL');
        process.exit(1);
      }, drainLimitMs).unref();
    },
  };
}

/** Also those that are dying: they are gone once their exit is told. */
function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter(
    (worker): worker is Worker =>
      worker !== undefined && worker.process.exitCode === null && worker.process.signalCode === null,
  );
}
