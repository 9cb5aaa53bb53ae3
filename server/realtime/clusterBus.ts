import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { DomainEvents, RealtimeContext } from './bus.ts';

type ClusterContext = Pick<RealtimeContext, 'env' | 'db' | 'log' | 'bus'>;

/** What the other processes hear too. The rest concerns sockets, and reaches theirs through the socket adapter. */
const sharedNames = ['systemSettingsChanged', 'listingChanged'] as const;
type SharedName = (typeof sharedNames)[number];
type SharedEvent = { [Name in SharedName]: { name: Name; event: DomainEvents[Name] } }[SharedName];

interface Envelope {
  /** The process that says it, which has acted on it already. */
  from: string;
  events: SharedEvent[];
}

export interface ClusterBus {
  /** Resolves once it hears the others, or when the first attempt failed; it goes on trying. */
  start(): Promise<void>;
  /** What was published is told first. */
  stop(): Promise<void>;
}

const CHANNEL = 'silong_events';
/** PostgreSQL takes less than 8,000 bytes at once. */
const MAX_EVENTS_A_NOTICE = 50;
const RETRY_MS = { first: 100, longest: 5_000 };
/** A connection that died without a word is noticed by then. */
const HEARTBEAT_MS = 15_000;
const QUERY_LIMIT_MS = 10_000;

/** Carries events to the other processes on one PostgreSQL. Nothing to do on SQLite, which belongs to one process. */
export function createClusterBus(context: ClusterContext): ClusterBus {
  const { databaseUrl } = context.env;
  if (!databaseUrl) return { start: async () => undefined, stop: async () => undefined };
  const self = randomUUID();
  const speaker = createSpeaker(context, self);
  const ear = createEar(context, databaseUrl, (envelope) => {
    if (envelope.from !== self)
      for (const { name, event } of envelope.events) context.bus.deliver(name, event);
  });
  return {
    async start() {
      speaker.start();
      await ear.start();
    },
    async stop() {
      await speaker.stop();
      await ear.stop();
    },
  };
}

/** Events of one moment go out together: an import of five hundred listings is ten notices. */
function createSpeaker({ db, log, bus }: ClusterContext, self: string) {
  let waiting: SharedEvent[] = [];
  let telling: Promise<void> = Promise.resolve();

  async function tell(): Promise<void> {
    const events = waiting;
    waiting = [];
    for (let start = 0; start < events.length; start += MAX_EVENTS_A_NOTICE) {
      const envelope: Envelope = { from: self, events: events.slice(start, start + MAX_EVENTS_A_NOTICE) };
      await db.readRows('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(envelope)]);
    }
  }

  function add(shared: SharedEvent): void {
    waiting.push(shared);
    if (waiting.length > 1) return;
    telling = telling
      .then(tell)
      .catch((error: unknown) => log.warn({ err: error }, 'the other servers could not be told of a change'));
  }

  return {
    start() {
      bus.onPublished('systemSettingsChanged', (event) => add({ name: 'systemSettingsChanged', event }));
      bus.onPublished('listingChanged', (event) => add({ name: 'listingChanged', event }));
    },
    stop: () => telling,
  };
}

/** A connection that listens, and comes back by itself. What was said meanwhile is lost: caches are to be dropped. */
function createEar({ log, bus }: ClusterContext, databaseUrl: string, hear: (envelope: Envelope) => void) {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = RETRY_MS.first;
  let isStopped = false;
  let wasConnected = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'silong-events',
      connectionTimeoutMillis: QUERY_LIMIT_MS,
      query_timeout: QUERY_LIMIT_MS,
      keepAlive: true,
    });
    // Before connecting: an error nobody listens to ends the process.
    next.on('error', (error) => log.warn({ err: error }, 'the connection to the other servers failed'));
    next.on('notification', ({ payload }) => hearSafely(payload));
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANNEL}`);
      if (isStopped) return await next.end();
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    next.once('end', () => retryLater(next));
    client = next;
    retryMs = RETRY_MS.first;
    if (wasConnected) bus.deliver('eventsMissed', {});
    wasConnected = true;
    scheduleHeartbeat(next);
  }

  function hearSafely(payload: string | undefined): void {
    try {
      hear(JSON.parse(payload ?? '') as Envelope);
    } catch (error) {
      // Another version of the server may say what this one does not understand.
      log.warn({ err: error }, 'a notice of another server could not be read');
      bus.deliver('eventsMissed', {});
    }
  }

  function scheduleHeartbeat(of: pg.Client): void {
    timer = setTimeout(() => {
      of.query('SELECT 1').then(
        () => {
          if (client === of) scheduleHeartbeat(of);
        },
        // Its end is what starts the next one.
        () => of.end().catch(() => undefined),
      );
    }, HEARTBEAT_MS).unref();
  }

  function retryLater(ended?: pg.Client): void {
    if (isStopped || (ended && client !== ended)) return;
    client = undefined;
    clearTimeout(timer);
    timer = setTimeout(() => {
      connect().catch((error: unknown) => {
        log.warn({ err: error }, 'the other servers cannot be heard');
        retryLater();
      });
    }, retryMs).unref();
    retryMs = Math.min(retryMs * 2, RETRY_MS.longest);
  }

  return {
    async start() {
      await connect().catch((error: unknown) => {
        log.warn({ err: error }, 'the other servers cannot be heard');
        // Whatever is read from here on may be out of date.
        wasConnected = true;
        retryLater();
      });
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
