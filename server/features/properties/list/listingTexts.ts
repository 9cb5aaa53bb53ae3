import { totalmem } from 'node:os';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Database, Dialect } from '#server/db/connection.ts';
import type { Env } from '#server/env.ts';
import { digestOf } from '#server/http/answers.ts';
import { presentProperty, readPublicRows } from '../reads.ts';

/** A public listing as part of answers. */
export interface ListingText {
  id: number;
  /** The agent whose contact data the text contains. */
  agentId: number | null;
  json: Buffer;
  digest: string;
}

const MEGABYTE = 1024 * 1024;
/** Share of the machine's memory, for all its processes: 32 GB hold the texts of some two million listings. */
const SHARE_OF_MEMORY = 1 / 8;
/** Texts read ahead leave room for texts that are requested. */
const READ_AHEAD = 0.9;
/** Size of an entry without its text, in bytes. */
const ENTRY_BYTES = 300;
const ROWS_AT_ONCE = 500;
/** SQLite reads one batch after the other anyway; requests made meanwhile are read together. */
const READINGS: Record<Dialect, number> = { sqlite: 1, postgres: 2 };

/** Public listings, written once for all the answers that contain them, until they change. */
export class ListingTexts {
  private readonly texts: LRUCache<number, ListingText>;
  private readonly asked = new Map<number, Promise<ListingText | null>>();
  private readonly loader: DataLoader<number, ListingText | null>;

  /** Begin a reading each. */
  private readonly waiting: (() => void)[] = [];
  private readings = 0;

  constructor(
    private readonly db: Database,
    { listingTextsMb, webConcurrency }: Pick<Env, 'listingTextsMb' | 'webConcurrency'>,
  ) {
    const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
    this.texts = new LRUCache({
      maxSize: Math.ceil(listingTextsMb ? listingTextsMb * MEGABYTE : (memory * SHARE_OF_MEMORY) / webConcurrency),
      sizeCalculation: ({ json }) => json.length + ENTRY_BYTES,
    });
    this.loader = new DataLoader((ids) => this.read(ids).finally(() => this.readNext()), {
      cache: false,
      maxBatchSize: ROWS_AT_ONCE,
      batchScheduleFn: (begin) => this.schedule(begin),
    });
  }

  /** Whether there is room for texts that no request needs yet. */
  get hasRoom(): boolean {
    return this.texts.calculatedSize < READ_AHEAD * this.texts.maxSize;
  }

  /** Null: the listing is not public. */
  async get(id: number): Promise<ListingText | null> {
    return this.texts.get(id) ?? this.load(id);
  }

  async getAll(ids: readonly number[]): Promise<ListingText[]> {
    const known = ids.map((id) => this.texts.get(id));
    if (known.every((text) => text !== undefined)) return known;
    const all = await Promise.all(ids.map((id, at) => known[at] ?? this.load(id)));
    return all.filter((text) => text !== null);
  }

  forget(id: number): void {
    this.texts.delete(id);
    this.asked.delete(id);
  }

  clear(): void {
    this.texts.clear();
    this.asked.clear();
  }

  /** Requests that arrived together are read for together: by itself the loader would read for each as it is taken up. */
  private schedule(begin: () => void): void {
    this.waiting.push(begin);
    if (this.readings >= READINGS[this.db.dialect]) return;
    this.readings += 1;
    setImmediate(() => this.readNext());
  }

  private readNext(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.readings -= 1;
  }

  private async read(ids: readonly number[]): Promise<(ListingText | null)[]> {
    const rows = await readPublicRows(this.db, ids);
    const texts = new Map(
      rows.map((row) => {
        const property = presentProperty(row);
        const json = Buffer.from(JSON.stringify(property));
        return [row.id, { id: row.id, agentId: property.agent?.id ?? null, json, digest: digestOf(json) }];
      }),
    );
    return ids.map((id) => texts.get(id) ?? null);
  }

  private load(id: number): Promise<ListingText | null> {
    const asked = this.asked.get(id);
    if (asked) return asked;
    const loaded = this.loader.load(id).then(
      (text) => {
        // Where it changed meanwhile it is not kept.
        if (this.asked.get(id) !== loaded) return text;
        this.asked.delete(id);
        if (text) this.texts.set(id, text);
        return text;
      },
      (error: unknown) => {
        if (this.asked.get(id) === loaded) this.asked.delete(id);
        throw error;
      },
    );
    this.asked.set(id, loaded);
    return loaded;
  }
}
