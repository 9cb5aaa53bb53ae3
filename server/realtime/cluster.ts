import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import { batchReads } from '#server/db/batchedReads.ts';
import { keepPlan, PostgresClient, statementOf } from '#server/db/postgres.ts';
import type { DomainEvents, EventBus, RealtimeContext } from './bus.ts';

interface ClusterAdapter {
  /** What Socket.IO takes as its `adapter`. */
  create: ReturnType<typeof createAdapter>;
  /** Resolves once what other processes send is received, or when the first attempt failed; attempts go on. */
  ready: Promise<void>;
  /** To be called once Socket.IO has closed its side. */
  close(): Promise<void>;
}

/** PostgreSQL takes less than 8,000; what is longer goes through a table. */
const MAX_NOTIFY_BYTES = 7_900;
/** The channel of Socket.IO's main namespace. To ask for it again changes nothing. */
const LISTEN = 'LISTEN "socket.io#/"';
/** How the adapter sends one, and how many are sent at once. */
const NOTIFY = 'SELECT pg_notify($1, $2)';
const NOTIFY_ALL = keepPlan(
  'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS sent (channel, payload)',
);
/** A connection that died without an error is noticed by then. */
const HEARTBEAT_MS = 15_000;
const QUERY_TIMEOUT_MS = 10_000;

type Notification = [channel: string, payload: string];

/** PostgreSQL sends one of several that are the same; spaces after JSON say nothing. */
function distinct(payloads: readonly string[]): string[] {
  const times = new Map<string, number>();
  return payloads.map((payload) => {
    const before = times.get(payload) ?? 0;
    times.set(payload, before + 1);
    return payload + ' '.repeat(before);
  });
}

/**
 * Carries what is emitted on one process to the others, over the database they share. Null on SQLite, which belongs to
 * one process.
 * @param onSubscribed called each time the connection stands: what was sent before that is lost to this process.
 */
export function openClusterAdapter(
  { env, log }: Pick<RealtimeContext, 'env' | 'log'>,
  onSubscribed: () => void,
): ClusterAdapter | null {
  if (!env.databaseUrl) return null;
  const connection = {
    connectionString: env.databaseUrl,
    application_name: 'silong-sockets',
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  };
  const onError = (error: Error) => log.warn({ err: error }, 'the connection between the servers failed');
  // All is sent over one connection, so that it arrives in the order in which it was emitted.
  const publisher = new pg.Pool({ ...connection, max: 1, Client: PostgresClient });
  publisher.on('error', onError);
  // The pool handles errors of its idle client only; one in use would end the process when the database restarts.
  publisher.on('connect', (client) => client.on('error', onError));
  let subscriber: PostgresClient | undefined;
  let isClosed = false;
  let markReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });

  // What comes while a statement is on its way goes out with the next one, in its order.
  const notify = batchReads(async (sent: Notification[]) => {
    const values = [sent.map(([channel]) => channel), distinct(sent.map(([, payload]) => payload))];
    await publisher.query(statementOf(NOTIFY_ALL, values));
    return new Map<Notification, void>();
  });
  let lastNotified: Promise<void> = Promise.resolve();

  async function subscribe(): Promise<PostgresClient> {
    // The adapter connects again also after a failed query, and then drops the client it had.
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

  /** All that the adapter uses of a pool. It would go on connecting after it was closed: it gets no answer then. */
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
    create: createAdapter(pool as unknown as pg.Pool, {
      errorHandler: onError,
      payloadThreshold: MAX_NOTIFY_BYTES,
    }),
    ready,
    async close() {
      isClosed = true;
      clearInterval(heartbeat);
      // What was sent last is still queued; ending the pool at once would drop it.
      await lastNotified.catch(() => undefined);
      await publisher.query('SELECT 1').catch(() => undefined);
      await publisher.end();
      await subscriber?.end().catch(() => undefined);
    },
  };
}

/** What the other processes have to know. Other events concern sockets, which the adapter reaches everywhere. */
type SharedName = 'systemSettingsChanged' | 'listingChanged' | 'accountChanged';
type SharedEvent = { [Name in SharedName]: { name: Name; event: DomainEvents[Name] } }[SharedName];

/** Events between the servers of a cluster, as Socket.IO's `serverSideEmit` sends them. */
export interface ClusterEvents {
  domainEvents: (events: SharedEvent[]) => void;
}

interface Cluster {
  on(name: 'domainEvents', listener: ClusterEvents['domainEvents']): unknown;
  serverSideEmit(name: 'domainEvents', events: SharedEvent[]): unknown;
}

/** Some 70 bytes each: a batch fits into one NOTIFY, and so keeps its place among what is sent. */
const MAX_BATCH = 50;

/**
 * Publishes what happens here to the other processes, and delivers what happens there to this one's subscribers.
 * Events of one moment go out together: an import of five hundred listings is ten notifications.
 * @returns sends at once what waits to be sent.
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

  bus.onPublished('systemSettingsChanged', (event) => add({ name: 'systemSettingsChanged', event }));
  bus.onPublished('listingChanged', (event) => add({ name: 'listingChanged', event }));
  bus.onPublished('accountChanged', (event) => add({ name: 'accountChanged', event }));
  cluster.on('domainEvents', (events) => {
    for (const { name, event } of events) bus.deliver(name, event);
  });
  return flush;
}
