import { createHash } from 'node:crypto';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/db/connection.ts';
import { presentProperty, readPublicRows } from '../reads.ts';

/** A public listing as the answers that hold it have it. */
export interface ListingText {
  id: number;
  /** Of whom it tells contact data. */
  agentId: number | null;
  /** One JSON object. */
  json: Buffer;
  /** Tells its bytes from all others. */
  digest: Buffer;
}

const MAX_BYTES = 96 * 1024 * 1024;
/** What an entry takes beside its text. */
const ENTRY_BYTES = 300;
const ROWS_AT_ONCE = 500;

/** Public listings, written once for all the answers they stand in, until they change. Those asked for at once are read at once. */
export class ListingTexts {
  private readonly texts = new LRUCache<number, Promise<ListingText | null>>({
    maxSize: MAX_BYTES,
  });
  private readonly loader: DataLoader<number, ListingText | null>;

  constructor(db: Database) {
    this.loader = new DataLoader(
      async (ids) => {
        const rows = await readPublicRows(db, ids);
        const texts = new Map(
          rows.map((row) => {
            const property = presentProperty(row);
            const json = Buffer.from(JSON.stringify(property));
            const digest = createHash('sha256').update(json).digest().subarray(0, 20);
            return [row.id, { id: row.id, agentId: property.agent?.id ?? null, json, digest }];
          }),
        );
        return ids.map((id) => texts.get(id) ?? null);
      },
      { cache: false, maxBatchSize: ROWS_AT_ONCE },
    );
  }

  /** Null: it is not public. */
  get(id: number): Promise<ListingText | null> {
    const known = this.texts.get(id);
    if (known) return known;
    const asked = this.loader.load(id);
    this.texts.set(id, asked, { size: ENTRY_BYTES });
    asked.then(
      (text) => {
        // Where it changed meanwhile it is not kept.
        if (this.texts.peek(id) !== asked) return;
        if (text) this.texts.set(id, asked, { size: text.json.length + ENTRY_BYTES });
        else this.texts.delete(id);
      },
      () => {
        if (this.texts.peek(id) === asked) this.texts.delete(id);
      },
    );
    return asked;
  }

  /** Those of the listings that are public, in the order of `ids`. */
  async getAll(ids: readonly number[]): Promise<ListingText[]> {
    const texts = await Promise.all(ids.map((id) => this.get(id)));
    return texts.filter((text) => text !== null);
  }

  forget(id: number): void {
    this.texts.delete(id);
  }

  clear(): void {
    this.texts.clear();
  }
}
