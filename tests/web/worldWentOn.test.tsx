// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#shared/contracts/auth.ts';
import { VERSION_HEADER, VERSION_META } from '#shared/pageRendering.ts';
import { catchUp, markOutdated } from '#web/app/useWorld.ts';
import { isInView } from '#web/features/desk/deskData.ts';
import { ApiFailure, callApi, NetworkFailure } from '#web/lib/apiClient.ts';
import { keyOf } from '#web/lib/apiQueries.ts';
import { shortRelativeTime } from '#web/lib/dates.ts';
import { KEPT_AT_HEADER } from '#web/lib/keptAnswers.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { noteServerTime, serverNow } from '#web/lib/serverTime.ts';
import { checkSocket, connectSocket, currentConnection } from '#web/lib/socket.ts';
import { useNow } from '#web/lib/useNow.ts';
import { keptAnswerAt, newVersion } from '#web/lib/workerNews.ts';
import { followWorld, listenToWorld, type News, tellWorld } from '#web/lib/worldWentOn.ts';
import { currentPlatform, setPlatform } from '#web/platform/platform.ts';
import { clearSession, storeSession } from '#web/platform/sessionStorage.ts';
import { ConnectionNotice } from '#web/ui/states/ConnectionNotice.tsx';
import { aDeskRow } from './aDeskRow.ts';

/** 23:58 in Manila. */
const EVENING = new Date('2026-11-29T15:58:00.000Z');
const HOUR_MS = 3_600_000;

/** Socket.IO's socket, whose server can stop answering without a word. */
const wire = vi.hoisted(() => ({
  isDead: false,
  connected: false,
  connects: 0,
  handlers: new Map<string, (...given: unknown[]) => void>(),
}));
vi.mock('socket.io-client', () => ({
  io: () => {
    const socket = {
      get connected() {
        return wire.connected;
      },
      active: true,
      io: { engine: null },
      on: (name: string, handler: () => void) => wire.handlers.set(name, handler),
      off: () => wire.handlers.clear(),
      emit: () => undefined,
      timeout: (ms: number) => ({
        emitWithAck: () =>
          wire.isDead
            ? new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), ms))
            : Promise.resolve({ success: true }),
      }),
      disconnect() {
        if (wire.connected) {
          wire.connected = false;
          wire.handlers.get('disconnect')?.('io client disconnect');
        }
        return socket;
      },
      connect() {
        wire.connects += 1;
        return socket;
      },
    };
    return socket;
  },
}));
function lineIsBack(): void {
  wire.isDead = false;
  wire.connected = true;
  wire.handlers.get('connect')?.();
}

let visibility: DocumentVisibilityState = 'visible';
Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
function turn(next: DocumentVisibilityState): void {
  visibility = next;
  document.dispatchEvent(new Event('visibilitychange'));
}

const stops: (() => void)[] = [];
const headersAt = (time: number) => new Headers({ date: new Date(time).toUTCString() });

beforeEach(() => {
  vi.useFakeTimers({ now: EVENING });
  visibility = 'visible';
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  cleanup();
  currentQueryClient().clear();
  clearSession();
  newVersion.set(null);
  keptAnswerAt.set(null);
  noteServerTime(headersAt(Date.now()), Date.now());
  Object.assign(wire, { isDead: false, connected: false, connects: 0 });
  document.head.replaceChildren();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function follow(check = async () => true) {
  const heard: News[] = [];
  const bursts: { news: News[]; isHidden: boolean }[] = [];
  stops.push(
    listenToWorld((news) => heard.push(news)),
    followWorld({ check, catchUp: (news, isHidden) => bursts.push({ news: [...news], isHidden }) }),
  );
  return { heard, bursts };
}

describe('the day', () => {
  test('turns at midnight in Manila, with words and answers', async () => {
    const { heard, bursts } = follow();
    const { result } = renderHook(useNow);
    await act(() => vi.advanceTimersByTimeAsync(119_000));
    expect(heard).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(heard).toEqual(['day']);
    expect(bursts).toEqual([{ news: ['day'], isHidden: false }]);
    expect(result.current.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-11-29T16:00:00.000Z'));
  });

  test('turns once where the page was out of sight or asleep at midnight', async () => {
    const { heard, bursts } = follow();
    turn('hidden');
    vi.setSystemTime('2026-11-29T18:00:00.000Z');
    turn('visible');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(heard).toEqual(['visible', 'day']);
    expect(bursts).toHaveLength(1);
    vi.setSystemTime('2026-11-30T18:00:00.000Z');
    await vi.advanceTimersByTimeAsync(12_000);
    expect(heard.filter((news) => news === 'day')).toHaveLength(2);
    expect(bursts).toHaveLength(2);
  });

  test("is the server's: a clock two hours ahead changes neither day nor snooze", async () => {
    const server = Date.now();
    const { heard } = follow();
    vi.setSystemTime(server + 2 * HOUR_MS);
    noteServerTime(headersAt(server), Date.now());
    expect(Math.abs(serverNow().getTime() - server)).toBeLessThan(1_500);
    const snoozed = aDeskRow(1, new Date(server).toISOString(), {
      snoozed_until: new Date(server + HOUR_MS).toISOString(),
    });
    expect(isInView('snoozed', snoozed, serverNow())).toBe(true);
    expect(isInView('needs_me', snoozed, serverNow())).toBe(false);
    expect(heard).toEqual([]);
    const { result } = renderHook(useNow);
    expect(shortRelativeTime(new Date(server).toISOString(), result.current)).toBe('Just now');
    // The clock is put right.
    vi.setSystemTime(server);
    noteServerTime(headersAt(server), Date.now());
    expect(serverNow().getTime()).toBe(server);
  });

  test('needs no correction for what an answer cannot tell exactly', () => {
    noteServerTime(headersAt(Date.now() - 1_400), Date.now() - 300);
    expect(serverNow().getTime()).toBe(Date.now());
    // It took as long as a machine that slept.
    noteServerTime(headersAt(Date.now() - HOUR_MS), Date.now() - HOUR_MS);
    expect(serverNow().getTime()).toBe(Date.now());
  });
});

describe('a page that is seen again', () => {
  test('catches up once where it was away for a while, and not after a glance elsewhere', async () => {
    const { heard, bursts } = follow();
    turn('hidden');
    await vi.advanceTimersByTimeAsync(20_000);
    turn('visible');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bursts).toEqual([]);
    turn('hidden');
    await vi.advanceTimersByTimeAsync(40_000);
    turn('visible');
    tellWorld('woken');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard).toEqual(['visible', 'woken']);
    expect(bursts).toEqual([{ news: ['visible', 'woken'], isHidden: false }]);
  });

  test('asks first whether the connection lives; a dead one is made anew, and then what is shown is fetched once', async () => {
    const { bursts } = follow(async () => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return false;
    });
    tellWorld('woken');
    await vi.advanceTimersByTimeAsync(3_500);
    expect(bursts).toEqual([]);
    tellWorld('reconnected');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(bursts).toEqual([{ news: ['woken', 'reconnected'], isHidden: false }]);
  });

  test('fetches what is shown without a live connection too', async () => {
    const { bursts } = follow(async () => false);
    tellWorld('woken');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(bursts).toHaveLength(1);
  });

  test('fetches when it is seen what came while it was hidden', async () => {
    const { bursts } = follow();
    turn('hidden');
    tellWorld('reconnected');
    await vi.advanceTimersByTimeAsync(1_000);
    turn('visible');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bursts.map(({ isHidden }) => isHidden)).toEqual([true, false]);
  });
});

describe('the live connection', () => {
  async function connect(): Promise<void> {
    // Compiled when it is first asked for.
    await import('#web/lib/socketClient.ts');
    stops.push(connectSocket({ token: 'token', userId: 7 }));
    await vi.waitFor(() => expect(wire.handlers.has('connect')).toBe(true));
    lineIsBack();
  }

  test('that died without a word is found within three seconds and made anew', async () => {
    const { heard } = follow(checkSocket);
    await connect();
    expect(heard).toEqual(['connected']);
    expect(await checkSocket()).toBe(true);
    wire.isDead = true;
    tellWorld('woken');
    await vi.advanceTimersByTimeAsync(2_900);
    expect(currentConnection()).toBe('online');
    await vi.advanceTimersByTimeAsync(200);
    expect(currentConnection()).toBe('connecting');
    expect(wire.connects).toBe(1);
    lineIsBack();
    expect(heard).toEqual(['connected', 'woken', 'reconnected']);
  });

  test('is missed within five seconds on the Desk and in lists', async () => {
    follow(checkSocket);
    render(<ConnectionNotice />);
    await act(connect);
    wire.isDead = true;
    await act(async () => tellWorld('woken'));
    await act(() => vi.advanceTimersByTimeAsync(4_900));
    expect(screen.getByRole('status').textContent).toBe('Connecting…');
    act(lineIsBack);
    expect(screen.getByRole('status').textContent).toBe('You are connected again.');
  });
});

describe('what is shown', () => {
  const client = currentQueryClient();

  function show(queryKey: readonly unknown[]) {
    const ask = vi.fn(async () => 'an answer');
    const observer = new QueryObserver(client, { queryKey, queryFn: ask });
    stops.push(observer.subscribe(() => undefined));
    return ask;
  }
  const desk = keyOf('desk.get', { query: {} });
  const messages = keyOf('conversations.messages', { params: { id: 1 } });
  const listings = keyOf('properties.list', { query: {} });
  const lists = keyOf('lists.list');

  test('is fetched once, what is not shown when it is opened', async () => {
    const asked = [show(desk), show(messages), show(listings)];
    client.setQueryData(lists, []);
    await vi.advanceTimersByTimeAsync(10);
    await catchUp(client, new Set(['visible', 'reconnected']), false);
    expect(asked.map((ask) => ask.mock.calls.length)).toEqual([2, 2, 2]);
    expect(client.getQueryState(lists)?.isInvalidated).toBe(true);
  });

  test('of a new page, only what is pushed is asked for again', async () => {
    const asked = [show(desk), show(messages), show(listings)];
    await vi.advanceTimersByTimeAsync(10);
    await catchUp(client, new Set(['connected']), false);
    expect(asked.map((ask) => ask.mock.calls.length)).toEqual([2, 2, 1]);
  });

  test('marks no message as read in a window that nobody sees', async () => {
    const asked = [show(desk), show(messages)];
    await vi.advanceTimersByTimeAsync(10);
    await catchUp(client, new Set(['reconnected']), true);
    expect(asked.map((ask) => ask.mock.calls.length)).toEqual([2, 1]);
  });

  test('changes that are heard between two screens make their lists outdated, without a request', async () => {
    client.setQueryData(lists, []);
    client.setQueryData(keyOf('desk.client', { params: { id: 3 } }), {} as never);
    client.setQueryData(keyOf('desk.client', { params: { id: 4 } }), {} as never);
    const shown = show(keyOf('viewings.list', { query: {} }));
    await vi.advanceTimersByTimeAsync(10);
    await markOutdated(client, 'list_changed', { listId: 1 });
    await markOutdated(client, 'client_changed', { clientId: 3 });
    await markOutdated(client, 'viewing_changed', { viewingId: 1, status: 'confirmed' });
    const isOutdated = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
    expect(isOutdated(lists)).toBe(true);
    expect(isOutdated(keyOf('desk.client', { params: { id: 3 } }))).toBe(true);
    // A viewing may be any client's.
    expect(isOutdated(keyOf('desk.client', { params: { id: 4 } }))).toBe(true);
    expect(shown).toHaveBeenCalledTimes(1);
  });
});

describe('an answer', () => {
  let answer: (init: RequestInit) => Promise<Response>;
  const silence = ({ signal }: RequestInit) =>
    new Promise<Response>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
    );
  beforeEach(() => {
    setPlatform({ ...currentPlatform(), fetch: (_path, init) => answer(init) });
  });

  test('to a read is waited for no longer than 20 s; the caller may end it sooner', async () => {
    answer = silence;
    const failure = vi.fn((error: unknown) => error);
    const read = callApi('site.get').catch(failure);
    await vi.advanceTimersByTimeAsync(19_900);
    expect(failure).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(await read).toBeInstanceOf(NetworkFailure);

    const own = new AbortController();
    const ended = callApi('site.get', {}, { signal: own.signal }).catch((error: unknown) => error);
    own.abort();
    expect(await ended).toMatchObject({ name: 'AbortError' });
  });

  test('that comes in time is not disturbed, and a change is not cut off', async () => {
    const asked: RequestInit[] = [];
    answer = async (init) => {
      asked.push(init);
      return Response.json({ success: true, data: {} });
    };
    await callApi('site.get');
    storeSession({ id: 1 } as User, 'token', false);
    await callApi('auth.logout').catch((error: unknown) => expect(error).toBeInstanceOf(ApiFailure));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false, undefined]);
  });

  const telling = (version: string, headers: Record<string, string> = {}) =>
    Response.json({ success: true, data: {} }, { headers: { [VERSION_HEADER]: version, ...headers } });

  test('of another version says so at once; a copy and the same version do not', async () => {
    const meta = document.createElement('meta');
    meta.name = VERSION_META;
    meta.content = 'one';
    document.head.append(meta);
    const { heard } = follow();
    answer = async () => telling('one');
    await callApi('site.get');
    answer = async () => telling('none', { [KEPT_AT_HEADER]: new Date().toISOString() });
    await callApi('site.get');
    expect(newVersion.get()).toBeNull();
    answer = async () => telling('two');
    await callApi('site.get');
    expect(newVersion.get()).not.toBeNull();
    expect(heard).toEqual(['version']);
  });
});
