// @vitest-environment happy-dom
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { replaceKeptAnswers } from '#web/features/offline/pageWorker.ts';
import { NetworkFailure } from '#web/lib/apiClient.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { keptAnswerAt } from '#web/lib/workerNews.ts';

let isOnline = false;
Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });

const client = currentQueryClient();
client.mount();

afterEach(() => {
  client.clear();
  keptAnswerAt.set(null);
  onlineManager.setOnline(true);
});

const connect = () => {
  isOnline = true;
  window.dispatchEvent(new Event('online'));
};

test('a page that starts offline says so after one try, and asks again when the connection is back', async () => {
  expect(onlineManager.isOnline()).toBe(false);
  const ask = vi.fn(async () => {
    if (!isOnline) throw new NetworkFailure('No connection');
    return 'a home';
  });
  const observer = new QueryObserver(client, { queryKey: ['a home'], queryFn: ask });
  const end = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  expect(ask).toHaveBeenCalledTimes(1);
  connect();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('a home'));
  end();
});

test('a copy that was read offline is fetched anew, fresh as it seems', async () => {
  onlineManager.setOnline(false);
  keptAnswerAt.set(new Date().toISOString());
  const ask = vi.fn(async () => 'a home');
  const observer = new QueryObserver(client, { queryKey: ['a copy'], queryFn: ask });
  const end = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('a home'));
  connect();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  end();
});

test('what still came from the copy once the connection is back is asked for again, ever more rarely', async () => {
  vi.useFakeTimers();
  isOnline = false;
  keptAnswerAt.set(new Date().toISOString());
  const ask = vi.fn(async () => 'a home');
  const observer = new QueryObserver(client, { queryKey: ['a copy'], queryFn: ask });
  const end = observer.subscribe(() => undefined);
  const stop = replaceKeptAnswers();
  const callsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return ask.mock.calls.length;
  };
  expect(await callsAfter(30_500)).toBe(1);
  isOnline = true;
  expect(await callsAfter(3_000)).toBe(2);
  expect(await callsAfter(6_000)).toBe(3);
  expect(await callsAfter(6_000)).toBe(3);
  keptAnswerAt.set(null);
  expect(await callsAfter(120_000)).toBe(3);
  stop();
  end();
  vi.useRealTimers();
});
