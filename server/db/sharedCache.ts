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

interface Kept<Value> {
  value: Value;
  /** On the clock: from before the reading, for what changed during it may be missing. */
  since: number;
}

/**
 * Values that are expensive to compute and asked for by many at once. However many ask, a value is computed once;
 * what was being computed when the cache was emptied is given to those who asked before, and not kept.
 */
export class SharedCache<Value extends NonNullable<unknown>> {
  /** A miss is computed; who waits for one that is being computed is served without. */
  readonly counts: CacheCounts = { hits: 0, misses: 0 };
  private readonly kept: LRUCache<string, Kept<Value>>;
  private readonly running = new Map<string, Promise<Value>>();
  private readonly freshMs: number;
  private readonly usableMs: number;
  private readonly clock: () => number;

  constructor({
    freshMs,
    usableMs,
    maxSize,
    sizeOf,
    clock = () => performance.now(),
  }: SharedCacheOptions<Value>) {
    this.freshMs = freshMs;
    this.usableMs = usableMs;
    this.clock = clock;
    this.kept = new LRUCache({ maxSize, sizeCalculation: ({ value }, key) => sizeOf(value) + key.length });
  }

  async get(key: string, compute: () => Promise<Value>): Promise<Value> {
    const kept = this.kept.get(key);
    const age = kept ? this.clock() - kept.since : Number.POSITIVE_INFINITY;
    if (kept && age < this.freshMs) {
      this.counts.hits += 1;
      return kept.value;
    }
    const known = this.running.get(key);
    if (known) this.counts.hits += 1;
    const computed = known ?? this.compute(key, compute);
    if (!kept || age >= this.usableMs) return computed;
    // What fails behind an answer is tried again by whoever asks next.
    if (!known) computed.catch(() => undefined);
    return kept.value;
  }

  private compute(key: string, compute: () => Promise<Value>): Promise<Value> {
    this.counts.misses += 1;
    const since = this.clock();
    const computed = compute().then(
      (value) => {
        // Where it was forgotten meanwhile it is not kept.
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

  /** Whether this very value is given to whoever asks now, and is not computed again behind that. */
  holds(key: string, value: Value): boolean {
    const kept = this.kept.peek(key);
    return kept?.value === value && this.clock() - kept.since < this.freshMs;
  }

  forget(key: string): void {
    this.kept.delete(key);
    this.running.delete(key);
  }

  clear(): void {
    this.kept.clear();
    this.running.clear();
  }
}
