import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import { batchReads } from '#server/db/batchedReads.ts';
import { keepPlan, PostgresClient, statementOf } from '#server/db/postgres.ts';
import {
  type ClusterEventName,
  type DomainEvents,
  domainEvents,
  type EventBus,
  type RealtimeContext,
} from './bus.ts';

/** PostgreSQL's limit is below 8,000; longer payloads go through a table. */
const MAX_NOTIFY_BYTES = 7_900;
/** The channel of Socket.IO's main namespace. Repeating it changes nothing. */
const LISTEN = 'LISTEN "socket.io#/"';
/** The adapter's statement for one notification, and ours for several. */
const NOTIFY = 'SELECT pg_notify($1, $2)';
const NOTIFY_ALL = keepPlan(
  'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS sent (channel, payload)',
);
/** Detects a connection that died without an error. */
const HEARTBEAT_MS = 15_000;
const QUERY_TIMEOUT_MS = 10_000;

type Notification = [channel: string, payload: string];

/** PostgreSQL merges equal notifications; spaces after the JSON keep them apart. */
function distinct(payloads: readonly string[]): string[] {
  const times = new Map<string, number>();
  return payloads.map((payload) => {
    const before = times.get(payload) ?? 0;
    times.set(payload, before + 1);
    return payload + ' '.repeat(before);
  });
}

/**
 * Carries emitted socket events to the other processes, over the shared database. Null on SQLite, which belongs to one
 * process.
 * @param onSubscribed called each time the connection is made: earlier events are lost to this process.
 */
export function openClusterAdapter({ env, log }: Pick<RealtimeContext, 'env' | 'log'>, onSubscribed: () => void) {
  if (!env.databaseUrl) return null;
  const connection = {
    connectionString: env.databaseUrl,
    application_name: 'silong-sockets',
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  };
  const onError = (error: Error) => log.warn({ err: error }, 'the connection between the servers failed');
  // One connection keeps the order of the events.
  const publisher = new pg.Pool({ ...connection, max: 1, Client: PostgresClient });
  publisher.on('error', onError);
  // The pool handles errors of its idle client only; a client in use would end the process when the database restarts.
  publisher.on('connect', (client) => client.on('error', onError));
  let subscriber: PostgresClient | undefined;
  let isClosed = false;
  let markReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });

  // Notifications during a statement go out with the next one, in order.
  const notify = batchReads(async (sent: Notification[]) => {
    const values = [sent.map(([channel]) => channel), distinct(sent.map(([, payload]) => payload))];
    await publisher.query(statementOf(NOTIFY_ALL, values));
    return new Map<Notification, void>();
  });
  let lastNotified: Promise<void> = Promise.resolve();

  async function subscribe(): Promise<PostgresClient> {
    // The adapter also connects again after a failed query, and then drops its client.
    subscriber?.removeAllListeners('end');
    await subscriber?.end().catch(() => undefined);
    const client = new PostgresClient(connection);
    subscriber = client;
    // Before connecting: an error without a listener ends the process.
    client.on('error', onError);
    await client.connect();
    await client.query(LISTEN);
    return client;
  }

  /** The adapter's use of a pool. The adapter would go on connecting after its close: it gets no answer then. */
  const pool = {
    async connect() {
      try {
        const client = await subscribe();
        if (!isClosed) {
          onSubscribed();
          return Object.assign(client, { release: () => void client.end().catch(onError) });
        }
        await client.end();
      } catch (error) {
        if (!isClosed) {
          onError(error as Error);
          throw error;
        }
      } finally {
        markReady();
      }
      return new Promise<never>(() => undefined);
    },
    query(text: string, values?: unknown[]): Promise<unknown> {
      if (text !== NOTIFY) return publisher.query(text, values);
      lastNotified = notify(values as Notification);
      return lastNotified;
    },
  };

  const heartbeat = setInterval(() => {
    const client = subscriber;
    // Its end makes the adapter connect again.
    client?.query(LISTEN).catch(() => client.end().catch(() => undefined));
  }, HEARTBEAT_MS).unref();

  return {
    /** Socket.IO's option `adapter`. */
    create: createAdapter(pool as unknown as pg.Pool, {
      errorHandler: onError,
      payloadThreshold: MAX_NOTIFY_BYTES,
    }),
    /** Resolves once this process receives from the others, or when the first attempt failed; attempts go on. */
    ready,
    /** To be called after Socket.IO has closed its adapter. */
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(heartbeat);
      // The last notifications are still queued; ending the pool at once would drop them.
      await lastNotified.catch(() => undefined);
      await publisher.query('SELECT 1').catch(() => undefined);
      await publisher.end();
      await subscriber?.end().catch(() => undefined);
    },
  };
}

type SharedEvent = {
  [Name in ClusterEventName]: { name: Name; event: DomainEvents[Name] };
}[ClusterEventName];

/** Events between the servers of a cluster, as Socket.IO's `serverSideEmit` sends them. */
export interface ClusterEvents {
  domainEvents: (events: SharedEvent[]) => void;
}

interface Cluster {
  on(name: 'domainEvents', listener: ClusterEvents['domainEvents']): unknown;
  serverSideEmit(name: 'domainEvents', events: SharedEvent[]): unknown;
}

/** Some 70 bytes each: a batch fits into one NOTIFY, which keeps the order. */
const MAX_BATCH = 50;

/**
 * Sends this process's `allProcesses` events to the others, and delivers theirs. Events of one moment go out together: an
 * import of five hundred listings makes ten notifications.
 * @returns flushes the pending events.
 */
export function shareEvents(cluster: Cluster, bus: EventBus): () => void {
  let pending: SharedEvent[] = [];

  function flush(): void {
    const events = pending;
    pending = [];
    for (let start = 0; start < events.length; start += MAX_BATCH)
      cluster.serverSideEmit('domainEvents', events.slice(start, start + MAX_BATCH));
  }

  function add(event: SharedEvent): void {
    pending.push(event);
    if (pending.length === 1) setImmediate(flush);
  }

  for (const [name, { crossesProcesses }] of Object.entries(domainEvents))
    if (crossesProcesses)
      bus.onPublished(name as ClusterEventName, (event) => add({ name, event } as SharedEvent));
  cluster.on('domainEvents', (events) => {
    for (const { name, event } of events) bus.deliver(name, event);
  });
  return flush;
}
