// @databases both

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobModel } from '#server/db/models.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { JobQueue, PermanentFailure } from '#server/jobs/queue.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const SECOND = 1_000;
const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let server: TestServer;
let clock = start;

beforeEach(async () => {
  clock = start;
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
});

afterEach(() => server.close());

const queue = () => server.context.jobs;
const payload: JobPayloads['priceNotice'] = { propertyId: 1, from: 2, to: 3 };

const add = (options?: Parameters<JobQueue['add']>[2], carried = payload) =>
  server.context.db.transaction(() => queue().add('priceNotice', carried, options));

async function stored(kind = 'priceNotice'): Promise<JobModel | null> {
  return server.context.db.models.Job.findOne({ where: { kind } });
}

/** Another process on the same database. */
async function openOther(): Promise<JobQueue> {
  return new JobQueue(server.context);
}

describe('a job', () => {
  test('is begun once its transaction is committed, and gone when it is done', async () => {
    const done = vi.fn(async () => undefined);
    queue().handle('priceNotice', { apply: done });
    await server.context.db.transaction(async () => {
      await queue().add('priceNotice', payload);
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(done).not.toHaveBeenCalled();
    });
    await queue().flush();
    expect(done).toHaveBeenCalledExactlyOnceWith(payload, undefined, expect.any(Number));
    expect(await stored()).toBeNull();
  });

  test("is this process's from its commit on while a place is free, and anybody's when none is", async () => {
    const { db } = server.context;
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const begun = vi.fn(() => held);
    queue().handle('priceNotice', { atOnce: 2, run: begun });
    // No place is reserved during a poll, and the first may still run.
    await queue().flush();
    await db.transaction(() => queue().addAll('priceNotice', [payload, payload, payload]));
    const rows = () => db.models.Job.findAll({ where: { kind: 'priceNotice' }, order: ['id'] });
    const owners = (await rows()).map(({ attempts, claimed_by }) => [attempts, claimed_by !== null]);
    expect(owners).toEqual([
      [1, true],
      [1, true],
      [0, false],
    ]);
    expect(begun).toHaveBeenCalledTimes(2);

    await db
      .transaction(async () => {
        await queue().add('priceNotice', payload);
        throw new Error('undone');
      })
      .catch(() => undefined);
    await add({ delayMs: 60_000 });
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 0, 0]);
    letGo();
    await queue().flush();
    expect(begun).toHaveBeenCalledTimes(3);
    expect(
      (await rows()).map(({ attempts }) => attempts),
      'the one whose time has not come',
    ).toEqual([0]);
  });

  test('of a change that was rolled back does not exist', async () => {
    const undone = server.context.db.transaction(async () => {
      await queue().add('priceNotice', payload);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await stored()).toBeNull();
  });

  test('is only stored together with a change', async () => {
    await expect(queue().add('priceNotice', payload)).rejects.toThrow('There is no transaction');
    expect(await stored()).toBeNull();
  });

  test('that fails has changed nothing, and is tried again, later and later, until it is given up', async () => {
    const { db } = server.context;
    const { email } = await buildUser(server.context);
    const givenUp = vi.fn(async () => undefined);
    queue().handle('priceNotice', {
      retrySeconds: [2, 10],
      async apply() {
        await db.models.User.update({ name: 'Half done' }, { where: { email } });
        throw new Error('the listener failed');
      },
      giveUp: givenUp,
    });
    await add();
    const waits: number[] = [];
    for (;;) {
      await queue().flush();
      const job = await stored();
      if (job?.status !== 'waiting') break;
      expect(job.last_error).toBe('the listener failed');
      waits.push((job.next_attempt_at.getTime() - clock) / SECOND);
      clock = job.next_attempt_at.getTime() - 1;
      await queue().flush();
      expect((await stored())?.attempts, 'not before its time').toBe(job.attempts);
      clock += 1;
    }
    expect(waits).toEqual([2, 10]);
    expect(await stored()).toMatchObject({ status: 'failed', attempts: 3, claimed_by: null });
    expect(givenUp).toHaveBeenCalledExactlyOnceWith(payload, 'the listener failed', expect.any(Number));
    expect(await db.models.User.count({ where: { name: 'Half done' } })).toBe(0);
  });

  test('that can never succeed is given up at once', async () => {
    queue().handle('priceNotice', {
      async run() {
        throw new PermanentFailure('no such mailbox');
      },
    });
    await add();
    await queue().flush();
    expect(await stored()).toMatchObject({ status: 'failed', attempts: 1, last_error: 'no such mailbox' });
  });

  test('that takes the process down each time is given up in the end', async () => {
    const done = vi.fn(async () => undefined);
    queue().handle('priceNotice', { retrySeconds: [1, 1], apply: done });
    const { db } = server.context;
    await db.transaction(() =>
      db.models.Job.create({
        kind: 'priceNotice',
        payload,
        priority: 1,
        attempts: 3,
        next_attempt_at: new Date(clock),
        created_at: new Date(clock),
        updated_at: new Date(clock),
      }),
    );
    await queue().flush();
    expect(done).not.toHaveBeenCalled();
    expect(await stored()).toMatchObject({ status: 'failed' });
  });

  test('that takes too long counts as failed', async () => {
    queue().handle('priceNotice', { limitSeconds: 0.05, run: () => new Promise(() => undefined) });
    await add();
    await queue().flush();
    expect(JSON.parse((await stored())?.last_error ?? '')).toEqual({
      id: 'It took longer than {seconds} seconds',
      values: { seconds: 0.05 },
    });
  });

  test('whose process died is begun again after its lease, and what the dead one still does is lost', async () => {
    const { db } = server.context;
    const { email } = await buildUser(server.context);
    const name = () => db.models.User.findOne({ where: { email } }).then((user) => user?.name);
    let goOn = () => {};
    const stuck = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const rename = (to: string) => async () => {
      await db.models.User.update({ name: to }, { where: { email } });
    };
    queue().handle('priceNotice', { run: () => stuck, apply: rename('By the first') });
    await add();
    await expect.poll(async () => (await stored())?.claimed_by).not.toBeNull();
    const other = await openOther();
    other.handle('priceNotice', { apply: rename('By the second') });
    await other.start();
    if (db.dialect === 'postgres') {
      await other.flush();
      expect((await stored())?.attempts, 'its lease still holds').toBe(1);
      clock += 31 * SECOND;
    }
    await other.flush();
    expect(await stored()).toBeNull();
    expect(await name()).toBe('By the second');
    goOn();
    await queue().flush();
    expect(await name()).toBe('By the second');
    await other.stop();
  });

  test('is not held up by a clock that was set back', async () => {
    const done = vi.fn(async () => undefined);
    await queue().stop();
    await add();
    clock -= 3_600 * SECOND;
    const other = await openOther();
    other.handle('priceNotice', { apply: done });
    await other.start();
    await other.flush();
    expect(done).toHaveBeenCalledOnce();
    await other.stop();
  });
});

describe('the queue', () => {
  test('begins urgent work although all places are taken and thousands wait', async () => {
    const begun: number[] = [];
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    queue().handle('priceNotice', {
      atOnce: 5,
      async run({ propertyId }) {
        begun.push(propertyId);
        if (propertyId > 0) await held;
      },
    });
    await server.context.db.transaction(() =>
      queue().addAll(
        'priceNotice',
        Array.from({ length: 2_000 }, (_, at) => ({ ...payload, propertyId: at + 1 })),
        { priority: 'bulk' },
      ),
    );
    await expect.poll(() => begun.length).toBe(5);
    await add({ priority: 'urgent' }, { ...payload, propertyId: 0 });
    await expect.poll(() => begun).toContain(0);
    expect(begun).toHaveLength(6);
    await server.context.db.models.Job.destroy({ where: { claimed_by: null } });
    goOn();
    await queue().flush();
  });

  test('stands still, as readiness says, when every place has hung for minutes', async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun = 0;
    queue().handle('priceNotice', {
      run() {
        begun += 1;
        return held;
      },
    });
    const places = Array.from({ length: 12 }, () => payload);
    await server.context.db.transaction(() => queue().addAll('priceNotice', places, { priority: 'urgent' }));
    await expect.poll(() => begun).toBe(10);
    const ready = () => server.request('GET', '/api/ready').then(({ status }) => status);
    expect(await ready()).toBe(200);
    const measure = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => measure() + 121 * SECOND);
    expect(await ready()).toBe(503);
    goOn();
    await queue().flush();
    expect(begun).toBe(12);
    await expect.poll(ready, { timeout: 5_000 }).toBe(200);
    later.mockRestore();
  });

  test('shared by two processes does each job once', async () => {
    const seen: number[] = [];
    const handler = {
      async apply({ propertyId }: JobPayloads['priceNotice']) {
        seen.push(propertyId);
      },
    };
    const other = await openOther();
    other.handle('priceNotice', handler);
    await other.start();
    queue().handle('priceNotice', handler);
    await server.context.db.transaction(() =>
      queue().addAll(
        'priceNotice',
        Array.from({ length: 60 }, (_, at) => ({ ...payload, propertyId: at })),
      ),
    );
    await Promise.all([queue().flush(), other.flush()]);
    expect(seen.toSorted((one, two) => one - two)).toEqual(Array.from({ length: 60 }, (_, at) => at));
    await other.stop();
  });

  test('gives back at its end what is not done, for the next process to begin at once', async () => {
    const aborted = vi.fn();
    queue().handle('priceNotice', {
      run: (_payload, signal) =>
        new Promise(() => {
          signal.addEventListener('abort', aborted);
        }),
    });
    await add();
    await expect.poll(async () => (await stored())?.claimed_by).not.toBeNull();
    await queue().stop();
    expect(aborted).toHaveBeenCalledOnce();
    expect(await stored()).toMatchObject({ status: 'waiting', attempts: 0, claimed_by: null });
    const done = vi.fn(async () => undefined);
    const next = await openOther();
    next.handle('priceNotice', { apply: done });
    await next.start();
    await next.flush();
    expect(done).toHaveBeenCalledOnce();
    await next.stop();
  });

  test('leaves jobs of kinds that it does not know to others', async () => {
    const other = await openOther();
    await queue().stop();
    await add();
    await other.start();
    await other.flush();
    expect(await stored()).toMatchObject({ status: 'waiting', attempts: 0 });
    await other.stop();
  });

  test('repeats what is to be repeated: one process at a time, also after a failure', async () => {
    const other = await openOther();
    let runs = 0;
    const plan = { name: 'upkeep', everyMs: 60 * SECOND, firstMs: 0 };
    other.repeat({
      ...plan,
      async run() {
        runs += 1;
        if (runs === 1) throw new Error('not this time');
      },
    });
    await other.start();
    await other.flush();
    expect(runs).toBe(1);
    expect(await stored('upkeep')).toMatchObject({ last_error: 'not this time', attempts: 1 });
    clock += 2 * SECOND;
    await other.flush();
    expect(runs).toBe(2);
    const next = await stored('upkeep');
    expect(next).toMatchObject({ status: 'waiting', last_error: null, attempts: 0 });
    const waitSeconds = ((next?.next_attempt_at.getTime() ?? 0) - clock) / SECOND;
    expect(waitSeconds).toBeGreaterThanOrEqual(45);
    expect(waitSeconds).toBeLessThanOrEqual(75);
    const again = await openOther();
    again.repeat({ ...plan, run: async () => undefined });
    await again.start();
    expect(await server.context.db.models.Job.count({ where: { kind: 'upkeep' } })).toBe(1);
    await Promise.all([other.stop(), again.stop()]);
  });
});

test('what is repeated ends early when the process stops, and is begun again by the next one', async () => {
  const other = await openOther();
  let begun = 0;
  const upkeep = {
    name: 'upkeep',
    everyMs: 60 * SECOND,
    firstMs: 0,
    run(signal: AbortSignal) {
      begun += 1;
      return new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
      });
    },
  };
  other.repeat(upkeep);
  await other.start();
  await expect.poll(() => begun).toBe(1);
  await other.stop();
  const next = await openOther();
  next.repeat(upkeep);
  await next.start();
  await expect.poll(() => begun).toBe(2);
  await next.stop();
});

describe('the list of jobs', () => {
  test('tells admins what waits and what failed and why, not what it carries', async () => {
    const admin = await enter(server, { role: 'admin' });
    queue().handle('priceNotice', {
      async run() {
        throw new PermanentFailure('550 no such mailbox');
      },
    });
    queue().handle('takenNotice', { isReady: () => false });
    await add();
    await queue().flush();
    await server.context.db.transaction(() => queue().add('takenNotice', { propertyId: 77_123, status: 'sold' }));
    const { status, body } = await admin.get('/api/admin/jobs?status=failed');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ failed: 1, pagination: { total: 1 } });
    const [failed] = body.data.jobs;
    expect(failed).toEqual({
      id: expect.any(Number),
      kind: 'priceNotice',
      status: 'failed',
      is_held: false,
      attempts: 1,
      last_error: '550 no such mailbox',
      next_attempt_at: null,
      created_at: new Date(start).toISOString(),
    });
    const waiting = await admin.get('/api/admin/jobs?status=waiting');
    expect(waiting.body.data.jobs.map(({ kind }: { kind: string }) => kind)).toContain('takenNotice');
    expect(JSON.stringify(waiting.body)).not.toContain('77123');
    expect((await admin.get('/api/admin/jobs?status=done')).status).toBe(400);
  });

  test('says why one failed in the language that the admin reads', async () => {
    const admin = await enter(server, { role: 'admin' });
    queue().handle('priceNotice', {
      limitSeconds: 0.05,
      retrySeconds: [],
      run: () => new Promise(() => undefined),
    });
    await add();
    await queue().flush();
    const reasonIn = async (language: string) => {
      const headers = { Authorization: `Bearer ${admin.token}`, 'Accept-Language': language };
      const answer = await fetch(`${server.url}/api/admin/jobs?status=failed`, { headers });
      return (await answer.json()).data.jobs[0].last_error;
    };
    expect(await reasonIn('en')).toBe('It took longer than 0.05 seconds');
    expect(await reasonIn('fil')).toBe('Tumagal ito nang mahigit 0.05 segundo');
  });

  test('has a failed one tried again, once', async () => {
    const admin = await enter(server, { role: 'admin' });
    let isWell = false;
    const run = vi.fn(async () => {
      if (!isWell) throw new PermanentFailure('refused');
    });
    queue().handle('priceNotice', { run });
    await add();
    await queue().flush();
    const id = (await stored())?.id;
    isWell = true;
    const answer = await admin.post(`/api/admin/jobs/${id}/retry`);
    expect(answer).toMatchObject({ status: 200, body: { data: { id, status: 'waiting', attempts: 0 } } });
    await queue().flush();
    expect(await stored()).toBeNull();
    expect(run).toHaveBeenCalledTimes(2);
    expect((await admin.post(`/api/admin/jobs/${id}/retry`)).status).toBe(404);
    const { AuditEntry } = server.context.db.models;
    expect(await AuditEntry.findAll({ raw: true })).toMatchObject([
      { action: 'job.retry', entity_type: 'job', entity_id: id },
    ]);
  });
});
