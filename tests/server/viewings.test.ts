// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Viewing,
  type ViewingStatus,
  viewingDecisions,
  viewingStatuses,
} from '#shared/contracts/viewings.ts';
import { openDecisions } from '#shared/viewingDecisions.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket, settle } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
const now = new Date('2026-03-18T04:00:00.000Z');
const at = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString();

let server: TestServer;
let clock = now;
let agent: Person;
let ana: Person;
let propertyId: number;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => clock });
});

afterAll(() => server.close());

beforeEach(async () => {
  clock = now;
  agent = await enter(server, { role: 'agent', name: 'Marco Lim', phone: '+63 917 555 0104' });
  ana = await enter(server, { name: 'Ana Reyes' });
  propertyId = (await buildListing()).id;
});

const buildListing = (overrides = {}) =>
  buildProperty(server.context, { agent_id: agent.id, title: 'Loft, with a view', ...overrides });

const request = (person: Person, hours = 24, id = propertyId) =>
  person.post('/api/viewings', { property_id: id, starts_at: at(hours) });
const decide = (person: Person, id: number, body: object) => person.put(`/api/viewings/${id}`, body);
const viewingsOf = async (person: Person, query = '') =>
  (await person.get(`/api/viewings${query}`)).body.data as Viewing[];

async function requested(hours = 24, visitor = ana): Promise<number> {
  const { id } = await buildListing();
  return (await request(visitor, hours, id)).body.data.id;
}

async function viewingIn(status: ViewingStatus, hours = 24): Promise<number> {
  const id = await requested(hours);
  const { db } = server.context;
  await db.transaction((transaction) => db.models.Viewing.update({ status }, { where: { id }, transaction }));
  return id;
}

describe('asking', () => {
  test('is stored for an hour, shown to both, and told to the agent', async () => {
    const heard = await openSocket(server.url, agent.token);
    const answer = await ana.post('/api/viewings', {
      property_id: propertyId,
      starts_at: '2026-03-20T10:00:00+08:00',
      note: ' We are two. ',
      status: 'confirmed',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      property: { id: propertyId, title: 'Loft, with a view', image: '/media/cover' },
      agent: { id: agent.id, name: 'Marco Lim', phone: '+63 917 555 0104' },
      user: { id: ana.id, name: 'Ana Reyes' },
      starts_at: '2026-03-20T02:00:00.000Z',
      ends_at: '2026-03-20T03:00:00.000Z',
      status: 'requested',
      note: 'We are two.',
    });
    const { history, ...viewing } = answer.body.data;
    expect(history).toHaveLength(1);
    expect(await viewingsOf(ana)).toEqual([viewing]);
    expect(await viewingsOf(agent)).toEqual([viewing]);
    expect(await viewingsOf(await enter(server))).toEqual([]);
    const [change] = await heard.waitFor('viewing_changed');
    expect(change).toEqual({ viewingId: answer.body.data.id, status: 'requested' });
    const [notice] = await heard.waitFor('notification');
    expect(notice).toMatchObject({ title: 'Viewing Requested', concerns: 'Ana Reyes' });
    expect(notice?.message).toMatch(/^Loft, with a view, .*10:00/);
    heard.close();
  });

  test.each([
    ['no time', {}, 'Choose a date and a time'],
    ['a day without a time', { starts_at: '2026-03-20' }, 'Choose a date and a time'],
    ['the past', { starts_at: at(-1) }, 'Choose a time in the future'],
    ['this very moment', { starts_at: at(0) }, 'Choose a time in the future'],
    ['next year', { starts_at: at(24 * 181) }, 'Choose a time within the next six months'],
  ])('refuses %s', async (_what, body, sentence) => {
    const answer = await ana.post('/api/viewings', { property_id: propertyId, ...body });
    expect(answer).toMatchObject({ status: 400, body: { error: sentence } });
  });

  test('is for listings that can be viewed', async () => {
    const cases: [object, number, string][] = [
      [{ moderation_status: 'pending' }, 404, 'not_found'],
      [{ agent_id: null }, 404, 'not_found'],
      [{ status: 'sold' }, 409, 'property_taken'],
      [{ status: 'rented' }, 409, 'property_taken'],
      [{ agent_id: (await enter(server, { role: 'agent', status: 'suspended' })).id }, 409, 'agent_unavailable'],
    ];
    for (const [overrides, status, code] of cases) {
      const { id } = await buildListing(overrides);
      expect(await request(ana, 24, id)).toMatchObject({ status, body: { code } });
    }
    expect(await request(agent)).toMatchObject({ status: 403, body: { code: 'own_listing' } });
    expect((await ana.post('/api/viewings', { property_id: '1', starts_at: at(1) })).status).toBe(400);
  });

  test('once per listing while it is open, also when clicked twice', async () => {
    const answers = await Promise.all([request(ana, 24), request(ana, 25), request(ana, 26)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const [viewing] = await viewingsOf(ana);
    await decide(ana, viewing?.id ?? 0, { status: 'cancelled' });
    expect((await request(ana, 27)).status).toBe(201);
  });

  test('is told soonest first, within bounds', async () => {
    const ids = [await requested(72), await requested(24), await requested(48)];
    const told = async (query = '') => (await viewingsOf(ana, query)).map(({ id }) => id);
    expect(await told()).toEqual([ids[1], ids[2], ids[0]]);
    expect(await told(`?from=${at(48)}`)).toEqual([ids[2], ids[0]]);
    expect(await told(`?from=${at(24)}&to=${at(72)}`)).toEqual([ids[1], ids[2]]);
    expect((await ana.get('/api/viewings?from=tomorrow')).status).toBe(400);
  });
});

describe('answering', () => {
  const allowed: Record<'agent' | 'user', Partial<Record<ViewingStatus, string[]>>> = {
    agent: {
      requested: ['confirmed', 'proposed', 'declined'],
      proposed: ['proposed', 'withdrawn', 'declined'],
      confirmed: ['proposed', 'cancelled'],
    },
    user: {
      requested: ['proposed', 'cancelled'],
      proposed: ['confirmed', 'proposed', 'cancelled'],
      confirmed: ['proposed', 'cancelled'],
    },
  };
  const cases = (['agent', 'user'] as const).flatMap((side) =>
    viewingStatuses.flatMap((from) => viewingDecisions.map((to) => ({ side, from, to }))),
  );

  test.each(cases)('the $side: $from → $to', async ({ side, from, to }) => {
    const isAllowed = allowed[side][from]?.includes(to) ?? false;
    expect(openDecisions(side, { status: from, proposed_by: null }).includes(to)).toBe(isAllowed);
    const id = await viewingIn(from);
    const starts_at = at(to === 'proposed' ? 30 : 24);
    const answer = await decide(side === 'agent' ? agent : ana, id, { status: to, starts_at });
    if (!isAllowed) return expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    const isMove = from === 'confirmed' && to === 'proposed';
    const counter = side === 'user' && to === 'proposed' ? 'requested' : to;
    const status = isMove ? 'confirmed' : to === 'withdrawn' ? 'requested' : counter;
    const time = isMove ? at(24) : starts_at;
    const proposed = isMove
      ? { proposed_at: at(30), proposed_by: side }
      : { proposed_at: null, proposed_by: null };
    expect(answer).toMatchObject({ status: 200, body: { data: { id, status, starts_at: time, ...proposed } } });
    expect(answer.body.data.history).toMatchObject([
      { kind: 'requested', side: 'user', by: { id: ana.id }, starts_at: at(24) },
      { kind: to, side, by: { id: (side === 'agent' ? agent : ana).id }, starts_at },
    ]);
  });

  describe('to a move of an agreed time', () => {
    const moves = [
      { by: 'agent', to: 'confirmed', time: 30 },
      { by: 'agent', to: 'declined', time: 24 },
      { by: 'user', to: 'confirmed', time: 30 },
      { by: 'user', to: 'declined', time: 24 },
    ] as const;

    test.each(moves)('asked for by the $by: $to', async ({ by, to, time }) => {
      const [mover, other] = by === 'agent' ? [agent, ana] : [ana, agent];
      const id = await viewingIn('confirmed');
      await decide(mover, id, { status: 'proposed', starts_at: at(30) });
      const early = await decide(mover, id, { status: 'confirmed', starts_at: at(30) });
      expect(early).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
      const { body } = await decide(other, id, { status: to, starts_at: at(30) });
      expect(body.data).toMatchObject({ status: 'confirmed', starts_at: at(time), proposed_at: null });
      expect(body.data.history.map(({ kind }: { kind: string }) => kind)).toEqual(['requested', 'proposed', to]);
    });

    test('can be withdrawn by who proposed it', async () => {
      const id = await viewingIn('confirmed');
      await decide(agent, id, { status: 'proposed', starts_at: at(30) });
      expect(await decide(ana, id, { status: 'withdrawn' })).toMatchObject({ status: 409 });
      const { body } = await decide(agent, id, { status: 'withdrawn' });
      expect(body.data).toMatchObject({ status: 'confirmed', starts_at: at(24), proposed_at: null });
    });
  });

  test('a withdrawn proposal leads back to the time that was asked for', async () => {
    const id = await requested(24);
    await decide(agent, id, { status: 'proposed', starts_at: at(30) });
    const { body } = await decide(agent, id, { status: 'withdrawn' });
    expect(body.data).toMatchObject({ status: 'requested', starts_at: at(24), ends_at: at(25) });
  });

  test('names the time that was seen: another one is refused, with the viewing of now', async () => {
    const id = await requested(24);
    await decide(agent, id, { status: 'proposed', starts_at: at(30) });
    await decide(agent, id, { status: 'proposed', starts_at: at(48) });
    const stale = await decide(ana, id, { status: 'confirmed', starts_at: at(30) });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'time_changed', data: { id, status: 'proposed', starts_at: at(48) } },
    });
    expect((await decide(ana, id, { status: 'confirmed', starts_at: at(48) })).status).toBe(200);
  });

  test.each(['sold', 'rented'] as const)(
    'agrees to nothing that is %s, and ends what was agreed',
    async (status) => {
      const { id: listing } = await buildListing();
      const id = (await request(ana, 24, listing)).body.data.id;
      await decide(agent, id, { status: 'confirmed' });
      expect((await agent.put(`/api/properties/${listing}`, { status })).status).toBe(200);
      const { body } = await ana.get(`/api/viewings/${id}`);
      expect(body.data).toMatchObject({ status: 'cancelled', end_reason: `listing_${status}` });
      expect((await decide(ana, id, { status: 'confirmed' })).status).toBe(409);
    },
  );

  test('outlives its listing: cancelled, with its name, and the visitor is told', async () => {
    const { id: listing } = await buildListing();
    const id = (await request(ana, 24, listing)).body.data.id;
    await decide(agent, id, { status: 'confirmed' });
    await server.context.jobs.flush();
    const visitor = await openSocket(server.url, ana.token);
    expect((await server.request('DELETE', `/api/properties/${listing}`, { token: agent.token })).status).toBe(
      200,
    );
    expect(await visitor.waitFor('notification')).toMatchObject([
      { title: 'Viewing Cancelled', message: expect.stringContaining('the listing was taken down') },
    ]);
    const [viewing] = await viewingsOf(ana);
    expect(viewing).toMatchObject({
      status: 'cancelled',
      end_reason: 'listing_deleted',
      property: { id: null, title: 'Loft, with a view' },
    });
  });

  test('outlives the account of the other side', async () => {
    const id = await requested(24);
    await decide(agent, id, { status: 'confirmed' });
    const { eraseAccount } = await import('#server/features/users/writes.ts');
    await server.context.db.transaction(() => eraseAccount(server.context, ana.id));
    const { body } = await agent.get(`/api/viewings/${id}`);
    expect(body.data).toMatchObject({
      status: 'cancelled',
      end_reason: 'account_deleted',
      user: { id: null, name: 'Deleted user', email: '' },
    });
    expect(JSON.stringify(body)).not.toContain('Ana Reyes');
  });

  test('a request without an answer is called in before its time and told after it', async () => {
    const id = await requested(5);
    await server.context.jobs.flush();
    const { viewingReminders } = await import('#server/features/viewings/jobs.ts');
    const run = async () => {
      await viewingReminders(server.context).run(new AbortController().signal);
      await server.context.jobs.flush();
    };
    const titles = async (person: Person) =>
      ((await person.get('/api/notifications')).body.data as { title: string }[]).map(({ title }) => title);
    clock = new Date(now.getTime() + 2 * HOUR);
    await run();
    await run();
    expect((await titles(agent)).filter((title) => title === 'Your Answer Is Due')).toHaveLength(1);
    clock = new Date(now.getTime() + 6 * HOUR);
    await run();
    await run();
    expect((await titles(ana)).filter((title) => title === 'No Answer in Time')).toHaveLength(1);
    expect((await agent.get('/api/viewings/counts')).body.data).toMatchObject({ waiting: 1 });
    expect((await ana.get(`/api/viewings/${id}`)).body.data.lapsed_at).not.toBeNull();
  });

  test('is told to the other side', async () => {
    const id = await requested();
    // Notifications of the request itself have been sent.
    await server.context.jobs.flush();
    const visitor = await openSocket(server.url, ana.token);
    const other = await openSocket(server.url, agent.token);
    await decide(agent, id, { status: 'confirmed' });
    expect(await visitor.waitFor('notification')).toMatchObject([
      { type: 'success', title: 'Viewing Confirmed', action: { url: `/dashboard?tab=viewings&viewing=${id}` } },
    ]);
    expect(await visitor.waitFor('viewing_changed')).toEqual([{ viewingId: id, status: 'confirmed' }]);
    await decide(ana, id, { status: 'cancelled' });
    expect(await other.waitFor('notification')).toMatchObject([
      {
        type: 'warning',
        title: 'Viewing Cancelled',
        action: { url: `/agent-dashboard?tab=viewings&viewing=${id}` },
      },
    ]);
    await settle();
    expect(visitor.heard('notification')).toHaveLength(1);
    visitor.close();
    other.close();
  });

  test('a stranger, admins too, does not learn that it exists', async () => {
    const id = await requested();
    for (const stranger of [await enter(server, { role: 'agent' }), await enter(server, { role: 'admin' })]) {
      for (const answer of [
        await decide(stranger, id, { status: 'cancelled' }),
        await stranger.get(`/api/viewings/${id}/calendar`),
      ])
        expect(answer).toMatchObject({ status: 404, body: { error: 'Viewing not found' } });
    }
  });

  test('a proposal needs a time to come', async () => {
    const id = await requested();
    expect((await decide(agent, id, { status: 'proposed' })).body.error).toBe(
      'Choose the time you want to propose',
    );
    const past = await decide(agent, id, { status: 'proposed', starts_at: at(-1) });
    expect(past.body.error).toBe('Choose a time in the future');
    expect((await decide(agent, id, { status: 'requested' })).status).toBe(400);
  });

  test('a time that has passed is not confirmed', async () => {
    const id = await requested(1);
    clock = new Date(now.getTime() + 2 * HOUR);
    expect(await decide(agent, id, { status: 'confirmed' })).toMatchObject({
      status: 409,
      body: { code: 'time_passed' },
    });
  });
});

describe('confirmed viewings of one agent', () => {
  test.each([
    ['the same hour', 24, true],
    ['half an hour later', 24.5, true],
    ['half an hour earlier', 23.5, true],
    ['the hour after', 25, false],
    ['the hour before', 23, false],
  ])('%s', async (_what, hours, isClash) => {
    const ben = await enter(server);
    const first = await requested(24);
    const second = await requested(hours, ben);
    await decide(agent, first, { status: 'confirmed' });
    const answer = await decide(agent, second, { status: 'confirmed' });
    if (isClash) expect(answer).toMatchObject({ status: 409, body: { code: 'viewing_clash' } });
    else expect(answer.status).toBe(200);
  });

  test('never overlap when confirmed at the same moment, by the agent and by visitors', async () => {
    for (let round = 0; round < 5; round += 1) {
      const hours = 100 + round * 10;
      const visitors = [await enter(server), await enter(server), await enter(server)];
      const ids = await Promise.all(visitors.map((visitor, nth) => requested(hours + nth * 0.25, visitor)));
      const proposed = await requested(hours, ana);
      await decide(agent, proposed, { status: 'proposed', starts_at: at(hours + 0.5) });
      const answers = await Promise.all([
        ...ids.map((id) => decide(agent, id, { status: 'confirmed' })),
        decide(ana, proposed, { status: 'confirmed' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
        Array(3).fill('viewing_clash'),
      );
    }
  });

  test('two agents who ask each other for viewings do not lock each other out', async () => {
    const other = await enter(server, { role: 'agent' });
    const theirs = await Promise.all(
      Array.from({ length: 8 }, () => buildProperty(server.context, { agent_id: other.id })),
    );
    const ours = await Promise.all(Array.from({ length: 8 }, () => buildListing()));
    const answers = await Promise.all([
      ...theirs.map(({ id }) => request(agent, 24, id)),
      ...ours.map(({ id }) => request(other, 24, id)),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  test('a cancelled one frees its hour, another agent has hours of their own', async () => {
    const first = await requested(24);
    const second = await requested(24, await enter(server));
    await decide(agent, first, { status: 'confirmed' });
    await decide(agent, first, { status: 'cancelled' });
    expect((await decide(agent, second, { status: 'confirmed' })).status).toBe(200);
    const other = await enter(server, { role: 'agent' });
    const { id } = await buildProperty(server.context, { agent_id: other.id });
    const theirs = (await request(await enter(server), 24, id)).body.data.id;
    expect((await decide(other, theirs, { status: 'confirmed' })).status).toBe(200);
  });
});

describe('the calendar file', () => {
  const unfold = (file: string) => file.replace(/\r\n /g, '').split('\r\n');

  test('says what, where and when, escaped and folded', async () => {
    const { id } = await buildListing({
      title:
        'Loft;\u0007 2BR\u001b, Señorita Tower \\ "A"\r\nX-EVIL:1\rY-EVIL:2 – ang pinakamagandang tanawin ng lungsod',
      address: '12 Ayala\u0001 Ave., Unit 4',
    });
    const viewing = (await request(ana, 24, id)).body.data;
    for (const person of [ana, agent]) {
      const { file } = (await person.get(`/api/viewings/${viewing.id}/calendar`)).body.data;
      expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
      const physical = file.split('\r\n');
      expect(physical.every((line: string) => Buffer.byteLength(line) <= 75)).toBe(true);
      const lines = unfold(file);
      expect(lines).toEqual(
        expect.arrayContaining([
          'BEGIN:VCALENDAR',
          'VERSION:2.0',
          'BEGIN:VEVENT',
          'DTSTAMP:20260318T040000Z',
          'DTSTART:20260319T040000Z',
          'DTEND:20260319T050000Z',
          'SUMMARY:Viewing: Loft\\; 2BR\\, Señorita Tower \\\\ "A"\\nX-EVIL:1\\nY-EVIL:2 – ang pinakamagandang tanawin ng lungsod',
          'LOCATION:12 Ayala Ave.\\, Unit 4\\, Makati',
          'STATUS:TENTATIVE',
        ]),
      );
      // RFC 5545, 3.6.1: all of an event's properties stand before its alarms.
      const endOfAlarm = lines.indexOf('END:VALARM');
      expect(lines.indexOf('STATUS:TENTATIVE')).toBeLessThan(lines.indexOf('BEGIN:VALARM'));
      expect(lines[endOfAlarm + 1]).toBe('END:VEVENT');
      expect(lines).toContain('PRODID:-//Silong//Viewings//EN');
      expect(lines.filter((line) => /^[XY]-EVIL/.test(line) || /[\r\n]/.test(line))).toEqual([]);
      expect(lines.some((line) => line.includes(`/properties/${id}`))).toBe(true);
    }
  });

  test.each([
    ['confirmed', 'CONFIRMED'],
    ['proposed', 'TENTATIVE'],
    ['declined', 'CANCELLED'],
    ['cancelled', 'CANCELLED'],
  ] as const)('of one that is %s says %s', async (status, word) => {
    const { file } = (await ana.get(`/api/viewings/${await viewingIn(status)}/calendar`)).body.data;
    expect(unfold(file)).toContain(`STATUS:${word}`);
  });
});
