import { LRUCache } from 'lru-cache';
import type { CacheCounts } from '#server/observability/metrics.ts';

interface SharedCacheOptions<Value> {
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

type Compute<Value> = () => Promise<Value>;

/**
 * Values that are expensive to compute and asked for by many at once. However many ask, a value is computed once;
 * what was being computed when the cache was emptied is given to those who asked before, and not kept.
 */
export class SharedCache<Value extends NonNullable<unknown>> {
  /** A miss is computed; who waits for one that is being computed is served without. */
  readonly counts: CacheCounts = { hits: 0, misses: 0 };
  private readonly values: LRUCache<string, Value, Compute<Value>>;
  /** So much is left of a value's time to live when it is too old to be given. */
  private readonly leastTtl: number;

  constructor({
    freshMs,
    usableMs,
    maxSize,
    sizeOf,
    clock = () => performance.now(),
  }: SharedCacheOptions<Value>) {
    this.leastTtl = freshMs - usableMs;
    // A start or a time to live of 0 would mean that the value never ages.
    const now = () => clock() + 1;
    this.values = new LRUCache<string, Value, Compute<Value>>({
      maxSize,
      sizeCalculation: (value, key) => sizeOf(value) + key.length,
      ttl: freshMs,
      ttlResolution: 0,
      perf: { now },
      ignoreFetchAbort: true,
      noDeleteOnFetchRejection: true,
      fetchMethod: async (_key, _stale, { options, context: compute }) => {
        const startedAt = now();
        this.counts.misses += 1;
        const value = await compute();
        // An age counts from before the reading: what changed during it may be missing.
        options.ttl = freshMs - (now() - startedAt) || -1;
        return value;
      },
    });
  }

  async get(key: string, compute: Compute<Value>): Promise<Value> {
    const allowStale = this.values.getRemainingTTL(key) > this.leastTtl;
    const { misses } = this.counts;
    const value = this.values.forceFetch(key, { allowStale, context: compute });
    if (this.counts.misses === misses) this.counts.hits += 1;
    return value;
  }

  /** Whether this very value is given to whoever asks now, and is not computed again behind that. */
  holds(key: string, value: Value): boolean {
    return this.values.peek(key) === value;
  }

  forget(key: string): void {
    this.values.delete(key);
  }

  clear(): void {
    this.values.clear();
  }
}
