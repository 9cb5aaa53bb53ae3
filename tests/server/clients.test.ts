// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { groupByPerson, type Identity } from '#server/features/clients/reads/people.ts';
import type { Client, ClientDetail, ClientList } from '#shared/contracts/clients.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { formatPhone, normalizePhone } from '#shared/phones.ts';
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

const list = async (query = '', person = agent) => (await person.get(`${PATH}${query}`)).body.data as ClientList;
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
    // Two numbers in one field are no number, but the text is kept.
    expect(normalizePhone('0917 555 0102 / 0918 555 0103')).toBe('0917555010209185550103');
    expect(normalizePhone('812 3456')).toBe('8123456');
  });

  test('are stored in one form, which people can read', () => {
    const same = ['0917 555 0102', '+63 917-555-0102', '639175550102', '0063 917 555 0102'];
    expect(new Set(same.map(formatPhone))).toEqual(new Set(['+63 917 555 0102']));
    expect(formatPhone('+65 6123 4567')).toBe('+65 6123 4567');
    for (const text of ['Viber: 0917 555 0102', '0917 555 0102 / 0918 555 0103', '12345', 'none'])
      expect(formatPhone(text)).toBe(text);
  });

  test('of elsewhere, and what is none', () => {
    expect(normalizePhone('+1 415 555 0102')).toBe('14155550102');
    expect(normalizePhone('+91 7555 5010')).toBe('9175555010');
    for (const text of ['', 'none', '12345', '000 000 0000']) expect(normalizePhone(text)).toBeNull();
  });
});

describe('one person', () => {
  const email = (value: string, confirmed = false) => ({ kind: 'email' as const, value, confirmed });
  const phone = (value: string, confirmed = false) => ({ kind: 'phone' as const, value, confirmed });
  const record = (id: number, mark: Partial<Identity>): Identity & { id: number } => ({
    id,
    user_id: null,
    own: [],
    said: [],
    inquiry_id: null,
    ...mark,
  });
  const groups = (records: (Identity & { id: number })[]) =>
    groupByPerson(records).map((group) => group.map(({ id }) => id));

  test('is an account, with what was sent under the address it confirmed, in any order', () => {
    const records = [
      record(1, { said: [email(' A@X.example ')] }),
      record(2, { user_id: 7, own: [email('a@x.example', true)] }),
      record(3, { user_id: 7, own: [email('a@x.example', true)], said: [email('other@x.example')] }),
      record(4, { said: [email('b@x.example')] }),
    ];
    expect(groups(records)).toEqual([[1, 2, 3], [4]]);
    expect(groups(records.toReversed())).toEqual([[4], [3, 2, 1]]);
  });

  test('is not joined by what is only said', () => {
    const said = [
      record(1, { user_id: 7, own: [email('a@x.example')] }),
      record(2, { said: [email('a@x.example'), phone('0917 555 0102')] }),
      record(3, { user_id: 8, own: [email('b@x.example', true), phone('0917 555 0102', true)] }),
      // An account that types the address of another into a form stays itself.
      record(4, { user_id: 9, own: [email('c@x.example', true)], said: [email('b@x.example')] }),
      // Two accounts are not one because a person names the address of one and the number of the other.
      record(5, { said: [email('b@x.example'), phone('0917 555 0199')] }),
      record(6, { user_id: 10, own: [phone('0917 555 0199', true)] }),
    ];
    expect(groups(said)).toEqual([[1], [2], [3, 5], [4], [6]]);
  });

  test('is one card where two without an account name the same address', () => {
    expect(
      groups([record(1, { said: [email('a@x.example')] }), record(2, { said: [email('A@x.example')] })]),
    ).toEqual([[1, 2]]);
  });

  test('is not made of those who say nothing, or are gone', () => {
    const nothing = { said: [email('deleted-user@silong.invalid'), phone('0000000')] };
    expect(groups([record(1, nothing), record(2, nothing), record(3, {})])).toEqual([[1], [2], [3]]);
  });
});

describe('the list', () => {
  test('has inquiries, chats and viewings of a person together', async () => {
    const email = newEmail();
    const ana = await enter(server, { name: 'Ana R. Reyes', email, phone: '+63 917 555 7701' });
    const byEmail = await ask({ email: ` ${email.toUpperCase()} `, phone: '0918 555 0000' });
    const signedIn = await ask({ name: 'Anna', email: newEmail(), phone: '0917-555-7701' }, ana);
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
    expect(joined.emails).toEqual([email]);
    expect(joined.phones).toEqual(['+63 917 555 7701']);
    expect(joined.contacts).toEqual([
      { kind: 'email', value: email, confirmed: true },
      { kind: 'phone', value: '+63 917 555 7701', confirmed: false },
      { kind: 'email', value: `client${made - 1}@mail.example`, confirmed: false },
      { kind: 'phone', value: '+63 918 555 0000', confirmed: false },
    ]);

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
    ).toEqual([viewing, talk, signedIn, byEmail]);
    // The client by any of its names.
    for (const key of [`inquiry-${byEmail}`, `inquiry-${signedIn}`, `conversation-${talk}`])
      expect((await detail(key)).client.key).toBe(joined.key);
    expect((await detail(`inquiry-${ben}`)).client.user_id).toBeNull();
  });

  test('keeps apart who only says so, until the address is confirmed', async () => {
    const email = newEmail();
    const byVisitor = await ask({ name: 'Ana', email, phone: '0917 555 7711' });
    const newcomer = await enter(server, { name: 'Says Ana', email, isEmailVerified: false });
    await chat(newcomer);
    expect((await list()).clients.map(({ key }) => key)).toEqual([`user-${newcomer.id}`, `inquiry-${byVisitor}`]);
    const [apart] = (await list()).clients;
    expect(apart?.contacts).toEqual([{ kind: 'email', value: email, confirmed: false }]);
    const own = async () => (await newcomer.get('/api/privacy/data')).body;
    expect((await own()).inquiries_sent).toEqual([]);

    await newcomer.user.update({ email_verified_at: new Date() });
    const { clients } = await list();
    expect(clients).toMatchObject([{ key: `user-${newcomer.id}`, inquiries: 1, emails: [email], phones: [] }]);
    expect(clients[0]?.contacts).toEqual([
      { kind: 'email', value: email, confirmed: true },
      { kind: 'phone', value: '+63 917 555 7711', confirmed: false },
    ]);
    expect((await own()).inquiries_sent).toMatchObject([{ id: byVisitor, user_id: null }]);
  });

  test('says of each inquiry what is known of its contacts', async () => {
    const ana = await enter(server, { email: newEmail(), phone: '0917 555 7721' });
    await ana.user.update({ phone_verified_at: new Date() });
    const { email } = ana.user;
    await ask({ email, phone: '+63 917 555 7721' }, ana);
    await ask({ email, phone: '0917 555 7721' });
    const { data } = (await agent.get(`/api/agents/${agent.id}/contacts`)).body;
    const contacts = (confirmed: boolean) => [
      { kind: 'email', value: email, confirmed },
      { kind: 'phone', value: '+63 917 555 7721', confirmed },
    ];
    expect(data.map((inquiry: Inquiry) => inquiry.contacts)).toEqual([contacts(false), contacts(true)]);
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
