import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import type { ServerContext } from '../context.ts';

export interface SharedAdapter {
  /** What Socket.IO takes as its `adapter`. */
  create: ReturnType<typeof createAdapter>;
  /** To be called once Socket.IO has closed its side. */
  close(): Promise<void>;
}

/** One connection listens, the others tell. */
const MAX_CONNECTIONS = 4;
/** PostgreSQL takes less than 8,000; what is longer goes through a table. */
const MAX_NOTIFY_BYTES = 7_900;

/**
 * Carries what is emitted on one process to the sockets of the others, over the database they share. Null on SQLite,
 * which belongs to one process.
 */
export function openSharedAdapter({ env, log }: ServerContext): SharedAdapter | null {
  if (!env.databaseUrl) return null;
  const pool = new pg.Pool({
    connectionString: env.databaseUrl,
    max: MAX_CONNECTIONS,
    application_name: 'silong-sockets',
  });
  const note = (error: Error) => log.warn({ err: error }, 'the connection between the servers failed');
  pool.on('error', note);
  // The pool minds only its idle clients; the one that listens would end the process when the database restarts.
  pool.on('connect', (client) => client.on('error', note));
  return {
    create: createAdapter(pool, { errorHandler: note, payloadThreshold: MAX_NOTIFY_BYTES }),
    async close() {
      // The farewell to the other servers is on its way; ending the pool at once would drop it.
      await pool.query('SELECT 1').catch(() => undefined);
      await pool.end();
    },
  };
}
