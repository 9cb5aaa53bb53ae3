// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Message } from '#shared/contracts/conversations.ts';
import type { DeskRow } from '#shared/contracts/desk.ts';
import type { MemberFigures, OwnOffice } from '#shared/contracts/offices.ts';
import { INVITATION_DAYS, MAX_OPEN_INVITATIONS } from '#shared/limits.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { type DeskActs, deskActs } from '#tests/support/deskScene.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser, signIn, type UserDraft } from '#tests/support/factories/users.ts';
import { type Person, personOf } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Noon in Manila. */
const NOON = new Date('2026-11-23T04:00:00.000Z').getTime();

let server: TestServer;
let acts: DeskActs;
/** The manager, two agents of the office, and an agent of none. */
let boss: Person;
let ben: Person;
let cora: Person;
let stranger: Person;
let ana: Person;

const pass = (ms = 60_000) => vi.setSystemTime(Date.now() + ms);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  server = await startTestServer({ data: 'empty', env: { hasActionLimits: false } });
  acts = deskActs(server);
});

afterAll(async () => {
  await server.close();
  vi.useRealTimers();
});

async function enter(draft: UserDraft = {}): Promise<Person> {
  const user = await buildUser(server.context, draft);
  return personOf(server, user, await signIn(server.context, user, { remember: true }));
}

const remove = ({ token }: Person, path: string, body?: object) =>
  server.request('DELETE', path, { token, ...(body && { body }) });

let made = 0;
const newEmail = () => `office${++made}@mail.example`;

const ok = <Body = OwnOffice>(answer: { status: number; body: { data: Body } }): Body => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};

async function invite(person: Person): Promise<void> {
  ok(await boss.post('/api/office/invitations', { email: person.user.email }));
  const { invitations_to_me } = ok(await person.get('/api/office'));
  const [invitation] = invitations_to_me;
  ok(await person.put(`/api/office/invitations/${invitation?.id}`, { answer: 'accepted' }));
}

beforeEach(async () => {
  vi.setSystemTime(NOON);
  const agent = (name: string) => enter({ role: 'agent', name, email: newEmail() });
  boss = await agent('Bea Manager');
  ben = await agent('Ben Agent');
  cora = await agent('Cora Agent');
  stranger = await agent('Sam Stranger');
  ana = await enter({ name: 'Ana Reyes', email: newEmail() });
  ok(await boss.post('/api/office', { name: 'Reyes Realty', license_number: 'PRC 0012345' }));
  await invite(ben);
  await invite(cora);
});

const office = async (person: Person) => ok(await person.get('/api/office'));
const memberOf = async (person: Person, seenBy = boss) => {
  const found = (await office(seenBy)).members.find(({ id }) => id === person.id);
  if (!found) throw new Error('They are no member');
  return found;
};
async function rowOf(person: Person, of: Person): Promise<DeskRow | undefined> {
  const { rows } = await acts.queue(of);
  return rows.find(({ user_id }) => user_id === person.id);
}
const idOf = async (person: Person, of: Person) => {
  const row = await rowOf(person, of);
  if (!row) throw new Error('They are not in the queue');
  return row.id;
};
const assign = (by: Person, id: number, to: Person, body: object = {}) =>
  by.post(`/api/desk/clients/${id}/assignment`, { agent_id: to.id, ...body });
const share = async (shares_queue = true) => ok(await boss.put('/api/office', { shares_queue }));
const bell = async (person: Person): Promise<string[]> => {
  await server.context.jobs.flush();
  const { body } = await person.get('/api/notifications');
  return body.data.map(({ title }: { title: string }) => title);
};

const invitationsOf = (titles: string[]) => titles.filter((title) => title === 'Invitation to an Office');

describe('an office', () => {
  test('is opened by an agent, who manages it', async () => {
    expect(await office(boss)).toMatchObject({
      role: 'manager',
      office: {
        name: 'Reyes Realty',
        license_number: 'PRC 0012345',
        license_state: 'unchecked',
        shares_queue: false,
      },
    });
    expect((await office(boss)).members.map(({ name, role }) => [name, role])).toEqual([
      ['Bea Manager', 'manager'],
      ['Ben Agent', 'agent'],
      ['Cora Agent', 'agent'],
    ]);
    expect(await office(stranger)).toMatchObject({ office: null, role: null, members: [] });
    expect((await boss.post('/api/office', { name: 'Another' })).body.code).toBe('already_in_office');
  });

  test('is changed by managers alone', async () => {
    expect((await ben.put('/api/office', { name: 'Mine' })).status).toBe(403);
    expect((await stranger.put('/api/office', { name: 'Mine' })).status).toBe(404);
    const { office: changed } = ok(await boss.put('/api/office', { about: 'Since 1990', email: ' A@B.example ' }));
    expect(changed).toMatchObject({ name: 'Reyes Realty', about: 'Since 1990', email: 'a@b.example' });
    expect((await boss.put('/api/office', { email: 'no address' })).status).toBe(400);
  });

  test('is closed by its last member, and not before', async () => {
    expect((await remove(boss, '/api/office')).body.code).toBe('office_has_members');
    for (const one of [ben, cora]) ok(await remove(one, `/api/office/members/${one.id}`, {}));
    expect((await remove(boss, `/api/office/members/${boss.id}`, {})).body.code).toBe('only_member');
    expect(ok(await remove(boss, '/api/office')).office).toBeNull();
    expect(
      await server.context.db.models.Office.count({ where: { name: 'Reyes Realty' } }),
    ).toBeGreaterThanOrEqual(0);
    expect(await office(boss)).toMatchObject({ office: null });
  });

  test('always has a manager', async () => {
    expect((await boss.put(`/api/office/members/${boss.id}`, { role: 'agent' })).body.code).toBe('last_manager');
    const left = await remove(boss, `/api/office/members/${boss.id}`, { heir_id: ben.id });
    expect(left.body.code).toBe('last_manager');
    expect((await ben.put(`/api/office/members/${ben.id}`, { role: 'manager' })).status).toBe(403);
    ok(await boss.put(`/api/office/members/${ben.id}`, { role: 'manager' }));
    ok(await boss.put(`/api/office/members/${boss.id}`, { role: 'agent' }));
    expect(await office(ben)).toMatchObject({ role: 'manager' });
  });

  test('goes on with the longest member when its manager is gone', async () => {
    const admin = await enter({ role: 'admin' });
    const { id, name, email } = boss.user;
    const role = { name, email, role: 'user', status: 'active' };
    ok(await admin.put(`/api/admin/users/${id}`, role));
    expect(await office(ben)).toMatchObject({ role: 'manager' });
    expect((await office(ben)).members.map((member) => member.id).sort()).toEqual([ben.id, cora.id].sort());
    ok(await remove(admin, `/api/admin/users/${ben.id}`));
    expect(await office(cora)).toMatchObject({ role: 'manager' });
  });
});

describe('an invitation', () => {
  test('is answered alike whether or not somebody has the address', async () => {
    const asked = [stranger.user.email, newEmail(), ana.user.email, ben.user.email];
    const answers = [];
    for (const email of asked) answers.push(await boss.post('/api/office/invitations', { email }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { invitations } = await office(boss);
    expect(invitations.map(({ email }) => email).sort()).toEqual([...asked].sort());
    expect(new Set(invitations.map((one) => Object.keys(one).join()))).toHaveProperty('size', 1);
    expect(await bell(stranger)).toContain('Invitation to an Office');
    expect(await bell(ana)).toEqual([]);
    // One invitation brought him here.
    expect(invitationsOf(await bell(ben))).toHaveLength(1);
  });

  test('is seen by managers and by the confirmed address alone', async () => {
    const unconfirmed = await enter({ role: 'agent', email: newEmail(), isEmailVerified: false });
    for (const one of [stranger, unconfirmed])
      ok(await boss.post('/api/office/invitations', { email: one.user.email }));
    expect((await office(ben)).invitations).toEqual([]);
    expect((await office(unconfirmed)).invitations_to_me).toEqual([]);
    const [mine] = (await office(stranger)).invitations_to_me;
    expect(mine).toMatchObject({ office: { name: 'Reyes Realty' }, invited_by: { name: 'Bea Manager' } });
    for (const other of [ben, unconfirmed, cora])
      expect((await other.put(`/api/office/invitations/${mine?.id}`, { answer: 'accepted' })).status).toBe(404);
    expect((await remove(ben, `/api/office/invitations/${mine?.id}`)).status).toBe(403);
    expect((await ben.post('/api/office/invitations', { email: newEmail() })).status).toBe(403);
    expect((await remove(stranger, `/api/office/invitations/${mine?.id}`)).status).toBe(404);
  });

  test('is one for an address, and renewed', async () => {
    const { email } = stranger.user;
    ok(await boss.post('/api/office/invitations', { email }));
    pass(INVITATION_DAYS * DAY);
    expect((await office(stranger)).invitations_to_me).toEqual([]);
    expect((await office(boss)).invitations).toEqual([]);
    ok(await boss.post('/api/office/invitations', { email: ` ${email.toUpperCase()} ` }));
    expect((await office(stranger)).invitations_to_me).toHaveLength(1);
    expect((await office(boss)).invitations).toHaveLength(1);
  });

  test('is declined, withdrawn, or accepted once', async () => {
    const send = async () => {
      ok(await boss.post('/api/office/invitations', { email: stranger.user.email }));
      return (await office(stranger)).invitations_to_me[0]?.id;
    };
    const declined = await send();
    ok(await stranger.put(`/api/office/invitations/${declined}`, { answer: 'declined' }));
    expect(await bell(boss)).toContain('Invitation Declined');
    const withdrawn = await send();
    ok(await remove(boss, `/api/office/invitations/${withdrawn}`));
    expect((await stranger.put(`/api/office/invitations/${withdrawn}`, { answer: 'accepted' })).status).toBe(404);
    const accepted = await send();
    const both = await Promise.all(
      [1, 2].map(() => stranger.put(`/api/office/invitations/${accepted}`, { answer: 'accepted' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await office(stranger)).role).toBe('agent');
    // A member of an office cannot be in another one.
    ok(await remove(stranger, `/api/office/members/${stranger.id}`, {}));
    const again = await send();
    ok(await stranger.post('/api/office', { name: 'Own Realty' }));
    expect((await stranger.put(`/api/office/invitations/${again}`, { answer: 'accepted' })).body.code).toBe(
      'already_in_office',
    );
  });

  test('is bounded', async () => {
    const { office: own } = await office(boss);
    const at = { created_at: new Date(), expires_at: new Date(NOON + DAY) };
    await server.context.db.models.OfficeInvitation.bulkCreate(
      Array.from({ length: MAX_OPEN_INVITATIONS }, () => ({
        office_id: own?.id ?? 0,
        email: newEmail(),
        ...at,
      })),
    );
    expect((await boss.post('/api/office/invitations', { email: newEmail() })).body.code).toBe(
      'too_many_invitations',
    );
  });
});

describe('handing a client over', () => {
  test('moves everything that is between them, and leaves what is over', async () => {
    const past = await acts.visit(ben, ana, 2);
    await acts.decide(ben, past, 'confirmed');
    vi.setSystemTime(NOON + 4 * HOUR);
    const inquiry = await acts.ask(ben, ana, { message: 'Is the loft free?' });
    const talk = await acts.chat(ben, ana, 'May I come by?');
    const viewing = await acts.visit(ben, ana, 24);
    await acts.review(ben, ana);
    const id = await idOf(ana, ben);
    await acts.note(ben, id, 'Likes gardens');
    await acts.change(ben, id, { stage: 'offer', budget_max: 5_000_000, next_action: 'Call' });
    const sockets = await Promise.all([ben, cora, ana].map(({ token }) => openSocket(server.url, token)));
    const [bens, coras, anas] = sockets;
    expect(await bens?.ask('join_conversation', talk)).toMatchObject({ success: true });

    const answer = ok<{ id: number; row: DeskRow | null; agent: { id: number } }>(
      await assign(boss, id, cora, { note: 'Knows the area' }),
    );
    expect(answer).toMatchObject({
      id,
      agent: { id: cora.id },
      row: { agent: { id: cora.id }, came_from: { id: ben.id } },
    });
    for (const socket of [bens, coras, anas]) await socket?.waitFor('conversation_changed');
    await bens?.waitFor('client_changed');
    await coras?.waitFor('client_changed');

    const client = await acts.client(cora, id);
    expect(client).toMatchObject({ budget_max: 5_000_000, row: { stage: 'offer', next_action: 'Call' } });
    expect(client.notes.map(({ text }) => text)).toEqual(['Likes gardens']);
    expect(client.viewings.map((one) => one.id)).toEqual([viewing]);
    expect(client.conversations.map((one) => one.id)).toEqual([talk]);
    // Each message stands under its author.
    ok(await cora.post(`/api/conversations/${talk}/messages`, { content: 'From Cora' }));
    for (const reader of [ana, cora]) {
      const messages = ok<Message[]>(await reader.get(`/api/conversations/${talk}/messages`));
      const said = messages.map(({ sender_type, sender_name }) => `${sender_type}: ${sender_name}`);
      expect(said.at(0)).toBe('user: Ana Reyes');
      expect(said.at(-1)).toBe('agent: Cora Agent');
    }
    const { entries } = await acts.timeline(cora, id);
    expect(entries.map((entry) => entry.kind).sort()).toEqual([
      'assigned',
      'inquiry',
      'message',
      'message',
      'note',
      'stage',
      'viewing',
    ]);
    expect(entries.find(({ kind }) => kind === 'assigned')).toMatchObject({
      from: { id: ben.id },
      to: { id: cora.id },
      by: { id: boss.id },
      note: 'Knows the area',
    });
    // Past viewings and reviews belong to the agent of that time.
    expect(await rowOf(ana, ben)).toMatchObject({ last: { kind: 'review' } });
    expect((await ben.get(`/api/viewings`)).body.data.map((one: { id: number }) => one.id)).toEqual([past]);
    // All that asks by the agent's id is the new agent's.
    expect((await ben.get(`/api/conversations/${talk}`)).status).toBe(404);
    expect((await ben.post(`/api/conversations/${talk}/messages`, { content: 'Still mine?' })).status).toBe(404);
    expect(
      (
        await ben.post(`/api/agents/${ben.id}/contacts/${inquiry}/reply`, {
          message: 'x',
          replyMethod: 'email',
        })
      ).status,
    ).toBe(404);
    expect((await ben.put(`/api/viewings/${viewing}`, { status: 'confirmed' })).status).toBe(404);
    await acts.decide(cora, viewing, 'confirmed');
    await acts.reply(cora, inquiry);
    await acts.say(cora, talk, 'I go on for Ben.');
    expect((await ana.get(`/api/conversations/${talk}`)).body.data.participant).toMatchObject({
      name: 'Cora Agent',
    });
    // The former agent's open window gets no further messages.
    await acts.say(ana, talk, 'Thank you');
    await coras?.waitFor('new_message', 2);
    expect(bens?.heard('new_message')).toEqual([]);
    expect(await bell(ana)).toContain('Your Agent Changed');
    expect(await bell(cora)).toContain('A Client for You');
    expect(await bell(ben)).toContain('Client Handed Over');
    for (const socket of sockets) socket.close();
  });

  test('goes on in the line that the colleague has with the same person', async () => {
    const first = await acts.chat(ben, ana, 'About the loft');
    pass();
    const second = await acts.chat(cora, ana, 'About the house');
    const [bens, coras] = [await idOf(ana, ben), await idOf(ana, cora)];
    await acts.note(ben, bens, 'From Ben');
    await acts.note(cora, coras, 'From Cora');
    await acts.change(ben, bens, {
      stage: 'offer',
      budget_min: 1_000_000,
      budget_max: 2_000_000,
      wishes: 'A garden',
    });
    await acts.change(cora, coras, { budget_max: 3_000_000, wishes: 'A pool', done: true });
    const answer = ok<{ id: number }>(await assign(ben, bens, cora));
    expect(answer).toMatchObject({ id: coras, row: null });
    const client = await acts.client(cora, coras);
    expect(client).toMatchObject({
      budget_min: 1_000_000,
      budget_max: 3_000_000,
      wishes: 'A pool\nA garden',
      // A client who waited for Ben waits.
      row: { stage: 'offer', done_at: null, came_from: null },
    });
    expect(client.notes.map(({ text }) => text).sort()).toEqual(['From Ben', 'From Cora']);
    expect(client.conversations.map(({ id }) => id).sort()).toEqual([first, second].sort());
    expect((await ben.get(`/api/desk/clients/${bens}`)).status).toBe(404);
    expect(await rowOf(ana, ben)).toBeUndefined();
  });

  test('shows no note that its author wrote before joining', async () => {
    await acts.chat(stranger, ana);
    const id = await idOf(ana, stranger);
    await acts.note(stranger, id, 'Known from before');
    await invite(stranger);
    pass();
    await acts.note(stranger, id, 'In the office');
    const notesOf = async (reader: Person) => {
      const { notes } = await acts.client(reader, id);
      const { entries } = await acts.timeline(reader, id);
      const noted = entries.flatMap((entry) => (entry.kind === 'note' ? entry.note.text : []));
      expect(noted.sort()).toEqual(notes.map(({ text }) => text).sort());
      return noted;
    };
    const find = async (reader: Person, word: string) =>
      ok<{ rows: DeskRow[] }>(await reader.get(`/api/desk/queue?view=all&scope=office&search=${word}`)).rows
        .length;
    expect(await notesOf(stranger)).toEqual(['In the office', 'Known from before']);
    expect(await notesOf(boss)).toEqual(['In the office']);
    expect([await find(boss, 'office'), await find(boss, 'before')]).toEqual([1, 0]);
    const [, before] = (await acts.client(stranger, id)).notes;

    ok(await assign(boss, id, cora));
    expect(await notesOf(cora)).toEqual(['In the office']);
    const path = `/api/desk/clients/${id}/notes/${before?.id}`;
    expect((await cora.put(path, { text: 'Mine' })).status).toBe(404);
    expect((await remove(cora, path)).status).toBe(404);
    ok(await assign(boss, id, stranger));
    expect(await notesOf(stranger)).toEqual(['In the office', 'Known from before']);
  });

  test('is for their agent and for managers, to a colleague who can take them', async () => {
    await acts.ask(ben, ana);
    const id = await idOf(ana, ben);
    const refused = async (by: Person, to: Person) => (await assign(by, id, to)).status;
    // Colleagues who do not see the client, and strangers.
    expect(await refused(cora, cora)).toBe(404);
    expect(await refused(stranger, stranger)).toBe(404);
    expect(await refused(ana, cora)).toBe(403);
    expect(await refused(ben, stranger)).toBe(400);
    expect(await refused(ben, ana)).toBe(400);
    expect(await refused(ben, ben)).toBe(400);
    await share();
    expect(await refused(cora, boss)).toBe(403);
    expect((await assign(ben, id, cora, { expected_version: 99 })).body.code).toBe('changed_meanwhile');
    await cora.put(`/api/office/members/${cora.id}`, { away_until: manilaDay(new Date()) });
    expect(await refused(ben, cora)).toBe(400);
    pass(DAY);
    // A waiting client may be taken where the queue is shared.
    expect(ok(await assign(cora, id, cora))).toMatchObject({ row: { agent: { id: cora.id } } });
    await acts.chat(cora, ana, 'Hello');
    await acts.change(cora, id, { done: true });
    await acts.reply(
      cora,
      (await server.context.db.models.Inquiry.findOne({ where: { agent_id: cora.id } }))?.id ?? 0,
    );
  });

  test('is not for what agents say to each other, nor for reviewers', async () => {
    await acts.chat(ben, stranger, 'Hello colleague');
    await acts.review(ben, ana);
    for (const person of [stranger, ana])
      expect((await assign(ben, await idOf(person, ben), cora)).body.code).toBe('not_a_client');
    expect((await acts.queue(boss, 'view=all&scope=office')).rows).toEqual([]);
    expect((await boss.get(`/api/desk/clients/${await idOf(stranger, ben)}`)).status).toBe(404);
  });

  test('happens once when two do it at the same moment', async () => {
    await acts.chat(ben, ana);
    const id = await idOf(ana, ben);
    const answers = await Promise.all([assign(boss, id, cora), assign(boss, id, boss), assign(ben, id, cora)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    for (const { status } of answers) expect([200, 400, 404]).toContain(status);
    const { Client, Conversation } = server.context.db.models;
    const lines = await Client.findAll({ where: { person_key: `user-${ana.id}` } });
    expect(lines).toHaveLength(1);
    const [talk] = await Conversation.findAll({ where: { user_id: ana.id } });
    expect(talk?.agent_id).toBe(lines[0]?.agent_id);
  });

  test('leaves nothing behind while the client writes', async () => {
    const talk = await acts.chat(ben, ana);
    const id = await idOf(ana, ben);
    const words = Array.from({ length: 6 }, (_, at) => acts.say(ana, talk, `Word ${at}`));
    const [handed] = await Promise.all([assign(boss, id, cora), ...words]);
    expect(handed?.status).toBe(200);
    const row = await rowOf(ana, cora);
    expect(row).toMatchObject({ id, unread: 7, waiting_for: 'message', agent: { id: cora.id } });
    expect(await rowOf(ana, ben)).toBeUndefined();
  });

  test('continues the chat about a listing with whom it was handed to', async () => {
    const { id: listing } = await buildProperty(server.context, { agent_id: ben.id });
    const talk = await acts.chat(ben, ana, 'Is it free?', listing);
    ok(await assign(ben, await idOf(ana, ben), cora));
    expect(await acts.chat(ben, ana, 'Still?', listing)).toBe(talk);
    expect(await acts.chat(ben, ana, 'Another matter')).not.toBe(talk);
  });

  test('takes the link of a visitor’s viewing along: it moves in the new agent’s calendar', async () => {
    const { id: property_id } = await buildProperty(server.context, { agent_id: ben.id });
    const starts_at = [24, 48, 72].map((hours) => new Date(Date.now() + hours * HOUR).toISOString());
    const email = 'una.cruz@people.example';
    const asked = await server.request('POST', `/api/agents/${ben.id}/contact`, {
      body: { name: 'Una Cruz', email, message: 'May I see it?', property_id },
    });
    const offer = { property_id, starts_at, inquiry_id: asked.body.data.id };
    const { token } = ok<{ token: string }>(await ben.post('/api/desk/slots', offer));
    const link = (method: string, body?: object) =>
      server.request(method, `/api/slots/${token}`, body ? { body } : {});
    ok(await link('POST', { starts_at: starts_at[0] }));
    await acts.decide(cora, await acts.visit(cora, ana, 48), 'confirmed');
    const [row] = ok<{ rows: DeskRow[] }>(await ben.get('/api/desk/queue?view=all')).rows;
    ok(await assign(ben, row?.id ?? 0, cora));
    await server.context.jobs.flush();
    const mails = await server.context.db.models.OutgoingMail.findAll({
      where: { recipient: email },
      order: ['id'],
    });
    expect(mails.at(-1)?.subject).toBe('Your Agent Changed: Cora Agent');
    expect(mails.at(-1)?.text).toContain(`/slots/${token}`);
    expect((await link('GET')).body.data).toMatchObject({
      agent: { name: 'Cora Agent' },
      slots: [{ is_free: true }, { is_free: false }, { is_free: true }],
    });
    expect((await link('POST', { starts_at: starts_at[1] })).body).toMatchObject({ code: 'taken' });
    ok(await link('POST', { starts_at: starts_at[2] }));
    expect((await cora.get('/api/viewings')).body.data).toContainEqual(
      expect.objectContaining({ status: 'confirmed', starts_at: starts_at[2] }),
    );
    ok(await link('DELETE'));
  });

  test('tells of viewings that are at the same time', async () => {
    const two = [await acts.visit(ben, ana, 24), await acts.visit(cora, await enter(), 24)];
    await acts.decide(ben, two[0] ?? 0, 'confirmed');
    await acts.decide(cora, two[1] ?? 0, 'confirmed');
    expect(ok(await assign(ben, await idOf(ana, ben), cora))).toMatchObject({ clashing_viewings: 1 });
  });
});

describe('the queue of the office', () => {
  test('is for managers, and where it is shared for all', async () => {
    await acts.ask(ben, ana);
    const id = await idOf(ana, ben);
    for (const path of ['/api/desk?scope=office', '/api/desk/queue?scope=office']) {
      expect((await stranger.get(path)).status).toBe(404);
      expect((await cora.get(path)).body.code).toBe('queue_not_shared');
      expect((await boss.get(path)).status).toBe(200);
    }
    expect((await cora.get(`/api/desk/clients/${id}`)).status).toBe(404);
    expect((await acts.client(boss, id)).row).toMatchObject({ agent: { id: ben.id } });
    expect((await acts.timeline(boss, id)).entries).toHaveLength(1);
    await share();
    expect((await acts.queue(cora, 'scope=office')).rows.map((row) => row.id)).toEqual([id]);
    expect((await acts.queue(cora)).rows).toEqual([]);
    expect((await acts.client(cora, id)).contacts).not.toEqual([]);
    expect((await stranger.get(`/api/desk/clients/${id}`)).status).toBe(404);
    // Readers write nothing.
    for (const one of [boss, cora]) {
      const path = `/api/desk/clients/${id}`;
      expect((await one.put(path, { done: true })).status).toBe(404);
      expect((await one.put(`${path}/read`, {})).status).toBe(404);
      expect((await one.post(`${path}/notes`, { text: 'Mine' })).status).toBe(404);
      const reply = { channel: 'chat', content: 'Hello', client_id: 'abcdef123456' };
      expect((await one.post(`${path}/replies`, reply)).status).toBe(404);
    }
    await share(false);
    expect((await cora.get(`/api/desk/clients/${id}`)).status).toBe(404);
  });

  test('counts what it shows, and finds each client with their own agent', async () => {
    const lia = await enter({ name: 'Lia Cruz' });
    await acts.ask(ben, ana, { message: 'One' });
    pass();
    await acts.ask(cora, lia, { name: 'Lia Cruz', message: 'Two' });
    pass();
    const talk = await acts.chat(cora, ana, 'Three');
    await acts.say(cora, talk, 'Answer');
    await acts.change(ben, await idOf(ana, ben), { next_action: 'Show the penthouse' });
    for (const view of ['needs_me', 'today', 'waiting', 'snoozed', 'done', 'all'] as const) {
      const { rows, counts } = await acts.queue(boss, `scope=office&view=${view}`);
      expect(rows, view).toHaveLength(view === 'all' ? 3 : counts[view]);
    }
    const found = async (words: string) =>
      (await acts.queue(boss, `scope=office&view=all&search=${words}`)).rows.map((row) => [
        row.name,
        row.agent.id,
      ]);
    expect(await found('penthouse')).toEqual([['Ana Reyes', ben.id]]);
    expect((await found('reyes')).sort()).toEqual(
      [
        ['Ana Reyes', ben.id],
        ['Ana Reyes', cora.id],
      ].sort(),
    );
    const { members } = await office(boss);
    const { counts } = await acts.queue(boss, 'scope=office');
    expect(members.reduce((sum, { waiting }) => sum + (waiting ?? 0), 0)).toBe(counts.needs_me);
    expect((await memberOf(ben)).longest_waiting_since).toBe(new Date(NOON).toISOString());
    // Other members do not see the number of waiting clients.
    expect(await memberOf(cora, ben)).toMatchObject({ waiting: null, clients: null });
    expect(await memberOf(ben, ben)).toMatchObject({ waiting: 1, clients: 1 });
  });
});

describe('a member who is away', () => {
  const today = () => manilaDay(new Date());

  test('hands over who waits at once, and who begins to wait while they are', async () => {
    const lia = await enter({ name: 'Lia Cruz' });
    const talk = await acts.chat(ben, lia);
    await acts.say(ben, talk, 'Answered');
    await acts.ask(ben, ana);
    const away = { away_until: addDays(today(), 2), stand_in_id: cora.id, hand_over_now: true };
    const { members } = ok(await ben.put(`/api/office/members/${ben.id}`, away));
    expect(members.find(({ id }) => id === ben.id)).toMatchObject({
      away_until: away.away_until,
      stand_in: { id: cora.id },
      handed_over: 1,
    });
    expect(await rowOf(ana, cora)).toMatchObject({ came_from: { id: ben.id } });
    expect(await rowOf(lia, ben)).toBeDefined();
    pass();
    await acts.say(lia, talk, 'One more thing');
    await acts.queue(ben);
    await server.context.jobs.flush();
    expect(await rowOf(lia, ben)).toBeUndefined();
    const { id } = (await rowOf(lia, cora)) ?? { id: 0 };
    expect((await acts.timeline(cora, id)).entries.find(({ kind }) => kind === 'assigned')).toMatchObject({
      by: null,
    });

    // Back, and given back; neither by itself.
    expect(
      (await ben.post('/api/office/hand-overs', { from_id: null, to_id: ben.id, which: 'came_from' })).status,
    ).toBe(400);
    vi.setSystemTime(NOON + 3 * DAY);
    expect(await memberOf(ben)).toMatchObject({ away_until: null, handed_over: 2 });
    const other = await enter();
    await acts.ask(ben, other);
    await acts.queue(ben);
    await server.context.jobs.flush();
    expect(await rowOf(other, ben)).toBeDefined();
    const back = ok<{ moved: number }>(
      await ben.post('/api/office/hand-overs', { from_id: null, to_id: ben.id, which: 'came_from' }),
    );
    expect(back.moved).toBe(2);
    expect(await rowOf(ana, ben)).toMatchObject({ came_from: null });
    expect(await rowOf(lia, cora)).toBeUndefined();
  });

  test('names a colleague who is there', async () => {
    const set = (by: Person, id: number, body: object) => by.put(`/api/office/members/${id}`, body);
    expect((await set(cora, ben.id, { away_until: today() })).status).toBe(403);
    expect((await set(stranger, ben.id, { away_until: today() })).status).toBe(404);
    for (const body of [
      { away_until: addDays(today(), -1) },
      { away_until: addDays(today(), 1_000) },
      { away_until: 'tomorrow' },
      { stand_in_id: ben.id },
      { stand_in_id: stranger.id },
      { away_until: today(), hand_over_now: true },
    ])
      expect((await set(ben, ben.id, body)).status, JSON.stringify(body)).toBe(400);
    ok(await set(boss, cora.id, { away_until: today(), stand_in_id: boss.id }));
    expect((await set(ben, ben.id, { stand_in_id: cora.id })).status).toBe(400);
  });
});

describe('leaving', () => {
  const leave = (by: Person, who: Person, body: object = {}) => remove(by, `/api/office/members/${who.id}`, body);

  test('hands all clients, and listings where it is asked for, to a colleague', async () => {
    const shown = await buildProperty(server.context, { agent_id: ben.id });
    const hidden = await buildProperty(server.context, {
      agent_id: ben.id,
      moderation_status: 'inactive',
      hidden_by: 'admin',
    });
    await acts.ask(ben, ana);
    await acts.ask(ben, 'somebody@mail.example', { name: 'Some Body' });
    expect((await leave(ben, ben)).body.issues).toMatchObject([{ path: 'heir_id' }]);
    expect((await leave(ben, ben, { heir_id: stranger.id })).status).toBe(400);
    expect((await leave(ben, ben, { heir_id: ben.id })).status).toBe(400);
    expect((await leave(cora, ben, { heir_id: cora.id })).status).toBe(403);
    expect((await leave(stranger, ben, { heir_id: cora.id })).status).toBe(404);
    ok(await leave(boss, ben, { heir_id: cora.id, with_listings: true }));
    expect(await office(ben)).toMatchObject({ office: null });
    expect((await acts.queue(ben)).rows).toEqual([]);
    expect((await acts.queue(cora)).rows.map(({ name }) => name).sort()).toEqual(['Ana Reyes', 'Some Body']);
    for (const listing of [shown, hidden]) {
      const before = listing.moderation_status;
      await listing.reload();
      expect(listing).toMatchObject({ agent_id: cora.id, moderation_status: before });
    }
    expect(await bell(ben)).toContain('Removed from Your Office');
    // There is no agent to give them back to.
    expect(await rowOf(ana, cora)).toMatchObject({ came_from: null });
  });

  test('leaves listings with their agent unless it is asked for', async () => {
    const listing = await buildProperty(server.context, { agent_id: ben.id });
    ok(await leave(ben, ben));
    await listing.reload();
    expect(listing.agent_id).toBe(ben.id);
  });

  test('a suspended member stays one, whose clients the manager hands over', async () => {
    await acts.ask(ben, ana);
    const admin = await enter({ role: 'admin' });
    ok(await admin.put(`/api/admin/users/${ben.id}/status`, { status: 'suspended' }));
    expect(await memberOf(ben)).toMatchObject({ is_active: false, waiting: 1 });
    expect(
      (await boss.post('/api/office/hand-overs', { from_id: cora.id, to_id: ben.id, which: 'all' })).status,
    ).toBe(400);
    const moved = ok<{ moved: number }>(
      await boss.post('/api/office/hand-overs', { from_id: ben.id, to_id: cora.id, which: 'waiting' }),
    );
    expect(moved.moved).toBe(1);
    expect(await rowOf(ana, cora)).toBeDefined();
  });
});

test('hand-overs of many are for managers, and for the giver', async () => {
  const hand = (by: Person, from: Person, to: Person, which = 'all') =>
    by.post('/api/office/hand-overs', { from_id: from.id, to_id: to.id, which });
  expect((await hand(cora, ben, cora)).status).toBe(403);
  expect((await hand(stranger, ben, stranger)).status).toBe(404);
  expect((await hand(boss, stranger, ben)).status).toBe(400);
  expect((await hand(boss, ben, stranger)).status).toBe(400);
  expect((await hand(boss, ben, ben)).status).toBe(400);
  for (const name of ['One', 'Two', 'Three']) await acts.ask(ben, newEmail(), { name });
  expect(ok(await hand(ben, ben, cora))).toMatchObject({ moved: 3 });
  expect((await acts.queue(cora, '')).counts.needs_me).toBe(3);
  expect(await bell(cora)).toContain('3 Clients for You');
});

test('figures are of what happened, for managers', async () => {
  const inquiry = await acts.ask(ben, ana);
  pass(30 * 60_000);
  await acts.reply(ben, inquiry);
  await acts.ask(ben, newEmail());
  const held = await acts.visit(ben, ana, 2);
  await acts.decide(ben, held, 'confirmed');
  const { id: sold } = await buildProperty(server.context, { agent_id: ben.id });
  ok(await ben.put('/api/properties/my/status', { ids: [sold], status: 'sold' }));
  pass(DAY);
  expect((await ben.get('/api/office/figures')).status).toBe(403);
  expect((await stranger.get('/api/office/figures')).status).toBe(404);
  const { members } = ok<{ members: MemberFigures[] }>(await boss.get('/api/office/figures'));
  expect(members.map(({ agent }) => agent.name)).toEqual(['Bea Manager', 'Ben Agent', 'Cora Agent']);
  expect(members[1]).toMatchObject({
    waiting: 1,
    inquiries: 2,
    inquiry_response_rate: 50,
    median_first_response_minutes: 30,
    viewings_held: 1,
    sold: 1,
    rented: 0,
  });
  const later = addDays(manilaDay(new Date()), 1);
  const none = ok<{ members: MemberFigures[] }>(await boss.get(`/api/office/figures?from=${later}&to=${later}`));
  expect(none.members[1]).toMatchObject({
    inquiries: 0,
    inquiry_response_rate: null,
    viewings_held: 0,
    sold: 0,
  });
});

test('the public page shows who is listed, and a licence that was checked', async () => {
  const { office: own } = await office(boss);
  const path = `/api/offices/${own?.id}`;
  await buildProperty(server.context, { agent_id: ben.id });
  await buildProperty(server.context, { agent_id: ben.id, moderation_status: 'inactive' });
  const read = () => server.request('GET', path);
  expect((await read()).body.data).toMatchObject({
    office: { name: 'Reyes Realty', license: null },
    listings: 1,
  });
  expect((await read()).body.data.agents.map(({ id }: { id: number }) => id).sort()).toEqual(
    [boss.id, ben.id, cora.id].sort(),
  );
  expect((await server.request('GET', `/api/agents/${ben.id}`)).body.data.office).toEqual({
    id: own?.id,
    name: 'Reyes Realty',
  });
  const admin = await enter({ role: 'admin' });
  const check = { license_number: 'PRC 0012345', expires_on: '2026-12-01' };
  expect((await boss.put(`/api/admin/offices/${own?.id}/license`, check)).status).toBe(403);
  ok(await admin.put(`/api/admin/offices/${own?.id}/license`, check));
  expect((await read()).body.data.office.license).toMatchObject({
    number: 'PRC 0012345',
    expires_on: '2026-12-01',
  });
  const listed = ok<{ offices: { id: number; state: string; members: number }[] }>(
    await admin.get('/api/admin/offices?search=reyes%20realty&limit=100'),
  );
  expect(listed.offices.find(({ id }) => id === own?.id)).toMatchObject({ state: 'expiring', members: 3 });
  // Another number was not checked, and an ended licence is none.
  ok(await boss.put('/api/office', { license_number: 'PRC 0099999' }));
  expect((await read()).body.data.office.license).toBeNull();
  ok(await admin.put(`/api/admin/offices/${own?.id}/license`, check));
  vi.setSystemTime(new Date('2026-12-02T04:00:00.000Z'));
  expect((await read()).body.data.office.license).toBeNull();
  // Without listed members there is no page.
  for (const { id } of [boss, ben, cora])
    ok(await admin.put(`/api/admin/users/${id}/status`, { status: 'inactive' }));
  expect((await read()).status).toBe(404);
});

test('members hear that their office is another one', async () => {
  const socket = await openSocket(server.url, cora.token);
  ok(await boss.put('/api/office', { about: 'New' }));
  await socket.waitFor('office_changed');
  socket.close();
});
