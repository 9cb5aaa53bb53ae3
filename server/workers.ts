import cluster, { type Worker } from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { answerMetricsOfAll } from './observability/metrics.ts';
import { POLLS_FOLDER } from './realtime/workerPolls.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

/**
 * The processes of one machine that share the port; this one only starts them, counts requests by address for all of
 * them and adds up their metrics. The first worker begins alone: it migrates the database and reports reasons that
 * keep a server from starting, which end all of them. A worker that dies later is started again.
 * @param drainLimitMs of one process.
 */
export function runWorkers(count: number, log: Logger, drainLimitMs: number) {
  const pollsFolder = mkdtempSync(path.join(tmpdir(), 'silong-'));
  process.on('exit', () => rmSync(pollsFolder, { recursive: true, force: true }));
  new RateLimiterClusterMaster();
  answerMetricsOfAll();
  const pauses = new Set<NodeJS.Timeout>();
  let isStopping = false;
  let hasListened = false;
  let exitCode = 0;

  /**
   * @param failures how many workers before it in a row failed to start: a lasting cause is tried less and less
   * often. A worker that has served is replaced at once, so that clients cannot slow the others down by ending one.
   */
  function start(failures = 0): Worker {
    const worker = cluster.fork({ [POLLS_FOLDER]: pollsFolder });
    let hasServed = false;
    worker.once('listening', () => {
      hasServed = true;
    });
    // A message to a dying worker cannot be delivered.
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
    // Before it listens, a signal ends a worker at once, as intended.
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
    /** Stops all workers, and this process after them: with exit code 0 where each ended by itself. */
    stop(signal: string): void {
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

/** Also dying workers, until their exit event. */
function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter(
    (worker): worker is Worker =>
      worker !== undefined && worker.process.exitCode === null && worker.process.signalCode === null,
  );
}
