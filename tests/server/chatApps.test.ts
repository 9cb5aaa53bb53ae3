// @databases both

import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_NOTES } from '#shared/contracts/desk.ts';
import { type DeskActs, deskActs } from '#tests/support/deskScene.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let acts: DeskActs;
let agent: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  acts = deskActs(server);
  agent = await enter(server, { role: 'agent' });
});

afterAll(() => server.close());

const put = (change: object) => agent.put('/api/auth/profile', change);

test('an agent names them, in one form whatever was typed, and takes them away', async () => {
  const named = await put({
    viber: '0917 555 0102',
    whatsapp: '+1 (212) 555-0123',
    messenger: 'https://www.facebook.com/juan.delacruz?ref=x',
  });
  const stored = { viber: '+63 917 555 0102', whatsapp: '+1 212 555 0123', messenger: 'juan.delacruz' };
  expect(named.body.data.agent).toMatchObject(stored);
  expect((await agent.get('/api/auth/profile')).body.data.agent).toMatchObject(stored);
  const gone = await put({ viber: '', whatsapp: null });
  expect(gone.body.data.agent).toMatchObject({ viber: null, whatsapp: null, messenger: 'juan.delacruz' });
});

test.each([
  ['viber', 'Viber: 0917 555 0102'],
  ['whatsapp', 'ask me'],
  ['whatsapp', '12'],
  ['messenger', 'https://evil.example/juan'],
  ['messenger', 'juan dela cruz'],
  ['messenger', 'https://facebook.com/profile.php?id=juan'],
])('%s takes no %s', async (app, typed) => {
  const refused = await put({ [app]: typed });
  expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: app }] } });
});

test('they are shown where the phone number is, and to whom', async () => {
  await put({ viber: '0917 555 0102', messenger: 'juan.delacruz' });
  const person = await enter(server);
  const seen = (await person.get(`/api/agents/${agent.id}`)).body.data;
  expect(seen).toMatchObject({ viber: '+63 917 555 0102', whatsapp: null, messenger: 'juan.delacruz' });
  await saveSystemSettings(await enter(server, { role: 'admin' }), 'application', { publicListingPages: true });
  const guest = (await server.request('GET', `/api/agents/${agent.id}`)).body.data;
  expect(guest).toMatchObject({ email: '', phone: null, viber: null, whatsapp: null, messenger: null });
  const { agents } = (await server.request('GET', '/api/agents')).body.data;
  expect(JSON.stringify(agents)).not.toContain('juan.delacruz');
});

test('the agent’s own data have them', async () => {
  await put({ whatsapp: '0917 555 0199' });
  const { body } = await agent.get('/api/privacy/data');
  expect(JSON.stringify(body)).toContain('+63 917 555 0199');
});

test('a talk is noted with what was agreed, and answers what the client asked', async () => {
  const ana = await enter(server, { name: 'Ana Reyes' });
  await acts.ask(agent, ana, { message: 'Is it free?' });
  const rowOf = async () => (await acts.queue(agent)).rows.find(({ user_id }) => user_id === ana.id);
  const row = await rowOf();
  expect(row).toMatchObject({ waiting_for: 'inquiry' });
  const notes = `/api/desk/clients/${row?.id}/notes`;
  await agent.post(notes, { text: 'Wants a balcony' });
  expect(await rowOf()).toMatchObject({ waiting_for: 'inquiry' });
  expect((await agent.post(notes, { text: 'Saturday 10 AM', talked_by: 'fax' })).status).toBe(400);
  const talk = await agent.post(notes, { text: 'Saturday 10 AM', talked_by: 'viber' });
  expect(talk).toMatchObject({ status: 201, body: { data: { talked_by: 'viber', text: 'Saturday 10 AM' } } });
  expect(await rowOf()).toMatchObject({ waiting_for: null });
  const changed = await agent.put(`${notes}/${talk.body.data.id}`, { text: 'Sunday 10 AM' });
  expect(changed.body.data).toMatchObject({ talked_by: 'viber', text: 'Sunday 10 AM' });
  const { entries } = (await agent.get(`/api/desk/clients/${row?.id}/timeline`)).body.data;
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'note', note: expect.objectContaining({ talked_by: 'viber' }) }),
  );
});

test('a talk that cannot be noted answers nothing', async () => {
  const ben = await enter(server, { name: 'Ben Cruz' });
  await acts.ask(agent, ben, { message: 'Is it free?' });
  const rowOf = async () => (await acts.queue(agent)).rows.find(({ user_id }) => user_id === ben.id);
  const id = (await rowOf())?.id ?? 0;
  const note = { client_id: id, author_id: agent.id, text: 'Note' };
  await server.context.db.models.ClientNote.bulkCreate(Array.from({ length: MAX_NOTES }, () => note));
  const refused = await agent.post(`/api/desk/clients/${id}/notes`, { text: 'Agreed', talked_by: 'phone' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_notes' } });
  expect(await rowOf()).toMatchObject({ waiting_for: 'inquiry' });
});
