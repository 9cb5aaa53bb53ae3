// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropOfflineCopy, keepOfflineCopy, oldestShownAt } from '#web/features/offline/offlineCopy.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { currentPlatform, type OfflineStore, setPlatform } from '#web/platform/platform.ts';

const START = Date.parse('2026-01-05T06:32:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** As the main process holds it, for all windows. */
let kept: Map<string, { text: string; at: number }>;
let removed: number[];

const store: OfflineStore = {
  read: async (userId, name) => kept.get(`${userId} ${name}`)?.text ?? null,
  async write(userId, name, text, at) {
    const known = kept.get(`${userId} ${name}`);
    if (!known || known.at <= at) kept.set(`${userId} ${name}`, { text, at });
  },
  async remove(userId) {
    removed.push(userId);
    for (const name of [...kept.keys()]) if (name.startsWith(`${userId} `)) kept.delete(name);
  },
};

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  kept = new Map();
  removed = [];
  setPlatform({ ...currentPlatform(), offlineStore: store });
});

afterEach(() => {
  keepOfflineCopy(null);
  currentQueryClient().clear();
  vi.useRealTimers();
});

const away = () => Promise.reject(new Error('The server is away'));
const listKey = ['conversations.list', {}];
const hash = JSON.stringify(listKey);

/** A screen asks, and goes again. */
async function ask(queryKey: unknown[], queryFn: () => Promise<unknown>) {
  const observer = new QueryObserver(currentQueryClient(), { queryKey, queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(3_000);
  const { data } = observer.getCurrentResult();
  stop();
  return data;
}

/** The window is closed, and another one opened. */
function restart() {
  keepOfflineCopy(null);
  currentQueryClient().clear();
  keepOfflineCopy(1);
}

test('what was seen is shown without the server, also hours after it went out of memory', async () => {
  keepOfflineCopy(1);
  expect(await ask(listKey, async () => ['Maria'])).toEqual(['Maria']);
  await vi.advanceTimersByTimeAsync(3 * 60 * MINUTE_MS);
  expect(currentQueryClient().getQueryData(listKey)).toBeUndefined();
  expect(await ask(listKey, away)).toEqual(['Maria']);

  await vi.advanceTimersByTimeAsync(13 * DAY_MS);
  restart();
  expect(await ask(listKey, away)).toEqual(['Maria']);
  const observer = new QueryObserver(currentQueryClient(), {
    queryKey: listKey,
    queryFn: away,
    retry: false,
  });
  const stop = observer.subscribe(() => undefined);
  expect(oldestShownAt()).toEqual(new Date(START));
  stop();
  await vi.advanceTimersByTimeAsync(DAY_MS);
  restart();
  expect(await ask(listKey, away)).toBeUndefined();
});

test('the server’s answer takes its place, and is kept in its turn', async () => {
  keepOfflineCopy(1);
  await ask(listKey, async () => ['Maria']);
  restart();
  expect(await ask(listKey, async () => ['Maria', 'Jose'])).toEqual(['Maria', 'Jose']);
  restart();
  expect(await ask(listKey, away)).toEqual(['Maria', 'Jose']);
});

test('what was shown from the copy stays on the screen when its fetch is called off', async () => {
  keepOfflineCopy(1);
  await ask(listKey, async () => ['Maria']);
  restart();
  const client = currentQueryClient();
  const never = () => new Promise(() => undefined);
  const stop = new QueryObserver(client, { queryKey: listKey, queryFn: never }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  await client.cancelQueries({ queryKey: listKey });
  expect(client.getQueryData(listKey)).toEqual(['Maria']);
  stop();
});

test('each answer is kept by itself: another window’s newer one stays, and so do those this window never saw', async () => {
  kept.set(`1 ${hash}`, {
    text: JSON.stringify({ format: '7', at: START + DAY_MS, data: ['newer'] }),
    at: START + DAY_MS,
  });
  kept.set('1 ["viewings.list",{}]', {
    text: JSON.stringify({ format: '7', at: START, data: ['seen'] }),
    at: START,
  });
  keepOfflineCopy(1);
  currentQueryClient().setQueryData(listKey, ['older']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(JSON.parse(kept.get(`1 ${hash}`)?.text ?? '').data).toEqual(['newer']);
  expect(kept.size).toBe(2);
  expect(await ask(['viewings.list', {}], away)).toEqual(['seen']);
});

test('an answer that is shown from the copy is not written again', async () => {
  keepOfflineCopy(1);
  await ask(listKey, async () => ['Maria']);
  restart();
  const write = vi.spyOn(store, 'write');
  await ask(listKey, away);
  expect(write).not.toHaveBeenCalled();
});

test('nothing of one person is shown to another; logging out removes their copy', async () => {
  keepOfflineCopy(1);
  await ask(listKey, async () => ['Maria']);
  currentQueryClient().clear();
  keepOfflineCopy(2);
  expect(await ask(listKey, away)).toBeUndefined();
  await dropOfflineCopy(2);
  expect(removed).toEqual([2]);
  // It is kept no longer, late answers included.
  currentQueryClient().setQueryData(listKey, ['late']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([...kept.keys()]).toEqual([`1 ${hash}`]);
});

test('what was searched for, and an admin’s lists, are not kept', async () => {
  keepOfflineCopy(1);
  await ask(['conversations.list', {}, 'found'], async () => ['x']);
  await ask(['users.list', {}], async () => ['x']);
  expect(kept.size).toBe(0);
});

test('a copy that cannot be read is as none', async () => {
  kept.set(`1 ${hash}`, { text: '{"format": "5", "at"', at: START });
  keepOfflineCopy(1);
  expect(await ask(listKey, async () => ['Maria'])).toEqual(['Maria']);
});
