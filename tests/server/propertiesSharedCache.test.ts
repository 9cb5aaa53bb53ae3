import { beforeEach, describe, expect, test } from 'vitest';
import { SharedCache } from '#server/db/sharedCache.ts';

let clock = 0;
let computed = 0;
let cache: SharedCache<string>;

beforeEach(() => {
  clock = 0;
  computed = 0;
  cache = new SharedCache({
    freshMs: 100,
    usableMs: 300,
    maxSize: 1_000,
    sizeOf: (value) => value.length,
    clock: () => clock,
  });
});

/** A computation that ends when the test says so. */
function controlled() {
  let finish: (value: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return { run: () => promise, finish, fail };
}

const next = async () => `value ${++computed}`;
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('however many ask at once, it is computed once', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('a', next)));
  expect(new Set(answers)).toEqual(new Set(['value 1']));
});

test('a fresh value is given as it is, an older one too, and is then renewed', async () => {
  await cache.get('a', next);
  clock = 99;
  expect(await cache.get('a', next)).toBe('value 1');
  expect(computed).toBe(1);
  clock = 150;
  expect(await cache.get('a', next)).toBe('value 1');
  await settle();
  expect(await cache.get('a', next)).toBe('value 2');
});

test('a value too old is waited for', async () => {
  await cache.get('a', next);
  clock = 300;
  expect(await cache.get('a', next)).toBe('value 2');
});

test('an age counts from before the computing', async () => {
  const slow = controlled();
  const first = cache.get('a', slow.run);
  clock = 400;
  slow.finish('slow');
  expect(await first).toBe('slow');
  expect(await cache.get('a', next)).toBe('value 1');
});

describe('what was being computed when the cache was emptied', () => {
  test('is not kept, nor given to who asks later', async () => {
    const old = controlled();
    const before = cache.get('a', old.run);
    cache.clear();
    const after = cache.get('a', async () => 'new');
    old.finish('old');
    expect(await before).toBe('old');
    expect(await after).toBe('new');
    expect(await cache.get('a', next)).toBe('new');
  });

  test('does not overwrite the newer value when it ends last', async () => {
    const old = controlled();
    const before = cache.get('a', old.run);
    cache.clear();
    await cache.get('a', async () => 'new');
    old.finish('old');
    await before;
    expect(await cache.get('a', next)).toBe('new');
  });
});

test('a failure is told to all who wait and not kept', async () => {
  const broken = controlled();
  const waiting = [cache.get('a', broken.run), cache.get('a', next)];
  broken.fail(new Error('database gone'));
  for (const answer of waiting) await expect(answer).rejects.toThrow('database gone');
  expect(await cache.get('a', next)).toBe('value 1');
});

test('a failure behind an answer leaves the answer', async () => {
  await cache.get('a', next);
  clock = 150;
  const fails = () => Promise.reject(new Error('database gone'));
  expect(await cache.get('a', fails)).toBe('value 1');
  await settle();
  clock = 300;
  await expect(cache.get('a', fails)).rejects.toThrow('database gone');
});

test('the least used go when the size is reached', async () => {
  for (let at = 0; at < 30; at++) await cache.get(`key ${at}`, async () => 'x'.repeat(95));
  await cache.get('key 29', next);
  expect(computed).toBe(0);
  await cache.get('key 0', next);
  expect(computed).toBe(1);
});
