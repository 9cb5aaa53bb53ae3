// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type WeekHours, weekdays } from '#shared/freeTimes.ts';
import { addDays, startOfManilaDay } from '#shared/manilaDays.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
/** Noon on Wednesday, March 18 in Manila. */
const now = new Date('2026-03-18T04:00:00.000Z');
const closed = Object.fromEntries(weekdays.map((weekday) => [weekday, []])) as unknown as WeekHours;
/** A time on a day in Manila. */
const at = (day: string, hour: number) => new Date(startOfManilaDay(day).getTime() + hour * HOUR).toISOString();
const hourOf = (iso: string) => new Date(Date.parse(iso) + 8 * HOUR).toISOString().slice(11, 16);

let server: TestServer;
let agent: Person;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => now });
});

afterAll(() => server.close());

beforeEach(async () => {
  agent = await enter(server, { role: 'agent' });
  ana = await enter(server);
  ben = await enter(server);
});

const newListing = async (overrides = {}) =>
  (await buildProperty(server.context, { agent_id: agent.id, ...overrides })).id;
const ask = async (starts_at: string, person = ana) =>
  person.post('/api/viewings', { property_id: await newListing(), starts_at });
const asked = async (starts_at: string, person = ana): Promise<number> =>
  (await ask(starts_at, person)).body.data.id;
const decide = (person: Person, id: number, body: object) => person.put(`/api/viewings/${id}`, body);
const confirmed = async (starts_at: string, person = ana): Promise<number> => {
  const id = await asked(starts_at, person);
  expect((await decide(agent, id, { status: 'confirmed' })).status).toBe(200);
  return id;
};
const set = (body: object) =>
  agent.put('/api/desk/availability', { hours: null, buffer_minutes: 0, notice_hours: 0, ...body });
const removeDaysOff = ({ token }: Person, id: number) =>
  server.request('DELETE', `/api/desk/days-off/${id}`, { token });
const free = async (from: string, to = from, person = ana, query = '') =>
  (await person.get(`/api/agents/${agent.id}/free-times?from=${from}&to=${to}${query}`)).body.data
    .slots as string[];
const NOT_FREE = { status: 409, body: { code: 'time_not_free' } };

describe('what an agent sets', () => {
  test('nothing at first, then what was set, for them alone', async () => {
    const nothing = { hours: null, buffer_minutes: 0, notice_hours: 0 };
    expect((await agent.get('/api/desk/availability')).body.data).toEqual(nothing);
    const hours = {
      ...closed,
      monday: [
        { from: '09:00', to: '12:00' },
        { from: '13:30', to: '24:00' },
      ],
    };
    const answer = await set({ hours, buffer_minutes: 30, notice_hours: 12 });
    expect(answer).toMatchObject({ status: 200, body: { data: { hours, buffer_minutes: 30 } } });
    expect((await agent.get('/api/desk/availability')).body.data.hours).toEqual(hours);
    const other = await enter(server, { role: 'agent' });
    expect((await other.get('/api/desk/availability')).body.data).toEqual(nothing);
    await set({});
    expect((await agent.get('/api/desk/availability')).body.data).toEqual(nothing);
  });

  test.each([
    [
      'a span that ends before it begins',
      [{ from: '12:00', to: '09:00' }],
      'The end time must be after the start time',
    ],
    [
      'spans that overlap',
      [
        { from: '09:00', to: '12:00' },
        { from: '11:00', to: '13:00' },
      ],
      'These hours overlap',
    ],
    ['no time', [{ from: '9', to: '12:00' }], 'Enter a time such as 09:30'],
    ['an hour that is none', [{ from: '24:00', to: '24:00' }], 'Enter a time such as 09:30'],
  ])('refuses %s', async (_what, monday, sentence) => {
    const answer = await set({ hours: { ...closed, monday } });
    expect(answer).toMatchObject({ status: 400, body: { error: sentence } });
  });

  test('days off are told until they are over, and are the agent’s own', async () => {
    const add = (first_day: string, last_day: string) =>
      agent.post('/api/desk/days-off', { first_day, last_day, note: ' Cebu ' });
    expect((await add('2026-03-20', '2026-03-19')).body.error).toBe('The last day is before the first');
    const { id } = (await add('2026-03-20', '2026-03-22')).body.data;
    await add('2026-03-01', '2026-03-17');
    expect((await agent.get('/api/desk/days-off')).body.data).toEqual([
      { id, first_day: '2026-03-20', last_day: '2026-03-22', note: 'Cebu' },
    ]);
    const other = await enter(server, { role: 'agent' });
    expect((await removeDaysOff(other, id)).status).toBe(404);
    expect((await removeDaysOff(agent, id)).status).toBe(200);
    expect((await agent.get('/api/desk/days-off')).body.data).toEqual([]);
  });
});

describe('free times', () => {
  test('are every hour from 8 to 7 where nothing is set, beside confirmed viewings', async () => {
    expect((await free('2026-03-20')).map(hourOf)).toEqual(
      Array.from({ length: 12 }, (_, index) => `${String(index + 8).padStart(2, '0')}:00`),
    );
    // Today is half over.
    expect((await free('2026-03-17', '2026-03-18')).map(hourOf)[0]).toBe('13:00');
    await confirmed(at('2026-03-20', 10.5));
    await asked(at('2026-03-20', 14), ben);
    const left = (await free('2026-03-20')).map(hourOf);
    expect(left).not.toContain('10:00');
    expect(left).not.toContain('11:00');
    expect(left).toContain('12:00');
    expect(left).toContain('14:00');
  });

  test('say nothing of who or why, and only of public agents', async () => {
    await confirmed(at('2026-03-20', 10));
    await agent.post('/api/desk/days-off', { first_day: '2026-03-21', last_day: '2026-03-21', note: 'Cebu' });
    const { body } = await ben.get(`/api/agents/${agent.id}/free-times?from=2026-03-20&to=2026-03-21`);
    expect(Object.keys(body.data)).toEqual(['slots']);
    expect(body.data.slots.every((slot: string) => slot.startsWith('2026-03-20'))).toBe(true);
    const gone = await enter(server, { role: 'agent', status: 'suspended' });
    for (const id of [ana.id, gone.id, 999_999])
      expect((await ben.get(`/api/agents/${id}/free-times?from=2026-03-20&to=2026-03-21`)).status).toBe(404);
  });

  test('are told for 31 days at most, within half a year, and for a listing on offer', async () => {
    const ask = (query: string) => ana.get(`/api/agents/${agent.id}/free-times?${query}`);
    expect((await ask('from=2026-03-20&to=2026-04-19')).status).toBe(200);
    for (const query of ['from=2026-03-20&to=2026-04-20', 'from=2026-03-20&to=2026-03-19', 'from=today'])
      expect((await ask(query)).status).toBe(400);
    expect(await free('2027-01-01')).toEqual([]);
    expect(await free('9999-11-01', '9999-11-20')).toEqual([]);
    const day = 'from=2026-03-20&to=2026-03-20';
    expect((await ask(`${day}&property_id=${await newListing()}`)).body.data.slots).toHaveLength(12);
    const sold = await newListing({ status: 'sold' });
    expect((await ask(`${day}&property_id=${sold}`)).body.data.slots).toEqual([]);
    const others = await buildProperty(server.context, {});
    for (const id of [others.id, await newListing({ moderation_status: 'inactive' })])
      expect((await ask(`${day}&property_id=${id}`)).status).toBe(404);
  });

  test('a viewing that is moved is not in its own way, for its agent', async () => {
    await set({ buffer_minutes: 60 });
    const id = await confirmed(at('2026-03-20', 10));
    expect((await free('2026-03-20')).map(hourOf)).not.toContain('11:00');
    expect((await free('2026-03-20', '2026-03-20', agent, `&viewing_id=${id}`)).map(hourOf)).toContain('11:00');
    expect((await free('2026-03-20', '2026-03-20', ben, `&viewing_id=${id}`)).map(hourOf)).not.toContain('11:00');
    expect((await decide(agent, id, { status: 'proposed', starts_at: at('2026-03-20', 11) })).status).toBe(200);
  });
});

describe('a time that is not free', () => {
  test('cannot be asked for, proposed, or confirmed: a confirmed viewing and the time around it', async () => {
    await set({ buffer_minutes: 30 });
    await confirmed(at('2026-03-20', 15));
    const waiting = await asked(at('2026-03-20', 16.5), ben);
    for (const hour of [13.75, 15, 16.25]) {
      expect(await ask(at('2026-03-20', hour), ben)).toMatchObject(NOT_FREE);
      const proposal = { status: 'proposed', starts_at: at('2026-03-20', hour) };
      expect(await decide(agent, waiting, proposal)).toMatchObject(NOT_FREE);
    }
    expect((await ask(at('2026-03-20', 13.5), ben)).status).toBe(201);
    await set({ buffer_minutes: 45 });
    expect(await decide(agent, waiting, { status: 'confirmed' })).toMatchObject({
      ...NOT_FREE,
      body: { error: 'You have another viewing at or too close to this time' },
    });
    await set({});
    expect((await decide(agent, waiting, { status: 'confirmed' })).status).toBe(200);
  });

  test('nor on a day off or outside of hours that were set; the visitor is not told why', async () => {
    const proposed = await asked(at('2026-03-20', 9));
    await decide(agent, proposed, { status: 'proposed', starts_at: at('2026-03-21', 10) });
    const waiting = await asked(at('2026-03-21', 12), ben);
    const { id } = (await agent.post('/api/desk/days-off', { first_day: '2026-03-21', last_day: '2026-03-21' }))
      .body.data;
    const refused = [await ask(at('2026-03-21', 9), ben), await decide(ana, proposed, { status: 'confirmed' })];
    for (const answer of refused)
      expect(answer).toMatchObject({
        ...NOT_FREE,
        body: { error: 'The agent is not free at this time. Choose another one.' },
      });
    expect((await decide(agent, waiting, { status: 'confirmed' })).body.error).toBe(
      'This is one of your days off',
    );
    await removeDaysOff(agent, id);
    await set({ hours: { ...closed, saturday: [{ from: '08:00', to: '12:30' }] } });
    expect(await decide(agent, waiting, { status: 'confirmed' })).toMatchObject({
      ...NOT_FREE,
      body: { error: 'This is outside your viewing hours' },
    });
    expect((await decide(ana, proposed, { status: 'confirmed' })).status).toBe(200);
  });

  test('visitors ask as long ahead as the agent wishes; the agent may offer less', async () => {
    await set({ notice_hours: 24 });
    expect(await ask(at('2026-03-19', 12))).toMatchObject(NOT_FREE);
    const id = await asked(at('2026-03-19', 12.25));
    expect((await free('2026-03-19')).map(hourOf)[0]).toBe('13:00');
    expect((await free('2026-03-19', '2026-03-19', agent)).map(hourOf)[0]).toBe('08:00');
    const soon = { status: 'proposed', starts_at: at('2026-03-18', 18) };
    expect((await decide(agent, id, soon)).status).toBe(200);
    expect((await decide(ana, id, { status: 'confirmed' })).status).toBe(200);
  });

  test('is decided once where confirming and proposing meet', async () => {
    for (let round = 0; round < 6; round += 1) {
      const time = at(addDays('2026-03-22', round), 10);
      const first = await asked(time);
      const second = await asked(at(addDays('2026-03-22', round), 15), ben);
      const cleo = await enter(server);
      const [confirming, proposing, asking] = await Promise.all([
        decide(agent, first, { status: 'confirmed' }),
        decide(agent, second, { status: 'proposed', starts_at: time }),
        ask(time, cleo),
      ]);
      expect(confirming.status).toBe(200);
      // In either order, an offered time is available no more, or was not offered.
      if (proposing.status === 200) expect((await decide(ben, second, { status: 'confirmed' })).status).toBe(409);
      else expect(proposing).toMatchObject(NOT_FREE);
      if (asking.status !== 201) expect(asking).toMatchObject(NOT_FREE);
      expect(await ask(time, cleo)).toMatchObject(NOT_FREE);
    }
  });

  test('confirmations at the same moment leave the minutes between them free', async () => {
    await set({ buffer_minutes: 30 });
    for (let round = 0; round < 5; round += 1) {
      const day = addDays('2026-04-01', round);
      const proposed = await asked(at(day, 16), ben);
      await decide(agent, proposed, { status: 'proposed', starts_at: at(day, 11.25) });
      const waiting = await asked(at(day, 10));
      const answers = await Promise.all([
        decide(agent, waiting, { status: 'confirmed' }),
        decide(ben, proposed, { status: 'confirmed' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)).toMatchObject(NOT_FREE);
    }
  });
});
