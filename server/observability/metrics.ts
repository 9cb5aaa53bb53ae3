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

export interface CacheCounts {
  hits: number;
  misses: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** From a cached answer to an answer that no client waits for any more. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The metrics must be available while the database is away. */
const READ_LIMIT_MS = 2_000;

/** @param isWatched false: the process itself (memory, event loop, collections) is not measured. */
export function createMetrics(isWatched: boolean) {
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

  const count = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });

  return {
    /** One per server: tests run several in a process. */
    registry,
    /** In Prometheus' format; in a worker, of all workers together. @throws {Error} a worker does not answer. */
    read: (): Promise<string> => (cluster.isWorker ? askForAllMetrics() : registry.metrics()),
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    requestsInFlight: gauge('http_requests_in_flight', 'Requests being answered'),
    securityEvents: count('security_events_total', 'Lines of the security log, by event', 'event'),
    rateLimitRefusals: count('rate_limit_refusals_total', 'Requests answered 429'),
    uploadsInFlight: gauge('uploads_in_flight', 'Pictures being uploaded'),
    socketsOpened: count('sockets_opened_total', 'Sockets let in'),
    uncaughtErrors: count(
      'uncaught_errors_total',
      'Errors and rejections that nothing caught; each ends its process after a drain',
    ),
    jobsEnded: count(
      'jobs_ended_total',
      'Tries at jobs in the background, by how they ended (done, failed, given_up)',
      'kind',
      'outcome',
    ),
    incomingMails: count(
      'incoming_mails_total',
      'Mails that came in, by what became of them (placed, inquiry, dropped, duplicate, refused, failed)',
      'outcome',
    ),
    replicaReads: count(
      'replica_reads_total',
      'What may be read from replicas: read there, or from the primary because they were behind, unavailable or failed',
      'outcome',
    ),
    /** A gauge read at each scrape, in place of an earlier one of its name. Failed and slow readings are left out. */
    watch({ name, help, labelNames = [], isShared = false, freshMs = 0, read }: Watch): void {
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
    watchCache: (cache: string, counts: Readonly<CacheCounts>): void => void caches.set(cache, counts),
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
