import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import type { RealtimeContext } from './bus.ts';

export interface SharedAdapter {
  /** What Socket.IO takes as its `adapter`. */
  create: ReturnType<typeof createAdapter>;
  /** To be called once Socket.IO has closed its side. */
  close(): Promise<void>;
}

/** PostgreSQL takes less than 8,000; what is longer goes through a table. */
const MAX_NOTIFY_BYTES = 7_900;

/**
 * Carries what is emitted on one process to the sockets of the others, over the database they share. Null on SQLite,
 * which belongs to one process.
 */
export function openSharedAdapter({ env, log }: RealtimeContext): SharedAdapter | null {
  if (!env.databaseUrl) return null;
  const note = (error: Error) => log.warn({ err: error }, 'the connection between the servers failed');
  const listening = openConnection(env.databaseUrl, note);
  // All is told over one connection, so that it arrives in the order in which it was emitted.
  const telling = openConnection(env.databaseUrl, note);
  let listener: pg.PoolClient | undefined;
  let isClosed = false;
  const never = new Promise<never>(() => undefined);

  function giveBack(): void {
    const client = listener;
    listener = undefined;
    client?.release(true);
  }

  /** The adapter reconnects for ever; it gives back neither a client that died nor one it gets while it is closed. */
  const door = {
    async connect(): Promise<pg.PoolClient> {
      if (isClosed) return never;
      const client = await listening
        .connect()
        .catch((error: unknown) => (isClosed ? never : Promise.reject(error)));
      listener = client;
      if (isClosed) {
        giveBack();
        return never;
      }
      client.once('end', () => {
        if (listener === client) giveBack();
      });
      return client;
    },
    query: (text: string, values?: unknown[]) => telling.query(text, values),
  };

  return {
    // These two are all that it uses of a pool.
    create: createAdapter(door as unknown as pg.Pool, {
      errorHandler: note,
      payloadThreshold: MAX_NOTIFY_BYTES,
    }),
    async close() {
      isClosed = true;
      // The farewell to the other servers is on its way; ending at once would drop it.
      await telling.query('SELECT 1').catch(() => undefined);
      await telling.end();
      if (listening.totalCount > listening.idleCount) giveBack();
      await listening.end();
    },
  };
}

function openConnection(connectionString: string, note: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, application_name: 'silong-sockets' });
  pool.on('error', note);
  // The pool minds only its idle client; one in use would end the process when the database restarts.
  pool.on('connect', (client) => client.on('error', note));
  return pool;
}
