import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Reading {
  labels?: Record<string, string>;
  value: number;
}

interface Watch {
  name: string;
  help: string;
  labelNames?: string[];
  /** Every process reads the same value, of the database or a folder: it is reported once and not summed up. */
  isShared?: boolean;
  /** Younger readings are reused. */
  freshMs?: number;
  read(): Reading[] | Promise<Reading[]>;
}

/** Counts of a cache's outcomes so far. */
export interface CacheCounts {
  hits: number;
  misses: number;
}

export interface Metrics {
  /** One per server: tests run several in a process. */
  registry: Registry;
  /** In Prometheus' format; in a worker, of all workers together. @throws {Error} a worker does not answer. */
  read(): Promise<string>;
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
  requestsInFlight: Gauge;
  securityEvents: Counter<'event'>;
  rateLimitRefusals: Counter;
  uploadsInFlight: Gauge;
  socketsOpened: Counter;
  uncaughtErrors: Counter;
  jobsEnded: Counter<'kind' | 'outcome'>;
  replicaReads: Counter<'outcome'>;
  /** A gauge read at each scrape, in place of an earlier one of its name. Failed and slow readings are left out. */
  watch(watch: Watch): void;
  watchCache(cache: string, counts: Readonly<CacheCounts>): void;
}

/** From a cached answer to an answer that no client waits for any more. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The metrics must be available while the database is away. */
const READ_LIMIT_MS = 2_000;

/**
 * @param isWatched whether metrics are read at all: the process itself (memory, event loop, collections) is measured
 * only then.
 */
export function createMetrics(isWatched: boolean): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registers);
    // Its constructor makes this worker answer the parent.
    new AggregatorRegistry();
  }
  if (isWatched) collectDefaultMetrics({ register: registry });
  const caches = new Map<string, Readonly<CacheCounts>>();
  new Counter({
    name: 'cache_requests_total',
    help: 'What caches were asked for, by outcome',
    labelNames: ['cache', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [cache, { hits, misses }] of caches) {
        this.inc({ cache, outcome: 'hit' }, hits);
        this.inc({ cache, outcome: 'miss' }, misses);
      }
    },
  });

  return {
    registry,
    read: cluster.isWorker ? askForAllMetrics : () => registry.metrics(),
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    requestsInFlight: new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests being answered',
      registers,
    }),
    securityEvents: new Counter({
      name: 'security_events_total',
      help: 'Lines of the security log, by event',
      labelNames: ['event'],
      registers,
    }),
    rateLimitRefusals: new Counter({
      name: 'rate_limit_refusals_total',
      help: 'Requests answered 429',
      registers,
    }),
    uploadsInFlight: new Gauge({
      name: 'uploads_in_flight',
      help: 'Pictures being uploaded',
      registers,
    }),
    socketsOpened: new Counter({ name: 'sockets_opened_total', help: 'Sockets let in', registers }),
    uncaughtErrors: new Counter({
      name: 'uncaught_errors_total',
      help: 'Errors and rejections that nothing caught; each ends its process after a drain',
      registers,
    }),
    jobsEnded: new Counter({
      name: 'jobs_ended_total',
      help: 'Tries at jobs in the background, by how they ended (done, failed, given_up)',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    replicaReads: new Counter({
      name: 'replica_reads_total',
      help: 'What may be read from replicas: read there, or from the primary because they were behind, unavailable or failed',
      labelNames: ['outcome'],
      registers,
    }),
    watch({ name, help, labelNames = [], isShared = false, freshMs = 0, read }) {
      const latest = keepFresh(read, freshMs);
      registry.removeSingleMetric(name);
      new Gauge({
        name,
        help,
        labelNames,
        aggregator: isShared ? 'first' : 'sum',
        registers,
        async collect() {
          const readings = await latest();
          this.reset();
          for (const { labels = {}, value } of readings) this.set(labels, value);
        },
      });
    },
    watchCache: (cache, counts) => void caches.set(cache, counts),
  };
}

/** @returns the readings, none where they fail or take too long; a hanging reading is not started a second time. */
function keepFresh(read: Watch['read'], freshMs: number): () => Promise<Reading[]> {
  let last: Promise<Reading[]> | undefined;
  let isRunning = false;
  let readAt = 0;

  function start(): Promise<Reading[]> {
    isRunning = true;
    readAt = performance.now();
    return Promise.resolve()
      .then(read)
      .catch(() => [])
      .finally(() => {
        isRunning = false;
      });
  }

  return async () => {
    if (!last || (!isRunning && performance.now() - readAt >= freshMs)) last = start();
    if (!isRunning) return last;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<Reading[]>((resolve) => {
      timer = setTimeout(() => resolve([]), READ_LIMIT_MS);
    });
    return Promise.race([last, tooLate]).finally(() => clearTimeout(timer));
  };
}

/** A worker asks its parent, which asks all workers. */
interface MetricsMessage {
  allMetrics: string;
  text?: string;
  failure?: string;
}

const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'allMetrics' in message;

/** In the parent of workers: answers with the metrics of all. */
export function answerMetricsOfAll(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    if (!isMetricsMessage(message)) return;
    const { allMetrics } = message;
    all.clusterMetrics().then(
      (text) => worker.send({ allMetrics, text }),
      (error: Error) => worker.send({ allMetrics, failure: error.message }),
    );
  });
}

function askForAllMetrics(): Promise<string> {
  const allMetrics = randomUUID();
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      if (!isMetricsMessage(message) || message.allMetrics !== allMetrics) return;
      process.off('message', onMessage);
      if (message.text === undefined) reject(new Error(message.failure));
      else resolve(message.text);
    };
    process.on('message', onMessage);
    process.send?.({ allMetrics });
  });
}
