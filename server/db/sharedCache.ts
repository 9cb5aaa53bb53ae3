import { LRUCache } from 'lru-cache';
import type { CacheCounts } from '#server/observability/metrics.ts';

interface SharedCacheOptions<Value> {
  /** Younger values are returned unchanged. */
  freshMs: number;
  /** By default `freshMs`. Values between the two ages are returned, and computed again in the background. Readers wait for older ones. */
  usableMs?: number;
  /** Upper bound of the sum of all sizes. */
  maxSize: number;
  sizeOf(value: Value): number;
  /** Milliseconds of a monotonic clock. */
  clock?: () => number;
}

interface Kept<Value> {
  value: Value;
  /** From before the reading, because a change during it may be missing. */
  since: number;
}

/**
 * Values that are expensive to compute and read by many at once. Concurrent readers share one computation; a value
 * under way when the cache is emptied is returned to its readers and not kept.
 */
export class SharedCache<Value extends NonNullable<unknown>> {
  /** Counts of misses: computed values; readers that wait for a running computation are not counted. */
  readonly counts: CacheCounts = { hits: 0, misses: 0 };
  private readonly kept: LRUCache<string, Kept<Value>>;
  private readonly running = new Map<string, Promise<Value>>();
  private readonly clock: () => number;

  constructor(private readonly options: SharedCacheOptions<Value>) {
    const { maxSize, sizeOf, clock = () => performance.now() } = options;
    this.clock = clock;
    this.kept = new LRUCache({ maxSize, sizeCalculation: ({ value }, key) => sizeOf(value) + key.length });
  }

  async get(key: string, compute: () => Promise<Value>): Promise<Value> {
    const kept = this.kept.get(key);
    const age = kept ? this.clock() - kept.since : Number.POSITIVE_INFINITY;
    if (kept && age < this.options.freshMs) {
      this.counts.hits += 1;
      return kept.value;
    }
    const known = this.running.get(key);
    if (known) this.counts.hits += 1;
    const computed = known ?? this.compute(key, compute);
    if (!kept || age >= (this.options.usableMs ?? this.options.freshMs)) return computed;
    // A failed refresh is tried again by the next reader.
    if (!known) computed.catch(() => undefined);
    return kept.value;
  }

  private compute(key: string, compute: () => Promise<Value>): Promise<Value> {
    this.counts.misses += 1;
    const since = this.clock();
    const computed = compute().then(
      (value) => {
        // Not kept where the cache was emptied meanwhile.
        if (this.running.get(key) === computed) {
          this.running.delete(key);
          this.kept.set(key, { value, since });
        }
        return value;
      },
      (error: unknown) => {
        if (this.running.get(key) === computed) this.running.delete(key);
        throw error;
      },
    );
    this.running.set(key, computed);
    return computed;
  }

  /** Whether a reader would get this very value now, without a refresh. */
  holds(key: string, value: Value): boolean {
    const kept = this.kept.peek(key);
    return kept?.value === value && this.clock() - kept.since < this.options.freshMs;
  }

  clear(): void {
    this.kept.clear();
    this.running.clear();
  }
}
