import { setTimeout } from 'node:timers/promises';
import type { Database } from '#server/db/connection.ts';
import { SharedCache } from '#server/db/sharedCache.ts';
import { isAmong, readAll, readRecords, recordColumns, type SqlBuilder, toNumber } from '#server/db/sql.ts';
import { licensedAgents } from '#server/features/auth/policy.ts';
import type { EventBus, RealtimeContext } from '#server/realtime/bus.ts';
import { PUBLIC_ONLY } from '../policy.ts';
import { publicWhere } from './conditions.ts';
import type { ListingFilter } from './filter.ts';
import { type IndexedRow, indexedColumns, ListingIndex } from './listingIndex.ts';
import { type ListingText, ListingTexts } from './listingTexts.ts';

/** More of them need a search engine: docs/scaling.md. An index of so many takes some gigabytes. */
const MAX_LISTINGS = 3_000_000;
/** Read at once while others are served. */
const ROWS_AT_ONCE = 250;
/** Texts are read ahead of requests, the newest listings' first, a few milliseconds at a time. */
const TEXTS_AT_ONCE = 50;
const PAUSE_MS = 5;
/** More changes than this are applied in the background; lists come from the database meanwhile. */
const MANY_CHANGES = 2_000;
/** Other processes' changes arrive by the bus, changes by hand in the database after this time. */
const CHECK_EVERY_MS = 1_000;
/** Age limit of notes of changes; a process that was away for half of it loads anew. */
const KEPT_S = 3_600;
const FORGET_EVERY_MS = 600_000;
const CLOSE_WAIT_MS = 1_000;
/** A licence that runs out shows after at most so long; changes of licences are noted by the database. */
const LICENSED_MS = 60_000;

type LiveContext = Pick<RealtimeContext, 'db' | 'bus' | 'env' | 'log'>;

const ofBus = new WeakMap<EventBus, LiveListings>();

/** The instance of a server: all its lists are answered from the same. */
export function liveListings(context: LiveContext): LiveListings {
  const known = ofBus.get(context.bus) ?? new LiveListings(context);
  ofBus.set(context.bus, known);
  return known;
}

export interface ListingReads {
  db: Database;
  listings: LiveListings;
  now(): Date;
}

/** @param db a replica where it may be one. */
export const listingReads = (context: LiveContext & Pick<ListingReads, 'now'>, db = context.db): ListingReads => ({
  db,
  listings: liveListings(context),
  now: context.now,
});

/**
 * The public listings in this process's memory: an index that answers lists, and the written texts. The database
 * notes in each transaction which listings changed (migration 0049). A read contains every change that this
 * process committed before or that the bus announced, and every other change older than a second.
 */
export class LiveListings {
  readonly texts: ListingTexts;
  /** Ends when the texts of the newest listings are there, or as many as there is room for. */
  readAhead: Promise<void> = Promise.resolve();
  private readonly changes: ListingChanges;
  private readonly db: Database;
  private index: ListingIndex | null = null;
  private isLoading = false;
  /** Read whole, except changes meanwhile. */
  private loadedIndex: ListingIndex | null = null;
  private isOff: boolean;
  /** The changes could not be read: nothing is answered from memory. */
  private isOutdated = false;
  /** Changed, and not applied yet. */
  private readonly pending = new Set<number>();
  private isClosed = false;
  /** Changes are possible since the last reading began. */
  private isAnnounced = false;
  private running: Promise<void> | null = null;
  private next: Promise<void> | null = null;
  private readAt = performance.now();
  private forgotAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly moved: (() => void)[] = [];
  private readonly licensed = new SharedCache<Set<number>>({
    freshMs: LICENSED_MS,
    usableMs: LICENSED_MS,
    maxSize: 100,
    sizeOf: () => 1,
  });

  constructor(private readonly context: LiveContext) {
    const { db, bus, env } = context;
    this.db = db;
    this.isOff = !env.hasListingsInMemory;
    this.texts = new ListingTexts(db, env);
    this.changes = new ListingChanges(db);
    const announce = () => {
      this.isAnnounced = true;
    };
    db.onWrite(['properties', 'users', 'buildings', 'agent_profiles', 'duplicate_pairs'], announce);
    for (const name of [
      'listingChanged',
      'accountChanged',
      'officeChanged',
      'licenseChanged',
      'eventsMissed',
    ] as const)
      bus.subscribe(name, announce);
    this.onMove(() => this.licensed.clear());
  }

  /** The listener runs after each change of listings is applied: values derived before are outdated. */
  onMove(listener: () => void): void {
    this.moved.push(listener);
  }

  private move(): void {
    for (const listener of this.moved) listener();
  }

  async start(): Promise<void> {
    await this.changes.begin();
    this.timer = setInterval(() => {
      this.isAnnounced = true;
      void this.flush();
      if (!this.index) void this.load();
    }, CHECK_EVERY_MS).unref();
    void this.load();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    // A database that does not answer does not delay the stop.
    await Promise.race([this.running, setTimeout(CLOSE_WAIT_MS, undefined, { ref: false })]);
  }

  /** Resolves when the index is there; for tests and benches. */
  async loaded(): Promise<void> {
    while (!this.index && !this.isClosed && !this.isOff) await setTimeout(5);
  }

  /** @returns null while it is not there: the database is to be asked. It holds until the next `await`. */
  async current(): Promise<ListingIndex | null> {
    if (!this.index) return null;
    await this.flush();
    return this.isOutdated ? null : this.index;
  }

  /** A listing as answers have it. @returns null: it is not public. */
  async text(id: number): Promise<ListingText | null> {
    await this.flush();
    const isUnknown = this.index && !this.isOutdated && !this.index.has(id);
    return isUnknown ? null : this.texts.get(id);
  }

  /** The matches of a filter. @returns null as `current`. */
  async find(filter: ListingFilter, isOnMap = false) {
    const { licensed: asked } = filter;
    const licensed = asked ? await this.licensedAgents(asked.today) : undefined;
    const options = { licensed, isOnMap };
    const index = await this.current();
    return index && { index, options, found: index.find(filter, options) };
  }

  /** Ids of the agents whose licence check is in force on a day of Manila. */
  licensedAgents(today: string): Promise<ReadonlySet<number>> {
    return this.licensed.get(today, async () => {
      const rows = await readAll<{ user_id: number }>(this.db, (sql) =>
        licensedAgents(sql.bind(today)).slice(1, -1),
      );
      return new Set(rows.map((row) => toNumber(row.user_id)));
    });
  }

  /** Whether all known changes are applied. */
  get isSettled(): boolean {
    return !this.isAnnounced && !this.running;
  }

  /** Applies the changes committed before this call, as far as they are known. */
  flush(): Promise<void> {
    if (this.next) return this.next;
    if (!this.isAnnounced) return this.running ?? Promise.resolve();
    const follow = async () => {
      await this.running;
      this.next = null;
      this.isAnnounced = false;
      this.running = this.read().finally(() => {
        this.running = null;
      });
      await this.running;
    };
    this.next = follow();
    return this.next;
  }

  private async read(): Promise<void> {
    if (this.isClosed) return;
    try {
      const now = performance.now();
      const wasAway = now - this.readAt > (KEPT_S / 2) * 1_000;
      const ids = await this.changes.read();
      this.readAt = now;
      for (const id of ids) {
        this.texts.forget(id);
        if (!this.isOff) this.pending.add(id);
      }
      await this.applyPending();
      if (ids.length > 0 || this.isOutdated) this.move();
      this.isOutdated = false;
      if (wasAway || this.index?.isFragmented) this.loadAnew();
      if (now - this.forgotAt > FORGET_EVERY_MS) {
        this.forgotAt = now;
        // No request for a list waits for it.
        this.changes
          .forget(KEPT_S)
          .catch((error: unknown) => this.context.log.warn({ err: error }, 'old changes of listings remain'));
      }
    } catch (error) {
      // A failed read is repeated the next time.
      this.isAnnounced = true;
      this.isOutdated = true;
      this.move();
      if (!this.isClosed) this.context.log.warn({ err: error }, 'changes of listings could not be read');
    }
  }

  /** One reading after the other: rows read earlier are never applied later. */
  private async applyPending(): Promise<void> {
    const index = this.loadedIndex ?? this.index;
    if (!index) return;
    if (this.pending.size > MANY_CHANGES) this.index = null;
    while (this.pending.size > 0) {
      const ids = [...this.pending].slice(0, ROWS_AT_ONCE);
      index.update(ids, await this.readRows((sql) => isAmong(sql, 'p.id', ids)));
      for (const id of ids) this.pending.delete(id);
    }
    this.index = index;
    this.loadedIndex = null;
  }

  private loadAnew(): void {
    this.index = null;
    this.loadedIndex = null;
    this.texts.clear();
    this.move();
    void this.load();
  }

  private async load(): Promise<void> {
    if (this.isLoading || this.isClosed || this.isOff) return;
    this.isLoading = true;
    this.pending.clear();
    try {
      const startedAt = performance.now();
      const index = await this.readIndex();
      if (!index) return;
      await index.order();
      this.loadedIndex = index;
      this.isAnnounced = true;
      await this.flush();
      const ms = Math.round(performance.now() - startedAt);
      this.context.log.info({ listings: index.size, ms }, 'listings are in memory');
      this.readAhead = this.readTexts(index);
    } catch (error) {
      if (!this.isClosed) this.context.log.warn({ err: error }, 'listings could not be taken into memory');
    } finally {
      this.isLoading = false;
    }
  }

  /**
   * The matches of a filter, as an index of their own.
   * @param most limit, latest added first @param more ' AND …', a further condition
   */
  async readMatching(
    filter: ListingFilter,
    most: number,
    more: (sql: SqlBuilder) => string = () => '',
  ): Promise<ListingIndex> {
    const index = new ListingIndex();
    index.load(
      await this.readRows(
        (sql) => `${publicWhere(sql, filter)}${more(sql)} ORDER BY p.id DESC LIMIT ${sql.bind(most)}`,
      ),
    );
    await index.order();
    return index;
  }

  private async readTexts(index: ListingIndex): Promise<void> {
    try {
      const ids = index.newestFirst();
      for (let start = 0; start < ids.length; start += TEXTS_AT_ONCE) {
        if (this.isClosed || !this.texts.hasRoom) return;
        await this.texts.getAll(ids.slice(start, start + TEXTS_AT_ONCE));
        await setTimeout(PAUSE_MS);
      }
    } catch (error) {
      if (!this.isClosed) this.context.log.warn({ err: error }, 'listings were not read ahead');
    }
  }

  /** @returns null where there are too many, or this ends. */
  private async readIndex(): Promise<ListingIndex | null> {
    const index = new ListingIndex();
    for (let last = 0; !this.isClosed; ) {
      const after = last;
      const rows = await this.readRows((sql) => `p.id > ${sql.bind(after)} ORDER BY p.id LIMIT ${ROWS_AT_ONCE}`);
      const latest = rows.at(-1);
      if (!latest) return index;
      index.load(rows);
      last = Number(latest.id);
      if (index.size <= MAX_LISTINGS) continue;
      this.isOff = true;
      this.context.log.warn({ most: MAX_LISTINGS }, 'too many listings for memory: the database is asked');
      return null;
    }
    return null;
  }

  private readRows(condition: (sql: SqlBuilder) => string): Promise<IndexedRow[]> {
    const columns = recordColumns(this.db.dialect, indexedColumns);
    const select = `SELECT ${columns} FROM properties p WHERE ${PUBLIC_ONLY}`;
    return readAll<IndexedRow>(this.db, (sql) => `${select} AND ${condition(sql)}`, readRecords);
  }
}

/** The notes that the database makes of changed listings. */
class ListingChanges {
  /** SQLite: the last note that was read. PostgreSQL: all notes of earlier transactions were read. */
  private place = '0';
  /** On PostgreSQL, the read changes after that place: there may be more later. */
  private seen: ReadonlySet<string> = new Set();

  constructor(private readonly db: Database) {}

  async begin(): Promise<void> {
    const [row] = await this.db.readRows<{ place: number | string }>(
      this.db.dialect === 'sqlite'
        ? 'SELECT COALESCE(MAX(id), 0) AS place FROM listing_changes'
        : 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS place',
    );
    this.place = String(row?.place ?? 0);
  }

  /** Ids of listings that changed since, each once. */
  async read(): Promise<number[]> {
    if (this.db.dialect === 'sqlite') {
      const rows = await this.db.readRows<{ id: number; property_id: number }>(
        'SELECT id, property_id FROM listing_changes WHERE id > $1 ORDER BY id',
        [Number(this.place)],
      );
      this.place = String(rows.at(-1)?.id ?? this.place);
      return [...new Set(rows.map((row) => row.property_id))];
    }
    // Numbers of transactions are given when they begin to write, and may be committed long after higher ones.
    const [row] = await this.db.readRows<{ place: string; notes: string[] | null }>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS place, (
        SELECT array_agg(DISTINCT transaction_id::text || ' ' || property_id)
        FROM listing_changes WHERE transaction_id >= $1::text::xid8
      ) AS notes`,
      [this.place],
    );
    const notes = row?.notes ?? [];
    const unread = notes.filter((note) => !this.seen.has(note));
    this.place = row?.place ?? this.place;
    this.seen = new Set(notes);
    return [...new Set(unread.map((note) => Number(note.split(' ')[1])))];
  }

  /** Removes the notes that every process has read. */
  async forget(seconds: number): Promise<void> {
    const before =
      this.db.dialect === 'sqlite' ? `unixepoch() - ${seconds}` : `now() - interval '${seconds} seconds'`;
    await this.db.transaction(
      () => this.db.sequelize.query(`DELETE FROM listing_changes WHERE changed_at < ${before}`),
      { isBookkeeping: true },
    );
  }
}
