import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SlotOffer, Viewing } from '#shared/contracts/viewings.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
const now = new Date('2026-03-18T04:00:00.000Z');
const at = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString();

let server: TestServer;
let agent: Person;
let propertyId: number;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => now });
});
afterAll(() => server.close());
beforeEach(async () => {
  agent = await enter(server, { role: 'agent', name: 'Marco Lim', phone: '+63 917 555 0104' });
  propertyId = (await buildProperty(server.context, { agent_id: agent.id, title: 'Loft, with a view' })).id;
});

const guest = (method: string, token: string, body?: object, part = '') =>
  server.request(method, `/api/slots/${token}${part}`, body ? { body } : {});

async function offered(mark: object = {}, hours = [24, 48, 72]): Promise<string> {
  const answer = await agent.post('/api/desk/slots', {
    property_id: propertyId,
    starts_at: hours.map(at),
    ...mark,
  });
  expect(answer.status).toBe(201);
  expect(answer.body.data.url).toContain(`/slots/${answer.body.data.token}`);
  return answer.body.data.token;
}

const read = async (token: string) => (await guest('GET', token)).body.data as SlotOffer;
const ofAgent = async () => (await agent.get('/api/viewings')).body.data as Viewing[];

describe('a link with offered times', () => {
  test('books one in one press, for whoever has it, with a name and a number', async () => {
    const token = await offered();
    expect(await read(token)).toMatchObject({
      agent: { name: 'Marco Lim' },
      property: { title: 'Loft, with a view' },
      person: null,
      slots: [24, 48, 72].map((hours) => ({ starts_at: at(hours), is_free: true })),
      viewing: null,
    });
    expect((await guest('POST', token, { starts_at: at(48) })).status).toBe(400);
    const booked = await guest('POST', token, { starts_at: at(48), name: 'Una Cruz', phone: '0917 555 0199' });
    expect(booked).toMatchObject({
      status: 200,
      body: { data: { person: 'Una Cruz', viewing: { starts_at: at(48), status: 'confirmed' } } },
    });
    expect(await ofAgent()).toMatchObject([
      { status: 'confirmed', starts_at: at(48), user: { id: null, name: 'Una Cruz', phone: '+63 917 555 0199' } },
    ]);
    const { rows } = (await agent.get('/api/desk/queue?view=all')).body.data;
    expect(rows).toMatchObject([{ name: 'Una Cruz' }]);
  });

  test('moves and cancels what it booked; the file for calendars follows', async () => {
    const token = await offered();
    await guest('POST', token, { starts_at: at(48), name: 'Una Cruz', phone: '0917 555 0199' });
    const file = async () => (await guest('GET', token, undefined, '/calendar')).body.data.file as string;
    expect(await file()).toMatch(/METHOD:PUBLISH[\s\S]*SEQUENCE:0[\s\S]*STATUS:CONFIRMED/);
    const moved = await guest('POST', token, { starts_at: at(72) });
    expect(moved.body.data.viewing).toMatchObject({ starts_at: at(72), status: 'confirmed' });
    expect(await ofAgent()).toMatchObject([{ starts_at: at(72) }]);
    expect(await file()).toContain('SEQUENCE:1');
    expect((await guest('DELETE', token)).body.data.viewing).toMatchObject({ status: 'cancelled' });
    expect(await file()).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2[\s\S]*STATUS:CANCELLED/);
    expect(await file()).not.toContain('VALARM');
    expect((await guest('DELETE', token)).status).toBe(409);
  });

  test('shows what is left where a time was taken meanwhile', async () => {
    const [one, two] = [await offered(), await offered()];
    const who = { name: 'Una Cruz', phone: '0917 555 0199' };
    await guest('POST', one, { starts_at: at(24), ...who });
    const late = await guest('POST', two, { starts_at: at(24), ...who });
    expect(late).toMatchObject({ status: 409, body: { code: 'taken' } });
    expect(late.body.data.slots.map(({ is_free }: { is_free: boolean }) => is_free)).toEqual([false, true, true]);
    expect((await guest('POST', two, { starts_at: at(30), ...who })).status).toBe(400);
  });

  test('is for the sender of an inquiry, who is asked for nothing', async () => {
    const asked = await server.request('POST', `/api/agents/${agent.id}/contact`, {
      body: { name: 'Ana Reyes', email: 'ana.guest@example.com', message: 'Is it free?', property_id: propertyId },
    });
    const token = await offered({ inquiry_id: asked.body.data.id });
    const booked = await guest('POST', token, { starts_at: at(24) });
    expect(booked.body.data).toMatchObject({ person: 'Ana Reyes', viewing: { status: 'confirmed' } });
    const { rows } = (await agent.get('/api/desk/queue?view=all')).body.data;
    expect(rows).toHaveLength(1);
    expect(rows).toMatchObject([{ name: 'Ana Reyes' }]);
    const [viewing] = await ofAgent();
    await agent.put(`/api/viewings/${viewing?.id}`, { status: 'cancelled', reason: 'The owner is away.' });
    await server.context.jobs.flush();
    const mails = await server.context.db.models.OutgoingMail.findAll({
      where: { recipient: 'ana.guest@example.com' },
      order: ['id'],
    });
    expect(mails.at(-1)).toMatchObject({
      subject: 'Viewing Cancelled: Marco Lim',
      text: expect.stringContaining(`/slots/${token}`),
    });
    expect(mails.at(-1)?.text).toContain('The owner is away.');
  });

  test('follows its listing: cancelled when that is deleted', async () => {
    const token = await offered();
    await guest('POST', token, { starts_at: at(48), name: 'Una Cruz', phone: '0917 555 0199' });
    await server.request('DELETE', `/api/properties/${propertyId}`, { token: agent.token });
    expect(await read(token)).toMatchObject({
      property: { id: null, title: 'Loft, with a view' },
      viewing: { status: 'cancelled', end_reason: 'listing_deleted' },
    });
    expect(await guest('POST', token, { starts_at: at(72) })).toMatchObject({
      status: 409,
      body: { code: 'property_gone' },
    });
  });

  test('is made by the agent of the listing alone, and is worth nothing when it is changed', async () => {
    const other = await enter(server, { role: 'agent' });
    const body = { property_id: propertyId, starts_at: [at(24)] };
    expect((await other.post('/api/desk/slots', body)).status).toBe(404);
    for (const hours of [-1, 24 * 200])
      expect((await agent.post('/api/desk/slots', { ...body, starts_at: [at(hours)] })).status).toBe(400);
    const stranger = await enter(server, { name: 'Not A Client' });
    expect((await agent.post('/api/desk/slots', { ...body, user_id: stranger.id })).status).toBe(404);
    const token = await offered();
    const [id = '', signature = ''] = token.split(/-(.*)/);
    for (const wrong of [
      `${Number(id) + 1}-${signature}`,
      `${id}-${signature.replace(/.$/, '_')}x`,
      'x',
      `${id}-`,
    ])
      expect((await guest('GET', wrong)).status).toBe(404);
  });
});
