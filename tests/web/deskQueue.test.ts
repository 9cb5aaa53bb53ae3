import { afterEach, describe, expect, test, vi } from 'vitest';
import type { DeskClient, DeskRow, QueueView } from '#shared/contracts/desk.ts';
import {
  changedRow,
  countsAfter,
  inverseOf,
  isInView,
  mergeRow,
  neighbourOf,
  type QueuePage,
  replaceRow,
  type ShownQueue,
  showQueue,
} from '#web/features/desk/deskData.ts';
import { morningOf, previewOf, rowTime, snoozeChoices, whenNext } from '#web/features/desk/inbox/QueueRow.tsx';
import { aDeskRow } from './aDeskRow.ts';

/** A Monday, two in the afternoon in Manila. */
const now = new Date('2026-11-23T06:00:00.000Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
const ahead = (hours: number) => ago(-hours);

const aRow = (id: number, changes: Partial<DeskRow> = {}) => aDeskRow(id, ago(100 - id), changes);

const counts = { needs_me: 3, today: 0, waiting: 0, snoozed: 0, done: 0 };
const aPage = (rows: DeskRow[], next: string | null = null): QueuePage => ({ rows, next, counts });
const ids = (rows: readonly DeskRow[]) => rows.map(({ id }) => id);
const idsOf = (pages: readonly QueuePage[]) => pages.map(({ rows }) => ids(rows));

describe('the parts of the queue', () => {
  const viewsOf = (changes: Partial<DeskRow>) =>
    (['needs_me', 'today', 'waiting', 'snoozed', 'done', 'all'] as QueueView[]).filter((view) =>
      isInView(view, aRow(1, changes), now),
    );

  test.each<[string, Partial<DeskRow>, QueueView[]]>([
    ['who waits', {}, ['needs_me', 'all']],
    ['whom the agent waits for', { waiting_since: null, awaiting_since: ago(1) }, ['waiting', 'all']],
    ['who waits and is waited for', { awaiting_since: ago(1) }, ['needs_me', 'all']],
    ['who is done', { done_at: ago(1) }, ['done', 'all']],
    ['who is put off', { snoozed_until: ahead(1) }, ['snoozed', 'all']],
    ['who is back', { snoozed_until: ago(1) }, ['needs_me', 'all']],
    ['who was put off until now', { waiting_for: 'reminder' }, ['needs_me', 'today', 'all']],
    ['who is put off again', { waiting_for: 'reminder', snoozed_until: ahead(1) }, ['snoozed', 'all']],
    ['who was put off, and is done', { waiting_for: 'reminder', done_at: ago(1) }, ['done', 'all']],
    ['who is seen tonight', { next_viewing_at: ahead(5) }, ['needs_me', 'today', 'all']],
    ['who is seen tomorrow', { next_viewing_at: ahead(11) }, ['needs_me', 'all']],
    ['what was to be done', { next_action_on: '2026-11-20' }, ['needs_me', 'today', 'all']],
    ['what is to be done tomorrow', { next_action_on: '2026-11-24' }, ['needs_me', 'all']],
  ])('%s', (_, changes, views) => expect(viewsOf(changes)).toEqual(views));

  test('are counted anew by what becomes of a row', () => {
    const row = aRow(1);
    const done = changedRow(row, { done: true }, now);
    expect(countsAfter(counts, row, done, now)).toEqual({ ...counts, needs_me: 2, done: 1 });
    expect(countsAfter({ ...counts, needs_me: 2, done: 1 }, done, row, now)).toEqual(counts);
    expect(countsAfter(counts, undefined, done, now)).toEqual(counts);
    expect(countsAfter({ ...counts, needs_me: 0 }, row, done, now).needs_me).toBe(0);
  });
});

describe('a change', () => {
  const row = aRow(1);

  test('is seen in the row at once', () => {
    expect(changedRow(row, { stage: 'offer', next_action: 'Call', next_action_on: '2026-11-24' }, now)).toEqual({
      ...row,
      stage: 'offer',
      next_action: 'Call',
      next_action_on: '2026-11-24',
    });
    expect(changedRow(aRow(1, { snoozed_until: ahead(2) }), { done: true }, now)).toMatchObject({
      done_at: now.toISOString(),
      snoozed_until: null,
    });
    expect(changedRow(aRow(1, { done_at: ago(2) }), { snoozed_until: ahead(2) }, now)).toMatchObject({
      done_at: null,
      snoozed_until: ahead(2),
    });
  });

  test('is taken back by its inverse, whole', () => {
    const client = { row, wishes: 'A garden', budget_min: 1, budget_max: null } as DeskClient;
    const states = [row, aRow(1, { done_at: ago(2) }), aRow(1, { snoozed_until: ahead(9) })];
    for (const state of states)
      for (const change of [
        { done: true },
        { done: false },
        { snoozed_until: ahead(3) },
        { snoozed_until: null },
      ]) {
        const changed = changedRow(state, change, now);
        const back = changedRow(changed, inverseOf(change, state, client, now), now);
        expect(isInView('needs_me', back, now)).toBe(isInView('needs_me', state, now));
        expect(back.snoozed_until).toBe(state.snoozed_until);
        expect(back.done_at === null).toBe(state.done_at === null);
      }
    expect(inverseOf({ wishes: null, budget_min: 5, stage: 'won' }, row, client, now)).toEqual({
      stage: 'new',
      wishes: 'A garden',
      budget_min: 1,
    });
  });

  test('is never taken back by what the server refuses: done and a snooze, or a snooze that is over', () => {
    const inverses = [
      inverseOf({ done: true }, aRow(1, { snoozed_until: ahead(9) }), undefined, now),
      inverseOf({ done: true }, aRow(1, { snoozed_until: ago(9) }), undefined, now),
      inverseOf({ snoozed_until: ahead(1) }, aRow(1, { done_at: ago(1) }), undefined, now),
    ];
    expect(inverses).toEqual([{ snoozed_until: ahead(9) }, { done: false, snoozed_until: null }, { done: true }]);
  });
});

describe('the loaded part of a queue', () => {
  const pages = [aPage([aRow(10), aRow(20)], 'x'), aPage([aRow(30), aRow(40)], 'y')];

  test('takes a row in where it belongs', () => {
    expect(idsOf(mergeRow(pages, 'needs_me', aRow(25), now))).toEqual([
      [10, 20],
      [25, 30, 40],
    ]);
    expect(idsOf(mergeRow(pages, 'needs_me', aRow(5), now))).toEqual([
      [5, 10, 20],
      [30, 40],
    ]);
    expect(idsOf(mergeRow(pages, 'all', aRow(25), now))).toEqual([
      [25, 10, 20],
      [30, 40],
    ]);
  });

  test('leaves one that belongs after it for its page, unless there is none', () => {
    expect(idsOf(mergeRow(pages, 'needs_me', aRow(50), now))).toEqual([
      [10, 20],
      [30, 40],
    ]);
    const whole = [pages[0], aPage([aRow(30)])] as QueuePage[];
    expect(idsOf(mergeRow(whole, 'needs_me', aRow(50), now))).toEqual([
      [10, 20],
      [30, 50],
    ]);
    expect(idsOf(mergeRow([aPage([])], 'needs_me', aRow(50), now))).toEqual([[50]]);
  });

  test('moves a row that changed, lets it go where it is no more, and doing so twice changes nothing', () => {
    const moved = mergeRow(pages, 'needs_me', aRow(10, { waiting_since: ago(65) }), now);
    expect(idsOf(moved)).toEqual([[20], [30, 10, 40]]);
    expect(mergeRow(moved, 'needs_me', aRow(10, { waiting_since: ago(65) }), now)).toEqual(moved);
    expect(idsOf(mergeRow(pages, 'needs_me', aRow(20, { done_at: ago(1) }), now))).toEqual([[10], [30, 40]]);
  });

  test('that was searched for keeps what was found', () => {
    const found = replaceRow(pages, aRow(20, { done_at: ago(1) }));
    expect(idsOf(found)).toEqual([
      [10, 20],
      [30, 40],
    ]);
    expect(found[0]?.rows[1]?.done_at).toBe(ago(1));
  });

  test('of today is sorted by the hour of viewings, then by the day of what is to be done', () => {
    const rows = [
      aRow(1, { next_action_on: '2026-11-23' }),
      aRow(2, { next_viewing_at: ahead(3) }),
      aRow(3, { next_action_on: '2026-11-21' }),
      aRow(4, { next_viewing_at: ahead(1) }),
    ];
    const merged = rows.reduce((all, row) => mergeRow(all, 'today', row, now), [aPage([])]);
    expect(idsOf(merged)).toEqual([[4, 2, 3, 1]]);
  });
});

describe('what stands in the queue', () => {
  const rows = [aRow(1), aRow(2), aRow(3)];
  const whole: ShownQueue = { rows, left: new Set(), news: 0 };
  const options = {
    isHeld: true,
    view: 'needs_me' as QueueView,
    selectedId: null as number | null,
    latest: (_id: number): DeskRow | undefined => undefined,
    added: new Set<number>(),
    now,
  };
  const answered = aRow(2, { waiting_since: null });
  const done = aRow(2, { done_at: ago(0) });

  test('does not move while it is held; what came waits above', () => {
    const fresh = [aRow(0), ...rows, aRow(9)];
    const held = showQueue(whole, fresh, options);
    expect(ids(held.rows)).toEqual([1, 2, 3]);
    expect(held.news).toBe(2);
    const released = showQueue(held, fresh, { ...options, isHeld: false });
    expect(ids(released.rows)).toEqual([0, 1, 2, 3, 9]);
    expect(released.news).toBe(0);
  });

  test('keeps who left the queue by itself in its place, with what is known now', () => {
    const held = showQueue(whole, [aRow(1), aRow(3)], { ...options, latest: () => answered });
    expect(held.rows[1]).toBe(answered);
    expect(ids(showQueue(held, [aRow(1), aRow(3)], { ...options, isHeld: false }).rows)).toEqual([1, 3]);
  });

  test('lets go at once who is put aside, and shows them in their place when that is undone', () => {
    const without = showQueue(whole, [aRow(1), aRow(3)], { ...options, latest: () => done });
    expect(ids(without.rows)).toEqual([1, 3]);
    const back = showQueue(without, rows, options);
    expect(ids(back.rows)).toEqual([1, 2, 3]);
    expect(back.news).toBe(0);
  });

  test('keeps the selected one until another is selected, also while nothing is held', () => {
    const free = { ...options, isHeld: false, latest: () => answered };
    const kept = showQueue(whole, [aRow(1), aRow(3)], { ...free, selectedId: 2 });
    expect(ids(kept.rows)).toEqual([1, 2, 3]);
    expect(ids(showQueue(kept, [aRow(1), aRow(3)], { ...free, selectedId: 3 }).rows)).toEqual([1, 3]);
  });

  test('grows by the page that was asked for', () => {
    const fresh = [...rows, aRow(4), aRow(5)];
    const grown = showQueue(whole, fresh, { ...options, added: new Set([4, 5]) });
    expect(ids(grown.rows)).toEqual([1, 2, 3, 4, 5]);
    expect(grown.news).toBe(0);
  });

  test('has a next and a previous one; the first where nobody is selected', () => {
    expect(neighbourOf(rows, 2, 1)?.id).toBe(3);
    expect(neighbourOf(rows, 2, -1)?.id).toBe(1);
    expect(neighbourOf(rows, 3, 1)).toBeUndefined();
    expect(neighbourOf(rows, null, 1)?.id).toBe(1);
    expect(neighbourOf(rows, null, -1)).toBeUndefined();
  });
});

describe('words of a row', () => {
  test.each([
    [0.5, '30m'],
    [3, '3h'],
    [50, '2d'],
    [24 * 20, 'Nov 3'],
  ])('who waits for %d hours: %s', (hours, text) =>
    expect(rowTime(aRow(1, { waiting_since: ago(hours) }), 'needs_me', now).text).toBe(text),
  );

  test('the time is that of the view', () => {
    const row = aRow(1, { snoozed_until: ahead(20), next_viewing_at: ahead(3), awaiting_since: ago(2) });
    expect(rowTime(row, 'snoozed', now).text).toBe('Tomorrow');
    expect(rowTime(row, 'today', now).text).toBe('5:00 PM');
    expect(rowTime(row, 'waiting', now).text).toBe('2h');
    expect(whenNext(ahead(50), now)).toBe('Nov 25');
  });

  test('the preview says whose words they are, but those of a viewing are the client’s', () => {
    const last = (kind: DeskRow['last']['kind'], by: 'agent' | 'client', text: string | null) =>
      previewOf(aRow(1, { last: { kind, by, text, at: ago(1) } }), 'needs_me');
    expect(last('message', 'client', 'One\n\n two')).toBe('One two');
    expect(last('message', 'agent', 'See you')).toBe('You: See you');
    expect(last('viewing', 'agent', 'With my mother')).toBe('With my mother');
    expect(last('viewing', 'agent', null)).toBe('Viewing');
  });
});

describe('putting a client off', () => {
  const untils = (moment: string) => snoozeChoices(new Date(moment)).map(({ until }) => until);

  test('is until later today, tomorrow morning or Monday morning, in Manila', () => {
    expect(untils('2026-11-25T02:10:00.000Z')).toEqual([
      '2026-11-25T05:30:00.000Z',
      '2026-11-26T01:00:00.000Z',
      '2026-11-30T01:00:00.000Z',
    ]);
    // On a Monday it is the next one; shortly before midnight nothing is left of today.
    expect(untils('2026-11-23T15:30:00.000Z')).toEqual([
      null,
      '2026-11-24T01:00:00.000Z',
      '2026-11-30T01:00:00.000Z',
    ]);
    expect(morningOf('2026-12-01')).toBe('2026-12-01T01:00:00.000Z');
  });
});

describe('in a browser whose Intl writes the days of Canada as those of America', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.resetModules();
  });

  // As WebKit does with the data of CLDR 42: '11/28/2026' instead of '2026-11-28'.
  test('what is due is due, tomorrow is tomorrow, and a day of this year has no year', async () => {
    const { DateTimeFormat } = Intl;
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function inAmerican(locale, options) {
      return new DateTimeFormat(locale === 'en-CA' ? 'en-US' : locale, options);
    });
    vi.resetModules();
    const data = await import('#web/features/desk/deskData.ts');
    const rows = await import('#web/features/desk/inbox/QueueRow.tsx');
    const isDue = (day: string) => data.isInView('today', aRow(1, { next_action_on: day }), now);
    expect(['2026-11-23', '2026-11-24'].map(isDue)).toEqual([true, false]);
    expect(rows.snoozeChoices(now).map(({ until }) => until)).toEqual(
      snoozeChoices(now).map(({ until }) => until),
    );
    expect(rows.whenNext(ahead(50), now)).toBe('Nov 25');
    expect(rows.whenNext(ahead(20), now)).toBe('Tomorrow');
  });
});
