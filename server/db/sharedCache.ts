import { LRUCache } from 'lru-cache';

export interface SharedCacheOptions<Value> {
  /** Younger values are given as they are. */
  freshMs: number;
  /** Values between the two ages are given too, and computed again behind the answer. Older ones are waited for. */
  usableMs: number;
  /** Upper bound of the sum of all sizes. */
  maxSize: number;
  sizeOf(value: Value): number;
  /** Milliseconds of a clock that never goes back. */
  clock?: () => number;
}

interface Entry<Value> {
  value: Value;
  computedAt: number;
}

/**
 * Values that are expensive to compute and asked for by many at once. However many ask, a value is computed once;
 * what was being computed when the cache was emptied is given to those who asked before, and not kept.
 */
export class SharedCache<Value extends NonNullable<unknown>> {
  private readonly entries: LRUCache<string, Entry<Value>>;
  private readonly running = new Map<string, Promise<Value>>();
  private readonly clock: () => number;

  constructor(private readonly options: SharedCacheOptions<Value>) {
    this.clock = options.clock ?? (() => performance.now());
    this.entries = new LRUCache({
      maxSize: options.maxSize,
      sizeCalculation: (entry, key) => options.sizeOf(entry.value) + key.length,
    });
  }

  async get(key: string, compute: () => Promise<Value>): Promise<Value> {
    const entry = this.entries.get(key);
    const age = entry ? this.clock() - entry.computedAt : Number.POSITIVE_INFINITY;
    if (!entry || age >= this.options.usableMs) return this.compute(key, compute);
    // A failure shows again, to somebody, once the value is too old to be given.
    if (age >= this.options.freshMs) this.compute(key, compute).catch(() => undefined);
    return entry.value;
  }

  forget(key: string): void {
    this.entries.delete(key);
    this.running.delete(key);
  }

  clear(): void {
    this.entries.clear();
    this.running.clear();
  }

  private compute(key: string, compute: () => Promise<Value>): Promise<Value> {
    const known = this.running.get(key);
    if (known) return known;
    // An age counts from before the reading: what changed during it may be missing.
    const computedAt = this.clock();
    const running = compute()
      .then((value) => {
        if (this.running.get(key) === running) this.entries.set(key, { value, computedAt });
        return value;
      })
      .finally(() => {
        if (this.running.get(key) === running) this.running.delete(key);
      });
    this.running.set(key, running);
    return running;
  }
}
