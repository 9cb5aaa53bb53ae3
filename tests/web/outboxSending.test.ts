// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#shared/contracts/auth.ts';
import {
  discardQueued,
  followOutbox,
  type OutboxDraft,
  queueChange,
  readOutbox,
  sendOrQueue,
} from '#web/features/offline/index.ts';
import { ApiFailure, callApi, listenToSessionEnd, NetworkFailure } from '#web/lib/apiClient.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { createMemoryOutbox, currentPlatform, setPlatform } from '#web/platform/platform.ts';
import { clearSession, storeSession } from '#web/platform/sessionStorage.ts';

const START = Date.parse('2026-01-05T06:32:00Z');
const PORTAL = () =>
  new Response('<!doctype html><h1>Log in to go online</h1>', { headers: { 'content-type': 'text/html' } });

let calls: { path: string; init: RequestInit }[];
let answer: (path: string, init: RequestInit) => Response | Promise<Response>;
const contents = () => calls.map(({ init }) => JSON.parse(String(init.body)).content);
const ok = () => Response.json({ success: true, data: {} });

function usePlatform(kind: 'desktop' | 'browser', outboxStore = createMemoryOutbox()): void {
  setPlatform({
    ...currentPlatform(),
    kind,
    outboxStore,
    async fetch(path, init) {
      calls.push({ path, init });
      return answer(path, init);
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  calls = [];
  answer = ok;
  storeSession({ id: 1 } as User, 'token', false);
  usePlatform('desktop');
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  clearSession();
  vi.useRealTimers();
});

const stops: (() => void)[] = [];
const follow = () => stops.push(followOutbox(1));

const draft = (
  content: string,
  { id = 7, ...change }: { id?: number; notBefore?: number } = {},
): OutboxDraft<'conversations.send'> => ({
  id: `${content}-of-this-test`,
  userId: 1,
  kind: 'message',
  call: 'conversations.send',
  input: { params: { id }, body: { content, client_id: `${content}-of-this-test` } },
  label: 'Message to Maria Santos',
  detail: content,
  ...change,
});
const waiting = async (userId = 1) => (await readOutbox(userId)).map(({ detail }) => detail);
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('what is no answer of the server', () => {
  test.each([
    ['a public network’s page', PORTAL],
    ['somebody else’s JSON', () => Response.json({ login: 'https://airport.example' })],
    ['half an answer', () => new Response('{"success": tr')],
  ])('%s tells nothing of the call', async (_what, other) => {
    answer = other;
    await expect(callApi('site.get')).rejects.toBeInstanceOf(NetworkFailure);
  });

  test('a refusal by something in between is a failure, and ends no session', async () => {
    const ended = vi.fn();
    const stopListening = listenToSessionEnd(ended);
    answer = () => new Response('<h1>Who are you?</h1>', { status: 401 });
    await expect(callApi('site.get')).rejects.toMatchObject({ code: 'bad_answer' });
    expect(ended).not.toHaveBeenCalled();
    answer = () => Response.json({ success: false, code: 'unauthorized', error: 'Gone' }, { status: 401 });
    await expect(callApi('site.get')).rejects.toBeInstanceOf(ApiFailure);
    expect(ended).toHaveBeenCalledOnce();
    stopListening();
  });

  test('a change that met one waits, and is sent once it is gone', async () => {
    answer = PORTAL;
    expect(await sendOrQueue(draft('Hello'))).toEqual({ isQueued: true });
    await settle();
    expect(await waiting()).toEqual(['Hello']);
    answer = ok;
    follow();
    await settle();
    expect(await waiting()).toEqual([]);
  });
});

test('what is made while earlier ones of the same lane wait goes behind them; other lanes go at once', async () => {
  answer = (_path, { body }) => {
    if (String(body).includes('first'))
      return Response.json({ success: false, code: 'internal', error: 'Trouble' }, { status: 500 });
    return ok();
  };
  await queueChange(draft('first'));
  expect(await sendOrQueue(draft('second'))).toEqual({ isQueued: true });
  expect(await sendOrQueue(draft('elsewhere', { id: 8 }))).toEqual({
    isQueued: false,
    data: {},
  });
  await settle();
  expect(await waiting()).toEqual(['first', 'second']);
  answer = ok;
  calls = [];
  follow();
  // The pause after the first trouble ends by itself.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(contents()).toEqual(['first', 'second']);
});

describe('held for a moment', () => {
  const held = draft('held', { notBefore: START + 5_000 });

  test('a timer wakes it', async () => {
    follow();
    await queueChange(held);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(contents()).toEqual(['held']);
    expect(await waiting()).toEqual([]);
  });

  test('taken back in time, it is never sent', async () => {
    follow();
    await queueChange(held);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(await discardQueued(1, held.id)).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([]);
  });

  test('a browser’s page that is left sends it first, under the same key', async () => {
    const store = { ...createMemoryOutbox(), isKept: true };
    usePlatform('browser', store);
    follow();
    await queueChange(held);
    window.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(contents()).toEqual(['held']);
    expect(calls[0]?.init).toMatchObject({ keepalive: true });
    expect(new Headers(calls[0]?.init.headers).get('idempotency-key')).toBe(held.id);
    // The page came back: the change is sent again under its key, and the server knows it.
    answer = () => Response.json({ success: false, code: 'already_applied', error: 'x' }, { status: 409 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await waiting()).toEqual([]);
  });

  test('where nothing is kept, leaving the page asks', async () => {
    usePlatform('browser');
    follow();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    await queueChange(held);
    expect(leave()).toBe(true);
    await discardQueued(1, held.id);
    expect(leave()).toBe(false);
  });
});

test('it is never sent under the name of whoever signed in since', async () => {
  answer = PORTAL;
  await sendOrQueue(draft('Hello'));
  await settle();
  storeSession({ id: 2 } as User, 'another token', false);
  answer = ok;
  calls = [];
  follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual([]);
  expect(await waiting()).toEqual(['Hello']);
  expect(await waiting(2)).toEqual([]);
});

test('what was delivered makes out of date what it is seen in, and nothing else', async () => {
  const client = currentQueryClient();
  const keys = [
    ['conversations', 'list'],
    ['properties', 'list'],
    ['agentDashboard', 'inquiries', 1],
  ];
  for (const key of keys) client.setQueryData(key, []);
  answer = PORTAL;
  await sendOrQueue(draft('Hello'));
  answer = ok;
  follow();
  await settle();
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, false, false]);
  client.clear();
});

describe('what a form sends', () => {
  const comment = (text: string) => callApi('lists.comment', { params: { id: 3, itemId: 4 }, body: { text } });
  const keys = () => calls.map(({ init }) => new Headers(init.headers).get('idempotency-key'));
  const lose = () => Promise.reject(new TypeError('the line broke'));
  const applied = () => Response.json({ success: false, code: 'already_applied', error: 'x' }, { status: 409 });

  afterEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  test.each([
    ['the line broke', lose],
    ['an intermediary answered', () => Promise.resolve(new Response('Bad gateway', { status: 502 }))],
    [
      'the server failed',
      () => Promise.resolve(Response.json({ success: false, code: 'internal', error: 'x' }, { status: 500 })),
    ],
  ])('keeps its key where %s, and is done when the server says that it has it', async (_what, lost) => {
    usePlatform('browser');
    answer = lost;
    await expect(comment('Near the station')).rejects.toThrow();
    answer = applied;
    await expect(comment('Near the station')).resolves.toBeNull();
    expect(keys()[0]).toMatch(/^[\w-]{8,64}$/);
    expect(keys()[1]).toBe(keys()[0]);
  });

  test('has a key of its own after an answer, in other words, and after a day', async () => {
    await comment('One');
    await comment('One');
    answer = () => Response.json({ success: false, code: 'invalid_input', error: 'x' }, { status: 400 });
    await expect(comment('Two')).rejects.toBeInstanceOf(ApiFailure);
    answer = lose;
    for (const text of ['Two', 'Three']) await expect(comment(text)).rejects.toBeInstanceOf(NetworkFailure);
    vi.setSystemTime(START + 25 * 3_600_000);
    await expect(comment('Three')).rejects.toBeInstanceOf(NetworkFailure);
    expect(new Set(keys()).size).toBe(6);
  });

  test('pressed twice goes out under one key', async () => {
    await Promise.all([comment('Twice'), comment('Twice')]);
    expect(new Set(keys()).size).toBe(1);
  });

  test('belongs to the person: another one, and a guest, has another key', async () => {
    answer = lose;
    await comment('Mine').catch(() => undefined);
    storeSession({ id: 2 } as User, 'token', false);
    await comment('Mine').catch(() => undefined);
    clearSession();
    await comment('Mine').catch(() => undefined);
    storeSession({ id: 1 } as User, 'token', false);
    await comment('Mine').catch(() => undefined);
    expect(new Set(keys()).size).toBe(3);
    expect(keys()[3]).toBe(keys()[0]);
  });
});
