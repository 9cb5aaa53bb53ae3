import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Metrics } from '#server/observability/metrics.ts';
import type { Database, ReadPositions } from './connection.ts';
import { type DatabaseLimits, DatabaseUnavailableError, deadlinesOf, isDatabaseUnavailable } from './deadlines.ts';
import { PostgresClient, statementOf } from './postgres.ts';

/** Pauses between queries for positions: usually, while a read waits for a nearly current replica, and for one far behind. */
const USUAL_PAUSE_MS = 500;
const SHORT_PAUSE_MS = 25;
const BEHIND_PAUSE_MS = 250;
const FAR_BEHIND_MS = 1_000;
/** A replica that has not replayed the primary's position of so long ago is skipped. */
const MAX_LAG_MS = 10_000;
/** A server without an answer by then is away. */
const ANSWER_LIMIT_MS = 1_000;

/** A place in PostgreSQL's write-ahead log. A replica has a change once it has replayed the change's position. */
type Position = bigint;

/** @param text as PostgreSQL writes it ('16/B374D848'). */
function readPosition(text: string): Position {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** @returns the same database, whose `replica` reads from replicas. */
export async function openReplicas(
  db: Database,
  urls: readonly string[],
  limits: DatabaseLimits,
  { log, metrics }: { log: Logger; metrics: Metrics },
): Promise<Database> {
  if (urls.length === 0) return db;
  const allowed = new AsyncLocalStorage<Position>();
  const primary = new Primary(() => db.connect());
  const replicas = urls.map((url, at) => new Replica(url, at + 1, limits, log, primary));
  let next = 0;

  async function readRows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const position = allowed.getStore();
    if (position === undefined || db.isInTransaction()) return db.readRows<Row>(sql, parameters);
    const { floor } = primary;
    const wanted = floor !== undefined && position > floor ? position : floor;
    const usable = replicas.filter((replica) => replica.hasReplayed(wanted));
    next += 1;
    const replica = usable[next % usable.length];
    if (!replica) {
      const isBehind = replicas.some(({ isUsable }) => isUsable);
      metrics.replicaReads.inc({ outcome: isBehind ? 'behind' : 'unavailable' });
      return db.readRows<Row>(sql, parameters);
    }
    try {
      const rows = await replica.read<Row>(sql, parameters);
      metrics.replicaReads.inc({ outcome: 'read' });
      return rows;
    } catch (error) {
      if (!isOfReplicaAlone(error)) throw error;
      metrics.replicaReads.inc({ outcome: 'failed' });
      return db.readRows<Row>(sql, parameters);
    }
  }

  metrics.watch({
    name: 'replica_lag_seconds',
    help: 'For how long each replica has not replayed what the primary held then; absent while it is away',
    labelNames: ['replica'],
    isShared: true,
    read: () =>
      replicas.flatMap(({ number, lagMs }) =>
        lagMs === undefined ? [] : [{ labels: { replica: String(number) }, value: lagMs / 1_000 }],
      ),
  });
  await Promise.all([primary, ...replicas].map((server) => server.start()));

  const positions: ReadPositions = {
    allow: (position, work) => allowed.run(position === null ? 0n : readPosition(position), work),
    async note(sessionId) {
      await db.sequelize.query(
        'UPDATE sessions SET wal_position = pg_current_wal_insert_lsn()::text WHERE id = $1',
        { bind: [sessionId] },
      );
    },
    raiseFloor: () => primary.raiseFloor(),
  };
  return {
    ...db,
    replica: { ...db, readRows, readRowsInBackground: readRows },
    positions,
    onChange: (models, listener) =>
      db.onChange(models, () => {
        primary.raiseFloor();
        listener();
      }),
    async close() {
      await Promise.all([primary, ...replicas].map((server) => server.close()));
      await db.close();
    },
  };
}

/** The replica is away, or cancelled the statement to replay changes. A statement that took too long would on the primary, too. */
function isOfReplicaAlone(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code !== '57014' && isDatabaseUnavailable(error);
}

/** A server whose position is queried repeatedly, over a connection of its own. */
abstract class Watched {
  private client: PostgresClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asking: Promise<void> | undefined;
  private isWanted = false;
  private isClosed = false;

  protected abstract connect(): Promise<PostgresClient>;
  protected abstract ask(client: PostgresClient): Promise<void>;
  /** Called when the server did not answer, or the connection broke. */
  protected abstract lose(error: unknown): void;
  protected abstract pauseMs(): number;

  /** Resolves once the server has answered for the first time, or is known to be away. */
  start(): Promise<void> {
    this.asking ??= this.askOnce().finally(() => {
      this.asking = undefined;
      if (this.isClosed) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.start(), this.isWanted ? 0 : this.pauseMs()).unref();
      this.isWanted = false;
    });
    return this.asking;
  }

  /** Queries at once; a query under way is repeated. */
  protected askNow(): void {
    if (this.asking) this.isWanted = true;
    else if (!this.isClosed) void this.start();
  }

  private async askOnce(): Promise<void> {
    try {
      this.client ??= await this.open();
      await this.ask(this.client);
    } catch (error) {
      void this.client?.end().catch(() => undefined);
      this.client = undefined;
      if (!this.isClosed) this.lose(error);
    }
  }

  private async open(): Promise<PostgresClient> {
    const client = await this.connect();
    client.once('end', () => {
      if (this.client !== client) return;
      this.client = undefined;
      if (!this.isClosed) this.lose(new DatabaseUnavailableError('The connection ended'));
    });
    return client;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
    await this.asking;
  }
}

class Primary extends Watched {
  /** The result and the time of the last query. */
  last: { position: Position; at: number } | undefined;
  private changes = 0;
  /** How many of the changes `last` is known to hold. */
  private held = -1;
  private floorAt: Position = 0n;

  constructor(protected readonly connect: () => Promise<PostgresClient>) {
    super();
  }

  /** The position that a replica must have replayed for every reader; undefined: not known yet. */
  get floor(): Position | undefined {
    return this.held === this.changes ? this.floorAt : undefined;
  }

  raiseFloor(): void {
    this.changes += 1;
    this.askNow();
  }

  protected async ask(client: PostgresClient): Promise<void> {
    const { changes } = this;
    const at = performance.now();
    // A commit that did not wait for the disk may be inserted and not yet written.
    const { rows } = await client.query<Record<'inserted' | 'written', string>>(
      'SELECT pg_current_wal_insert_lsn()::text AS inserted, pg_current_wal_lsn()::text AS written',
    );
    const [row] = rows;
    if (!row) return;
    this.last = { position: readPosition(row.written), at };
    if (this.held === changes) return;
    this.held = changes;
    this.floorAt = readPosition(row.inserted);
  }

  /** The floor stays: reads meanwhile are no older than before. */
  protected lose(): void {}

  protected pauseMs(): number {
    return this.floor === undefined ? SHORT_PAUSE_MS : USUAL_PAUSE_MS;
  }
}

class Replica extends Watched {
  private readonly pool: pg.Pool;
  private replayed: Position | undefined;
  /** The position of the primary that it is replaying towards. */
  private target: { position: Position; at: number } | undefined;
  /** The furthest position that a read needed in vain. */
  private wanted: Position = 0n;
  /** Ends the running reads when the replica is lost. */
  private lost = new AbortController();
  private isSkipped = false;

  constructor(
    private readonly url: string,
    readonly number: number,
    limits: DatabaseLimits,
    private readonly log: Logger,
    private readonly primary: Primary,
  ) {
    super();
    const { statement, connection, silence } = deadlinesOf(limits);
    this.pool = new pg.Pool({
      connectionString: url,
      Client: PostgresClient,
      max: limits.poolMax,
      application_name: 'silong-replica',
      statement_timeout: statement,
      connectionTimeoutMillis: connection,
      query_timeout: silence,
    });
    this.pool.on('error', () => undefined);
  }

  /** Milliseconds since the primary held the position that the replica is replaying towards; undefined: it is away. */
  get lagMs(): number | undefined {
    if (this.replayed === undefined) return undefined;
    if (!this.target || this.replayed >= this.target.position) return 0;
    return performance.now() - this.target.at;
  }

  get isUsable(): boolean {
    return this.lagMs !== undefined && this.lagMs <= MAX_LAG_MS;
  }

  /** @param position undefined: not known yet. */
  hasReplayed(position: Position | undefined): boolean {
    if (position === undefined || this.replayed === undefined || !this.isUsable) return false;
    if (this.replayed >= position) return true;
    if (position > this.wanted) {
      this.wanted = position;
      this.askNow();
    }
    return false;
  }

  read<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const { signal } = this.lost;
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new DatabaseUnavailableError('The replica was lost'));
      signal.addEventListener('abort', giveUp, { once: true });
      this.pool
        .query(statementOf(sql, parameters))
        .then(({ rows }) => resolve(rows as Row[]), reject)
        .finally(() => signal.removeEventListener('abort', giveUp));
    });
  }

  protected async connect(): Promise<PostgresClient> {
    const client = new PostgresClient({
      connectionString: this.url,
      application_name: 'silong-replica',
      connectionTimeoutMillis: ANSWER_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
    });
    await client.connect();
    return client;
  }

  protected async ask(client: PostgresClient): Promise<void> {
    const { rows } = await client.query<{ position: string | null }>(
      `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS position`,
    );
    const position = rows[0]?.position;
    if (!position) throw new DatabaseUnavailableError('It is no replica: it takes changes itself');
    this.replayed = readPosition(position);
    if (!this.target || this.replayed >= this.target.position) this.target = this.primary.last;
    if (this.lagMs !== undefined && this.lagMs > MAX_LAG_MS)
      this.skip(`It is behind by more than ${MAX_LAG_MS} ms`);
    else if (this.isSkipped) {
      this.isSkipped = false;
      this.log.info({ replica: this.number }, 'a replica is read from again');
    }
  }

  protected lose(error: unknown): void {
    this.replayed = undefined;
    this.target = undefined;
    this.lost.abort();
    this.lost = new AbortController();
    this.skip((error as Error).message);
  }

  private skip(reason: string): void {
    if (this.isSkipped) return;
    this.isSkipped = true;
    this.log.warn({ replica: this.number, reason }, 'a replica is passed over');
  }

  protected pauseMs(): number {
    if (this.replayed === undefined || this.replayed >= this.wanted) return USUAL_PAUSE_MS;
    return (this.lagMs ?? 0) < FAR_BEHIND_MS ? SHORT_PAUSE_MS : BEHIND_PAUSE_MS;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.pool.end();
  }
}
