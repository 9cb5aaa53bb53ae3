import type { z } from 'zod';
import type {
  ClientStage,
  DeskClient,
  DeskRow,
  deskCalls,
  QueueCounts,
  QueueView,
} from '#shared/contracts/desk.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { type Message, msg } from '#shared/messages.ts';

export type QueuePage = z.infer<typeof deskCalls.queue.answer>;

export type ClientChange = Omit<z.input<typeof deskCalls.update.body>, 'expected_version'>;

/** The row as it will be after a change, as far as the browser can know it before the answer. */
export function changedRow(row: DeskRow, change: ClientChange, now: Date): DeskRow {
  const { done, snoozed_until } = change;
  const { stage = row.stage, next_action = row.next_action, next_action_on = row.next_action_on } = change;
  const next = { ...row, stage, next_action, next_action_on };
  if (snoozed_until !== undefined) {
    next.snoozed_until = snoozed_until;
    if (snoozed_until !== null) next.done_at = null;
  }
  if (done !== undefined) {
    next.done_at = done ? now.toISOString() : null;
    if (done) next.snoozed_until = null;
  }
  return next;
}

export function changedClient(client: DeskClient, change: ClientChange, now: Date): DeskClient {
  const { budget_min = client.budget_min, budget_max = client.budget_max, wishes = client.wishes } = change;
  return { ...client, row: changedRow(client.row, change, now), budget_min, budget_max, wishes };
}

const isSnoozed = (row: DeskRow, now: Date) =>
  row.snoozed_until !== null && Date.parse(row.snoozed_until) > now.getTime();

/** The change that takes `change` back; budget and wishes are known once the client was opened. */
export function inverseOf(change: ClientChange, row: DeskRow, client: DeskClient | undefined, now: Date) {
  const inverse: ClientChange = {};
  if (change.stage !== undefined) inverse.stage = row.stage;
  if (change.next_action !== undefined) inverse.next_action = row.next_action;
  if (change.next_action_on !== undefined) inverse.next_action_on = row.next_action_on;
  if (client && change.wishes !== undefined) inverse.wishes = client.wishes;
  if (client && change.budget_min !== undefined) inverse.budget_min = client.budget_min;
  if (client && change.budget_max !== undefined) inverse.budget_max = client.budget_max;
  // Done ends a snooze and the other way round, so each comes back by itself.
  if (change.done !== undefined || change.snoozed_until !== undefined) {
    if (row.done_at !== null) inverse.done = true;
    else if (isSnoozed(row, now)) inverse.snoozed_until = row.snoozed_until;
    else Object.assign(inverse, { done: false, snoozed_until: null });
  }
  return inverse;
}

/** Sorts today's clients: viewings by hour, next actions by day, ended snoozes by day; null: not due today. */
function dueToday(row: DeskRow, now: Date): string | null {
  const { next_action_on: day, next_viewing_at: viewing, waiting_since: since } = row;
  const today = manilaDay(now);
  const waiting = since ?? '';
  if (viewing !== null && manilaDay(viewing) <= today) return `0 ${viewing} ${waiting}`;
  if (day !== null && day <= today) return `1 ${day} ${waiting}`;
  const isBack = row.waiting_for === 'reminder' && row.done_at === null && !isSnoozed(row, now);
  return isBack ? `2 ${waiting}` : null;
}

/** The sort key of a row in a view; null where it is not in it. The server decides; this is the early result. */
function placeIn(view: QueueView, row: DeskRow, now: Date): string | null {
  if (view === 'all') return row.last.at;
  if (view === 'done') return row.done_at;
  if (view === 'today') return dueToday(row, now);
  if (view === 'snoozed') return isSnoozed(row, now) ? row.snoozed_until : null;
  if (row.done_at !== null || isSnoozed(row, now)) return null;
  if (view === 'needs_me') return row.waiting_since;
  return row.waiting_since === null ? row.awaiting_since : null;
}

export const isInView = (view: QueueView, row: DeskRow, now: Date): boolean => placeIn(view, row, now) !== null;

const countedViews = ['needs_me', 'today', 'waiting', 'snoozed', 'done'] as const;

/** The counts once `before` has become `after`; undefined: the row was not known. */
export function countsAfter(counts: QueueCounts, before: DeskRow | undefined, after: DeskRow, now: Date) {
  if (!before) return counts;
  const next = { ...counts };
  for (const view of countedViews) {
    const difference = Number(isInView(view, after, now)) - Number(isInView(view, before, now));
    next[view] = Math.max(0, next[view] + difference);
  }
  return next;
}

/** Below zero if `a` comes first: the longest waiting or the next due; in done and all: the latest. */
function compareIn(view: QueueView, a: DeskRow, b: DeskRow, now: Date): number {
  const [placeA, placeB] = [placeIn(view, a, now) ?? '', placeIn(view, b, now) ?? ''];
  const order = placeA === placeB ? a.id - b.id : placeA < placeB ? -1 : 1;
  return view === 'done' || view === 'all' ? -order : order;
}

/** Puts a row into its place in the loaded part of a queue, or removes it. @param view null: no part of this queue. */
export function mergeRow(pages: readonly QueuePage[], view: QueueView | null, row: DeskRow, now: Date) {
  const without = pages.map((page) => ({ ...page, rows: page.rows.filter(({ id }) => id !== row.id) }));
  if (view === null || !isInView(view, row, now)) return without;
  const target =
    without.find(({ rows }) => rows.some((other) => compareIn(view, row, other, now) < 0)) ??
    without.findLast(({ next }) => next === null);
  return without.map((page) => {
    if (page !== target) return page;
    const at = page.rows.findIndex((other) => compareIn(view, row, other, now) < 0);
    return { ...page, rows: at < 0 ? [...page.rows, row] : page.rows.toSpliced(at, 0, row) };
  });
}

/** Changes the row where it stands: found rows stay. */
export const replaceRow = (pages: readonly QueuePage[], row: DeskRow): QueuePage[] =>
  pages.map((page) => ({ ...page, rows: page.rows.map((other) => (other.id === row.id ? row : other)) }));

const isDoneOrSnoozed = (row: DeskRow, now: Date) => row.done_at !== null || isSnoozed(row, now);

export interface ShownQueue {
  rows: readonly DeskRow[];
  /** Put aside while the order was held: undo brings these clients back to their places. */
  left: ReadonlySet<number>;
  /** How many have come that are not shown yet. */
  news: number;
}

interface ShowOptions {
  /** The pointer or the focus is in the queue: rows must not move below it. */
  isHeld: boolean;
  view: QueueView;
  selectedId: number | null;
  /** The row as it is known now, also where it has left this part of the queue. */
  latest(id: number): DeskRow | undefined;
  /** Rows of a page that was requested since. */
  added: ReadonlySet<number>;
  /** The client has another agent by now, and this queue shows only own clients. */
  isElsewhere?(row: DeskRow): boolean;
  now: Date;
}

/** The shown part of a changed queue: while held, its order stays and new rows wait; finished rows leave at once. */
export function showQueue(
  before: ShownQueue | null,
  fresh: readonly DeskRow[],
  { isHeld, view, selectedId, latest, added, isElsewhere, now }: ShowOptions,
): ShownQueue {
  const inQueue = new Map(fresh.map((row) => [row.id, row]));
  const isPutAway = (row: DeskRow) =>
    isElsewhere?.(row) ||
    (view === 'done' || view === 'snoozed'
      ? !isDoneOrSnoozed(row, now)
      : view !== 'all' && view !== 'today' && isDoneOrSnoozed(row, now));
  const stays = (row: DeskRow) =>
    inQueue.has(row.id) || ((isHeld || row.id === selectedId) && !isPutAway(latest(row.id) ?? row));

  if (!before) return { rows: fresh, left: new Set(), news: 0 };
  const kept = before.rows.filter(stays).map((row) => inQueue.get(row.id) ?? latest(row.id) ?? row);
  if (!isHeld) {
    const rows = [...fresh];
    for (const row of kept)
      if (!inQueue.has(row.id))
        rows.splice(
          before.rows.findIndex(({ id }) => id === row.id),
          0,
          row,
        );
    return { rows, left: new Set(), news: 0 };
  }
  const left = new Set([...before.left, ...before.rows.filter((row) => !stays(row)).map(({ id }) => id)]);
  const rows = [...kept];
  const isShown = new Set(kept.map(({ id }) => id));
  let news = 0;
  for (const [at, row] of fresh.entries()) {
    if (isShown.has(row.id)) continue;
    if (!left.has(row.id) && !added.has(row.id)) {
      news += 1;
      continue;
    }
    // After the one it follows in the queue.
    const previous = fresh.slice(0, at).findLast(({ id }) => isShown.has(id));
    rows.splice(previous ? rows.findIndex(({ id }) => id === previous.id) + 1 : 0, 0, row);
    isShown.add(row.id);
    left.delete(row.id);
  }
  return { rows, left, news };
}

/** The client after another one in the shown queue; the one before at the end. */
export function neighbourOf(rows: readonly DeskRow[], id: number | null, step: 1 | -1): DeskRow | undefined {
  const at = rows.findIndex((row) => row.id === id);
  if (at < 0) return step === 1 ? rows[0] : undefined;
  return rows[at + step];
}

export const stageLabel: Record<ClientStage, Message> = {
  new: msg('New'),
  talking: msg('Talking'),
  viewing: msg('Viewing'),
  offer: msg('Offer'),
  won: msg('Won'),
  lost: msg('Lost'),
};

/** In the order a client goes through them; the keys 1 to 6 select them. */
export const stages = Object.keys(stageLabel) as readonly ClientStage[];
