import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { groupByPerson, type Identities, normalizePhone } from '#server/features/clients/identity.ts';
import type { Client, ClientDetail, ClientList } from '#shared/contracts/clients.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const PATH = '/api/agents/clients';
const HOUR = 3_600_000;

let server: TestServer;
let agent: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

beforeEach(async () => {
  agent = await enter(server, { role: 'agent' });
});

async function ask(
  sender: { name?: string; email: string; phone?: string; property_id?: number },
  { to = agent, token }: { to?: Person; token?: string } = {},
): Promise<number> {
  const body = { name: 'Ana Reyes', message: 'Is it free?', ...sender };
  const answer = await server.request('POST', `/api/agents/${to.id}/contact`, { body, token });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

async function chat(
  person: Person,
  { to = agent, propertyId }: { to?: Person; propertyId?: number } = {},
): Promise<number> {
  const answer = await person.post('/api/conversations', {
    agentId: to.id,
    initialMessage: 'May I come by?',
    property_id: propertyId ?? null,
  });
  expect(answer.status).toBe(201);
  return answer.body.data.conversation.id;
}

async function requestViewing(person: Person, hours = 24): Promise<number> {
  const { id } = await buildProperty(server.context, { agent_id: agent.id });
  const starts_at = new Date(Date.now() + hours * HOUR).toISOString();
  const answer = await person.post('/api/viewings', { property_id: id, starts_at });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

const list = async (query = '', person = agent) =>
  (await person.get(`${PATH}${query}`)).body.data as ClientList;
const detail = async (key: string) => (await agent.get(`${PATH}/${key}`)).body.data as ClientDetail;
const counts = ({ inquiries, conversations, viewings }: Client) => ({ inquiries, conversations, viewings });

let made = 0;
const newEmail = () => `client${++made}@mail.example`;

describe('numbers', () => {
  test('of the Philippines are one, however they are written', () => {
    const same = ['0917 555 0102', '+63 917-555-0102', '639175550102', '+63 (0)917 555 0102', '9175550102'];
    expect(new Set([...same, '0063 917 555 0102'].map(normalizePhone))).toEqual(new Set(['639175550102']));
    expect(normalizePhone('(02) 8123-4567')).toBe(normalizePhone('+63 2 8123 4567'));
  });

  test('are found among other words, and before an extension', () => {
    for (const text of ['Viber: 0917 555 0102', '0917 555 0102 (mobile)', '+63 917 555 0102 ext. 12'])
      expect(normalizePhone(text)).toBe('639175550102');
    // Two in one field are no number of anybody, but what was written is kept.
    expect(normalizePhone('0917 555 0102 / 0918 555 0103')).toBe('0917555010209185550103');
    expect(normalizePhone('812 3456')).toBe('8123456');
  });

  test('of elsewhere, and what is none', () => {
    expect(normalizePhone('+1 415 555 0102')).toBe('14155550102');
    expect(normalizePhone('+91 7555 5010')).toBe('9175555010');
    for (const text of ['', 'none', '12345', '000 000 0000']) expect(normalizePhone(text)).toBeNull();
  });
});

describe('one person', () => {
  const record = (id: number, mark: Partial<Identities>): Identities & { id: number } => ({
    id,
    user_ids: [],
    emails: [],
    phones: [],
    ...mark,
  });
  const groups = (records: (Identities & { id: number })[]) =>
    groupByPerson(records).map((group) => group.map(({ id }) => id));

  test('is joined over what lies between, in any order', () => {
    const records = [
      record(1, { emails: ['a@x.example'] }),
      record(2, { phones: ['0917 555 0102'] }),
      record(3, { user_ids: [7] }),
      record(4, { emails: ['b@x.example'] }),
      record(5, { user_ids: [7], phones: ['+639175550102'] }),
      record(6, { emails: [' A@X.example '], user_ids: [7] }),
    ];
    expect(groups(records)).toEqual([[1, 2, 3, 5, 6], [4]]);
    expect(groups(records.toReversed())).toEqual([[6, 5, 3, 2, 1], [4]]);
  });

  test('is not made of those who say nothing, or are gone', () => {
    const nothing = { emails: ['deleted-user@silong.invalid', null, ''], phones: [null, '0000000'] };
    expect(groups([record(1, nothing), record(2, nothing), record(3, { user_ids: [null] })])).toEqual([
      [1],
      [2],
      [3],
    ]);
    // An account is not an address of the same number.
    expect(
      groups([record(639175550102, { user_ids: [639175550102] }), record(2, { phones: ['09175550102'] })]),
    ).toHaveLength(2);
  });

  test('stays within reach of time when there are thousands in a chain', () => {
    const chain = Array.from({ length: 6_000 }, (_, at) =>
      record(at, { emails: [`${at}@x.example`, `${at + 1}@x.example`] }),
    );
    expect(groups(chain)).toHaveLength(1);
  });
});

describe('the list', () => {
  test('has inquiries, chats and viewings of a person together', async () => {
    const email = newEmail();
    const ana = await enter(server, { name: 'Ana R. Reyes', email, phone: '+63 917 555 7701' });
    const byEmail = await ask({ email: ` ${email.toUpperCase()} ` });
    const byPhone = await ask({ name: 'Anna', email: newEmail(), phone: '0917-555-7701' });
    const talk = await chat(ana);
    const viewing = await requestViewing(ana);
    const ben = await ask({ name: 'Ben Cruz', email: newEmail() });

    const { clients, pagination, needs_answer } = await list();
    expect(clients.map(({ name }) => name)).toEqual(['Ben Cruz', 'Ana R. Reyes']);
    expect(pagination.total).toBe(2);
    expect(needs_answer).toBe(2);
    const joined = clients[1] as Client;
    expect(joined).toMatchObject({ key: `user-${ana.id}`, user_id: ana.id, unread: 1, needs_answer: true });
    expect(counts(joined)).toEqual({ inquiries: 2, conversations: 1, viewings: 1 });
    expect(joined.emails).toContain(email);
    expect(joined.emails).toHaveLength(2);
    expect(joined.phones).toHaveLength(1);

    const { client, events } = await detail(joined.key);
    expect(client).toEqual(joined);
    expect(events.map((event) => event.kind)).toEqual(['viewing', 'conversation', 'inquiry', 'inquiry']);
    expect(
      events.map((event) =>
        event.kind === 'inquiry'
          ? event.inquiry.id
          : event.kind === 'viewing'
            ? event.viewing.id
            : event.conversation.id,
      ),
    ).toEqual([viewing, talk, byPhone, byEmail]);
    // Whichever of its names one has.
    for (const key of [`inquiry-${byEmail}`, `inquiry-${byPhone}`, `conversation-${talk}`])
      expect((await detail(key)).client.key).toBe(joined.key);
    expect((await detail(`inquiry-${ben}`)).client.user_id).toBeNull();
  });

  test('says who needs an answer, and no longer when they have it', async () => {
    const ana = await enter(server, { name: 'Ana' });
    const talk = await chat(ana);
    const inquiry = await ask({ name: 'Ben', email: newEmail() });
    const visitor = await enter(server, { name: 'Cora' });
    const viewing = await requestViewing(visitor);
    const waiting = async () => (await list('?needs_answer=true')).clients.map(({ name }) => name).sort();
    expect(await waiting()).toEqual(['Ana', 'Ben', 'Cora']);

    await agent.post(`/api/conversations/${talk}/messages`, { content: 'Of course' });
    expect(await waiting()).toEqual(['Ben', 'Cora']);
    await agent.put(`/api/agents/${agent.id}/contacts/${inquiry}`, { status: 'read' });
    expect(await waiting()).toEqual(['Ben', 'Cora']);
    await agent.put(`/api/agents/${agent.id}/contacts/${inquiry}`, { status: 'closed' });
    expect(await waiting()).toEqual(['Cora']);
    await agent.put(`/api/viewings/${viewing}`, { status: 'confirmed' });
    expect(await waiting()).toEqual([]);
    expect(await list()).toMatchObject({ needs_answer: 0, pagination: { total: 3 } });
  });

  test('is searched by name, address, number and listing, and comes in pages', async () => {
    const { id } = await buildProperty(server.context, { agent_id: agent.id, title: 'Loft in Poblacion' });
    await ask({ name: 'José Peña', email: 'jose.pena@mail.example', phone: '+63 917 555 8801' });
    await ask({ name: 'Ben', email: newEmail(), property_id: id });
    for (let at = 0; at < 3; at += 1) await ask({ name: `Client ${at}`, email: newEmail() });
    const found = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).clients.map(({ name }) => name);
    expect(await found('jose')).toEqual(['José Peña']);
    expect(await found('pena mail')).toEqual(['José Peña']);
    expect(await found('0917 555 8801')).toEqual(['José Peña']);
    expect(await found('poblacion')).toEqual(['Ben']);
    expect(await found('nobody')).toEqual([]);
    const pages = [await list('?limit=2&page=1'), await list('?limit=2&page=3')];
    expect(pages.map(({ clients }) => clients.map(({ name }) => name))).toEqual([
      ['Client 2', 'Client 1'],
      ['José Peña'],
    ]);
    expect(pages[0]?.pagination).toMatchObject({ total: 5, pages: 3 });
  });

  test('is the agent’s own', async () => {
    const other = await enter(server, { role: 'agent' });
    const email = newEmail();
    const mine = await ask({ email });
    const theirs = await ask({ email }, { to: other });
    expect((await list()).clients.map(counts)).toEqual([{ inquiries: 1, conversations: 0, viewings: 0 }]);
    expect((await list('', other)).clients[0]?.key).toBe(`inquiry-${theirs}`);
    expect((await agent.get(`${PATH}/inquiry-${theirs}`)).status).toBe(404);
    expect((await other.get(`${PATH}/inquiry-${mine}`)).status).toBe(404);
    expect((await agent.get(`${PATH}/inquiry-1;drop`)).status).toBe(400);
    const visitor = await enter(server);
    expect((await visitor.get(PATH)).status).toBe(403);
    expect((await server.request('GET', PATH)).status).toBe(401);
  });

  test('leaves colleagues out, but not one who asks about a listing', async () => {
    const colleague = await enter(server, { role: 'agent', name: 'Colleague' });
    await chat(colleague);
    expect((await list()).clients).toEqual([]);
    const { id } = await buildProperty(server.context, { agent_id: agent.id });
    await chat(colleague, { propertyId: id });
    expect((await list()).clients.map(counts)).toEqual([{ inquiries: 0, conversations: 1, viewings: 0 }]);
  });
});
