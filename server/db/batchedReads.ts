import { AsyncLocalStorage } from 'node:async_hooks';

/** A larger statement would make its first reader wait for the last. */
const MAX_AT_ONCE = 200;

/**
 * Batched reads by key: requests during a running read share the next one. No request waits for others to come, and
 * nothing is cached: each answer was read after its request.
 * @param reads concurrent reads: with several, a dead connection delays only its own.
 * @returns undefined for a key without a value.
 * @throws as the read.
 */
export function batchReads<Key, Value>(
  read: (keys: Key[]) => Promise<Map<Key, Value>>,
  reads = 1,
): (key: Key) => Promise<Value | undefined> {
  const waiting: { key: Key; resolve(value: Value | undefined): void; reject(error: unknown): void }[] = [];
  let running = 0;
  /** A shared read belongs to none of its requests. */
  const detached = AsyncLocalStorage.snapshot();

  async function readWaiting(): Promise<void> {
    running += 1;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_AT_ONCE);
      try {
        const values = await read([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(values.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running -= 1;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (running < reads) void detached(readWaiting);
    });
}
