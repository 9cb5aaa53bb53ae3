// @databases full

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const DAY = 24 * 3_600_000;
const NOW = new Date('2026-06-15T04:00:00.000Z');

let server: TestServer;
let person: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => NOW });
  person = await enter(server);
});

afterAll(() => server.close());

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY);
const insert = (write: () => Promise<unknown>) => server.context.db.transaction(write);

function notice(title: string, days: number, isRead: boolean) {
  const action = { action_label: null, action_url: null };
  const times = { created_at: daysAgo(days), read_at: isRead ? daysAgo(days) : null };
  return { user_id: person.id, type: 'info' as const, title, message: 'News', ...action, ...times };
}

function mail(subject: string, days: number, status: 'queued' | 'sent' | 'failed') {
  const created_at = daysAgo(days);
  const content = { recipient: 'ana@example.com', subject, text: '', html: '', reply_to: null };
  return { ...content, inquiry_id: null, status, created_at, next_attempt_at: created_at };
}

test('each table keeps its rows for its time and no longer', async () => {
  const { models } = server.context.db;
  const run = { file_name: null, error: null };
  await insert(async () => {
    await models.LoginFailure.bulkCreate([
      { key: 'old', failures: 1, updated_at: daysAgo(1.1) },
      { key: 'young', failures: 1, updated_at: daysAgo(0.9) },
    ]);
    const link = { user_id: person.id, expires_at: NOW, used_at: null };
    await models.PasswordReset.bulkCreate([
      { ...link, token_hash: 'old', created_at: daysAgo(1.1) },
      { ...link, token_hash: 'young', created_at: daysAgo(0.9) },
    ]);
    const key = { user_id: person.id, request_hash: 'hash' };
    await models.IdempotencyKey.bulkCreate([
      { ...key, key: 'old', created_at: daysAgo(61) },
      { ...key, key: 'young', created_at: daysAgo(59) },
    ]);
    await models.Notification.bulkCreate([
      notice('old and read', 91, true),
      notice('read', 89, true),
      notice('unread', 364, false),
      notice('old and unread', 366, false),
    ]);
    await models.OutgoingMail.bulkCreate([
      mail('old and sent', 31, 'sent'),
      mail('sent', 29, 'sent'),
      mail('failed', 29, 'failed'),
      mail('old and failed', 31, 'failed'),
      mail('queued', 400, 'queued'),
    ]);
    const given = { kind: 'mail', priority: 1, next_attempt_at: NOW, updated_at: NOW };
    await models.Job.bulkCreate([
      { ...given, key: 'old', status: 'failed', created_at: daysAgo(31) },
      { ...given, key: 'young', status: 'failed', created_at: daysAgo(29) },
      { ...given, key: 'paused', kind: 'unknown', created_at: daysAgo(400) },
    ]);
    await models.BackupRun.bulkCreate([
      { ...run, started_at: daysAgo(401), ended_at: daysAgo(401) },
      { ...run, started_at: daysAgo(399), ended_at: daysAgo(399) },
    ]);
  });

  await deleteOldData(server.context);

  const namesOf = async (rows: Promise<object[]>, name: string) =>
    (await rows).map((row) => (row as Record<string, unknown>)[name]).toSorted();
  expect(await namesOf(models.LoginFailure.findAll(), 'key')).toEqual(['young']);
  expect(await namesOf(models.PasswordReset.findAll(), 'token_hash')).toEqual(['young']);
  expect(await namesOf(models.IdempotencyKey.findAll(), 'key')).toEqual(['young']);
  expect(await namesOf(models.Notification.findAll(), 'title')).toEqual(['read', 'unread']);
  const jobs = await namesOf(models.Job.findAll(), 'key');
  expect(jobs).toEqual(expect.arrayContaining(['young', 'paused']));
  expect(jobs).not.toContain('old');
  expect(await namesOf(models.OutgoingMail.findAll(), 'subject')).toEqual(['failed', 'queued', 'sent']);
  expect(await models.BackupRun.count()).toBe(1);
});

test('figures stay true when the views behind them are deleted', async () => {
  const { models } = server.context.db;
  const agent = await enter(server, { role: 'agent' });
  const listings = await Promise.all([1, 2].map(() => buildProperty(server.context, { agent_id: agent.id })));
  const views = listings.flatMap(({ id: property_id }, at) =>
    [200, 120, 91, 90, 89, 1].flatMap((days) =>
      Array.from({ length: 2 + at }, (_, viewer) => ({
        property_id,
        viewer_key: `viewer ${viewer}`,
        viewed_on: manilaDay(daysAgo(days)),
        viewed_at: daysAgo(days),
      })),
    ),
  );
  await insert(() => models.PropertyView.bulkCreate(views));
  const figures = async () => {
    const ranges = [
      [200, 120],
      [120, 89],
      [91, 91],
      [90, 0],
      [30, 0],
    ] as const;
    const queries = ranges.map(([from, to]) => `?from=${manilaDay(daysAgo(from))}&to=${manilaDay(daysAgo(to))}`);
    const answers = ['', ...queries].map((query) => agent.get(`/api/agents/analytics${query}`));
    return (await Promise.all(answers)).map(({ body }) => body.data);
  };
  const before = await figures();
  expect(before[0].overview.totalViews).toBe(30);

  await deleteOldData(server.context);
  await deleteOldData(server.context);

  const left = await models.PropertyView.findAll({ order: [['viewed_on', 'ASC']] });
  expect(left[0]?.viewed_on).toBe(manilaDay(daysAgo(90)));
  expect(await models.PropertyViewDay.sum('views')).toBe(15);
  expect(await figures()).toEqual(before);
});

test('views of a day that were counted before are added to', async () => {
  const { models } = server.context.db;
  const { id: property_id } = await buildProperty(server.context, {});
  const viewed_on = manilaDay(daysAgo(100));
  for (const viewer_key of ['first', 'second']) {
    await insert(() =>
      models.PropertyView.create({ property_id, viewer_key, viewed_on, viewed_at: daysAgo(100) }),
    );
    await deleteOldData(server.context);
  }
  expect(await models.PropertyViewDay.findOne({ where: { property_id, viewed_on } })).toMatchObject({
    views: 2,
  });
});

test('many rows are deleted a few at a time, each time in a transaction of their own', async () => {
  const { db } = server.context;
  const crowd = { updated_at: daysAgo(30) };
  const rows = Array.from({ length: 1_700 }, (_, at) => ({ key: `crowd ${at}`, failures: 1, ...crowd }));
  await insert(() => db.models.LoginFailure.bulkCreate(rows));
  const left: number[] = [];
  const { transaction } = db;
  const transactions = vi.spyOn(db, 'transaction').mockImplementation(async (work, options) => {
    const result = await transaction(work, options);
    left.push(await db.models.LoginFailure.count({ where: crowd }));
    return result;
  });
  await deleteOldData(server.context);
  transactions.mockRestore();
  expect([...new Set(left)]).toEqual([1_700, 1_200, 700, 200, 0]);
});

test('a sweep that is told to stop leaves the rest for the next one', async () => {
  const { db } = server.context;
  await insert(() => db.models.LoginFailure.create({ key: 'left', failures: 1, updated_at: daysAgo(30) }));
  await deleteOldData(server.context, AbortSignal.abort());
  expect(await db.models.LoginFailure.count({ where: { key: 'left' } })).toBe(1);
});
