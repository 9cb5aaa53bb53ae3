import { AsyncLocalStorage } from 'node:async_hooks';

/** More in one statement would make the first wait for the last. */
const MAX_AT_ONCE = 200;

/**
 * Reads values by their keys, for many who ask at once: those that ask while reads are underway share the next one. Nobody
 * waits for others to come, and nothing is kept: what is answered was read after it was asked for.
 * @param reads that may be underway side by side: with several, one whose connection has died holds up only those it is for.
 * @returns undefined for a key of which nothing was read. It throws what the read throws.
 */
export function batchReads<Key, Value>(
  read: (keys: Key[]) => Promise<Map<Key, Value>>,
  reads = 1,
): (key: Key) => Promise<Value | undefined> {
  interface Asked {
    key: Key;
    resolve(value: Value | undefined): void;
    reject(error: unknown): void;
  }
  const waiting: Asked[] = [];
  let underway = 0;
  /** What is read together belongs to none of those who ask. */
  const detached = AsyncLocalStorage.snapshot();

  async function readWaiting(): Promise<void> {
    underway += 1;
    while (waiting.length > 0) {
      const asked = waiting.splice(0, MAX_AT_ONCE);
      try {
        const values = await read([...new Set(asked.map(({ key }) => key))]);
        for (const { key, resolve } of asked) resolve(values.get(key));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    underway -= 1;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (underway < reads) void detached(readWaiting);
    });
}
