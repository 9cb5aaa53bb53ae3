// @vitest-environment happy-dom
import { type InfiniteData, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeskClient, DeskRow } from '#shared/contracts/desk.ts';
import type { QueuePage } from '#web/features/desk/deskData.ts';
import {
  clientQuery,
  deskQuery,
  queueQuery,
  refreshClients,
  useMarkRead,
  useUpdateClient,
} from '#web/features/desk/queries.ts';
import '#web/features/desk/sending.ts';
import { undoLast } from '#web/features/desk/undo.ts';
import { flushOutbox, readOutbox } from '#web/features/offline/index.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { toasts } from '#web/ui/dialogs/showToast.ts';
import { aDeskRow } from './aDeskRow.ts';
import { storeSignedIn } from './rendering.tsx';

const client = currentQueryClient();
const counts = { needs_me: 2, today: 0, waiting: 0, snoozed: 0, done: 0 };

const aRow = (id: number) =>
  aDeskRow(id, `2026-11-0${id}T00:00:00.000Z`, {
    agent: { id: AGENT, name: 'Marco' },
    unread: 2,
    version: 7,
  });

/** The server: its rows, the requested changes, and whether it refuses. */
let rows: Map<number, DeskRow>;
let bodies: Record<string, unknown>[];
let refusal: string | null;
let gate: Promise<void>;
let isAway: boolean;
const AGENT = 2;

beforeEach(() => {
  rows = new Map([1, 2].map((id) => [id, aRow(id)]));
  bodies = [];
  refusal = null;
  gate = Promise.resolve();
  isAway = false;
  storeSignedIn(AGENT, { role: 'agent' });
  const queue = (): QueuePage => ({
    rows: [...rows.values()].filter((row) => !row.done_at),
    next: null,
    counts,
  });
  client.setQueryData(queueQuery('needs_me').queryKey, { pages: [queue()], pageParams: [undefined] });
  client.setQueryData(deskQuery().queryKey, { counts, agenda: [] });
  client.setQueryData(clientQuery(1).queryKey, { row: aRow(1), wishes: 'A garden' } as DeskClient);
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    if (isAway) throw new TypeError('Failed to fetch');
    if (init?.method !== 'PUT') {
      const asked = url.includes('ids=')
        ? { rows: [...rows.values()], next: null, counts }
        : { counts, agenda: [] };
      return Response.json({ success: true, data: asked });
    }
    const id = Number(/clients\/(\d+)/.exec(url)?.[1]);
    await gate;
    if (url.endsWith('/read')) {
      bodies.push({ read: id });
      return Response.json({ success: true, data: { read: 2 } });
    }
    const body = JSON.parse(String(init.body));
    bodies.push(body);
    const before = rows.get(id) ?? aRow(id);
    const isOld = body.expected_version !== undefined && body.expected_version !== before.version;
    if (refusal || isOld)
      return Response.json(
        { success: false, code: 'changed_meanwhile', error: refusal ?? 'Another version' },
        { status: 409 },
      );
    const { expected_version: _seen, done, ...plain } = body;
    const after = { ...before, ...plain, version: before.version + 1 };
    if (done !== undefined) after.done_at = done ? '2026-11-23T00:00:00.000Z' : null;
    rows.set(id, after);
    return Response.json({ success: true, data: after });
  };
});

afterEach(() => {
  cleanup();
  client.clear();
  localStorage.clear();
  vi.useRealTimers();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const shownIds = () =>
  client
    .getQueryData<InfiniteData<QueuePage>>(queueQuery('needs_me').queryKey)
    ?.pages.flatMap((page) => page.rows.map(({ id }) => id));
const words = () => toasts.get().map(({ text }) => text);
const renderUpdate = () => renderHook(() => useUpdateClient(), { wrapper }).result.current;

it('an act is seen before the server has it, goes with the version that was seen, and is taken back by u', async () => {
  const update = renderUpdate();
  let open: () => void = () => undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const held = update(1, { done: true }, 'Client 1 is done');
  await waitFor(() => expect(shownIds()).toEqual([2]));
  expect(client.getQueryData(deskQuery().queryKey)?.counts).toMatchObject({ needs_me: 1, done: 1 });
  expect(client.getQueryData(clientQuery(1).queryKey)?.row.done_at).not.toBeNull();
  expect(words()).toContain('Client 1 is done');
  await act(async () => open());
  expect(await held).toBe(true);
  expect(bodies).toEqual([{ done: true, expected_version: 7 }]);

  act(undoLast);
  await waitFor(() => expect(bodies[1]).toEqual({ done: false, snoozed_until: null }));
  await waitFor(() => expect(shownIds()).toEqual([1, 2]));
  expect(words()).toContain('Undone: Client 1 is done');
  expect(words()).not.toContain('Client 1 is done');
  // No step is taken back twice.
  act(undoLast);
  expect(words()).toContain('There is nothing to undo');
  expect(bodies).toHaveLength(2);
});

it('what the server refuses is taken back, told, and no longer offered for undo', async () => {
  const update = renderUpdate();
  refusal = 'Somebody changed this client meanwhile.';
  expect(await update(1, { done: true }, 'Client 1 is done')).toBe(false);
  expect(shownIds()).toEqual([1, 2]);
  expect(client.getQueryData(clientQuery(1).queryKey)?.row.done_at).toBeNull();
  expect(words()).toContain('Somebody changed this client meanwhile.');
  expect(words()).not.toContain('Client 1 is done');
  act(undoLast);
  expect(words()).toContain('There is nothing to undo');
});

it('two acts on one client go one after the other, the second with the version the first has made', async () => {
  const update = renderUpdate();
  const both = [update(1, { stage: 'offer' }, 'Stage: Offer'), update(1, { done: true }, 'Client 1 is done')];
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(bodies).toEqual([{ stage: 'offer' }, { done: true, expected_version: 8 }]);
  await waitFor(() =>
    expect(client.getQueryData(clientQuery(1).queryKey)?.row).toMatchObject({ stage: 'offer', version: 9 }),
  );
  expect(client.getQueryData(clientQuery(1).queryKey)?.row.done_at).not.toBeNull();
});

const unsent = () => readOutbox(AGENT);

it('without a server an act is seen at once and waits; two on one client are one, and arrive once', async () => {
  const update = renderUpdate();
  isAway = true;
  expect(await update(1, { stage: 'offer' }, 'Stage: Offer')).toBe(true);
  expect(await update(1, { done: true }, 'Client 1 is done')).toBe(true);
  expect(shownIds()).toEqual([2]);
  expect(await unsent()).toMatchObject([{ kind: 'deskChange', detail: 'Stage: Offer\nClient 1 is done' }]);
  // Later answers of the server with the old data do not revert it.
  isAway = false;
  await refreshClients(client, [1]);
  expect(shownIds()).toEqual([2]);
  await flushOutbox(AGENT);
  expect(bodies).toEqual([{ stage: 'offer', done: true, expected_version: 7 }]);
  expect(await unsent()).toEqual([]);
  expect(shownIds()).toEqual([2]);
});

it('what the server refuses of what waited is taken back, and told', async () => {
  const update = renderUpdate();
  isAway = true;
  await update(1, { done: true }, 'Client 1 is done');
  isAway = false;
  refusal = 'Something about this client has changed.';
  await flushOutbox(AGENT);
  expect(words()).toContain('Client 1: Something about this client has changed.');
  await waitFor(() => expect(shownIds()).toEqual([1, 2]));
  expect(await unsent()).toEqual([]);
});

it('put off and then done without a server is done', async () => {
  const update = renderUpdate();
  isAway = true;
  await update(1, { snoozed_until: '2026-12-01T00:00:00.000Z' }, 'Client 1 comes back');
  await update(1, { done: true }, 'Client 1 is done');
  isAway = false;
  await flushOutbox(AGENT);
  expect(bodies).toEqual([{ done: true, expected_version: 7 }]);
});

it('of a client that was opened wishes are taken back too', async () => {
  const update = renderUpdate();
  await update(1, { wishes: 'A balcony' }, 'Wishes saved');
  expect(client.getQueryData(clientQuery(1).queryKey)?.wishes).toBe('A balcony');
  act(undoLast);
  await waitFor(() => expect(bodies[1]).toEqual({ wishes: 'A garden' }));
});

it('twenty steps can be taken back, the latest first', async () => {
  const update = renderUpdate();
  for (let step = 1; step <= 22; step++) await update(2, { next_action: `Step ${step}` }, `Step ${step} planned`);
  bodies = [];
  for (let step = 22; step >= 3; step--) {
    act(undoLast);
    await waitFor(() => expect(bodies).toHaveLength(23 - step));
    expect(bodies.at(-1)).toEqual({ next_action: step === 1 ? null : `Step ${step - 1}` });
  }
  act(undoLast);
  expect(words()).toContain('There is nothing to undo');
  expect(bodies).toHaveLength(20);
});

it('words count as read after a second before somebody’s eyes, and not sooner', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  renderHook(() => useMarkRead(1), { wrapper });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(bodies).toEqual([]);
  hasFocus.mockReturnValue(true);
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(900);
  expect(bodies).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(bodies).toEqual([{ read: 1 }]);
  await waitFor(() => expect(client.getQueryData(clientQuery(1).queryKey)?.row.unread).toBe(0));
});
