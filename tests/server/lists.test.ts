// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leaveLists } from '#server/features/lists/writes.ts';
import type { SharedList } from '#shared/contracts/lists.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { readPart, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const DAY_MS = 24 * 3_600_000;

let smtp: TestSmtp;
let server: TestServer;
let clock = new Date('2026-03-18T02:00:00.000Z').getTime();
let agent: Person;
let maria: Person;
let jose: Person;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startTestServer({
    data: 'empty',
    env: { smtpUrl: smtp.url, publicUrl: 'https://silong.example' },
    now: () => new Date(clock),
  });
  agent = await enter(server, { role: 'agent' });
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

beforeEach(async () => {
  smtp.mails.length = 0;
  maria = await enter(server, { name: 'Maria Clara Santos' });
  jose = await enter(server, { name: 'Jose Rizal' });
});

const remove = (person: Person, path: string) => server.request('DELETE', path, { token: person.token });
const listing = async () => (await buildProperty(server.context, { agent_id: agent.id })).id;

async function begin(person: Person, name = 'Our new home'): Promise<SharedList> {
  const answer = await person.post('/api/lists', { name, property_id: await listing() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

async function linkOf(owner: Person, id: number): Promise<string> {
  const answer = await owner.post(`/api/lists/${id}/links`);
  expect(answer.status).toBe(201);
  const [, token = ''] = /^https:\/\/silong\.example\/lists\/join\/([\w-]{43})$/.exec(answer.body.data.url) ?? [];
  return token;
}

async function joined(owner: Person, guest: Person, id: number): Promise<void> {
  const answer = await guest.post('/api/lists/join', { token: await linkOf(owner, id) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function bell(person: Person): Promise<Notification[]> {
  await server.context.jobs.flush();
  return (await person.get('/api/notifications')).body.data;
}

describe('a link', () => {
  test('tells who invites to what, lets a person in, and no further once it is withdrawn', async () => {
    const { id } = await begin(maria);
    const token = await linkOf(maria, id);
    const look = await server.request('POST', '/api/lists/invitation', { body: { token } });
    expect(look.body.data).toMatchObject({
      name: 'Our new home',
      invited_by: 'Maria S.',
      members: 1,
      items: 1,
      homes: [{ price: expect.any(Number), city: expect.any(String) }],
      list_id: null,
    });
    // Anyone may have the link: no contact data, and no member's whole name.
    expect(JSON.stringify(look.body.data)).not.toMatch(/@|\+63|Clara|agent/);
    expect((await jose.get(`/api/lists/${id}`)).status).toBe(404);
    const { data } = (await jose.post('/api/lists/join', { token })).body;
    expect(data).toMatchObject({ id, role: 'member', invitations: [] });
    expect(data.members.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
      ['Maria S.', 'owner'],
      ['Jose R.', 'member'],
    ]);
    // A member's contact data stands nowhere in another member's answers.
    expect(JSON.stringify({ ...data, items: [] })).not.toMatch(/@|\+63|Clara|Rizal/);
    // Joining again changes nothing.
    expect((await jose.post('/api/lists/join', { token })).body.data.members).toHaveLength(2);

    const { invitations } = (await maria.get(`/api/lists/${id}`)).body.data;
    expect(JSON.stringify(invitations)).not.toContain(token);
    const path = `/api/lists/${id}/invitations/${invitations[0].id}`;
    expect((await remove(jose, path)).status).toBe(403);
    expect((await remove(maria, path)).status).toBe(200);
    const pedro = await enter(server);
    expect((await pedro.post('/api/lists/join', { token })).status).toBe(404);
    expect((await server.request('POST', '/api/lists/invitation', { body: { token } })).status).toBe(404);
  });

  test('ends after two weeks, and with the account of whoever made it', async () => {
    const { id } = await begin(maria);
    const token = await linkOf(maria, id);
    clock += 15 * DAY_MS;
    const late = await enter(server);
    expect((await late.post('/api/lists/join', { token })).status).toBe(404);
    const owner = await enter(server);
    const other = await linkOf(owner, (await begin(owner)).id);
    await server.context.db.transaction(() => owner.user.update({ status: 'suspended' }));
    expect((await late.post('/api/lists/join', { token: other })).status).toBe(404);
  });

  test('is mailed by those alone whose own address is confirmed, and says nothing of theirs in its subject', async () => {
    const nora = await enter(server, { isEmailVerified: false, name: 'You won' });
    const own = await begin(nora);
    const refused = await nora.post(`/api/lists/${own.id}/invitations`, { email: 'guest@example.com' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'email_not_confirmed' } });
    const bait = await maria.post('/api/lists', { name: 'Log in: https://evil.example' });
    expect(bait.status).toBe(400);
    const { id } = await begin(maria);
    await maria.post(`/api/lists/${id}/invitations`, { email: 'guest@example.com' });
    await server.context.jobs.flush();
    const [mail] = smtp.mails;
    expect(mail?.raw).toContain('Subject: You are invited to a list of homes on Silong');
  });

  test('is mailed to an address, good once, and the second takes the place of the first', async () => {
    const { id } = await begin(maria);
    for (let sent = 0; sent < 2; sent += 1)
      expect((await maria.post(`/api/lists/${id}/invitations`, { email: 'Guest@Example.com' })).status).toBe(201);
    await server.context.jobs.flush();
    const tokens = smtp.mails.map((mail) => /lists\/join\/([\w-]{43})/.exec(readPart(mail, 'text/plain'))?.[1]);
    expect(tokens).toHaveLength(2);
    expect(smtp.mails[0]?.to).toEqual(['guest@example.com']);
    expect((await jose.post('/api/lists/join', { token: tokens[0] })).status).toBe(404);
    expect((await jose.post('/api/lists/join', { token: tokens[1] })).status).toBe(200);
    const pedro = await enter(server);
    expect((await pedro.post('/api/lists/join', { token: tokens[1] })).status).toBe(404);
  });
});

describe('whoever was removed', () => {
  test('cannot come back by a link that was open', async () => {
    const { id } = await begin(maria);
    const token = await linkOf(maria, id);
    const pedro = await enter(server);
    expect((await pedro.post('/api/lists/join', { token })).status).toBe(200);
    expect((await remove(maria, `/api/lists/${id}/members/${pedro.id}`)).status).toBe(200);
    expect((await pedro.post('/api/lists/join', { token })).status).toBe(404);
    expect((await pedro.get(`/api/lists/${id}`)).status).toBe(404);
    // By a new one they can, and leaving ends no other member's link.
    const next = await linkOf(maria, id);
    expect((await pedro.post('/api/lists/join', { token: next })).status).toBe(200);
    expect((await remove(pedro, `/api/lists/${id}/members/${pedro.id}`)).status).toBe(200);
    expect((await pedro.post('/api/lists/join', { token: next })).status).toBe(200);
  });
});

describe('in a list', () => {
  test('members add, vote and comment; each takes back their own', async () => {
    const { id, items } = await begin(maria);
    await joined(maria, jose, id);
    const itemId = items[0]?.id;
    const at = `/api/lists/${id}/items/${itemId}`;
    await maria.put(`${at}/vote`, { vote: 'maybe' });
    await maria.put(`${at}/vote`, { vote: 'yes' });
    await jose.put(`${at}/vote`, { vote: 'no' });
    expect((await jose.post(`${at}/comments`, { text: '  ' })).body.issues[0].path).toBe('text');
    expect((await jose.post(`${at}/comments`, { text: 'x'.repeat(1001) })).status).toBe(400);
    const { data } = (await jose.post(`${at}/comments`, { text: ' Too far from work ' })).body;
    expect(data.items[0]).toMatchObject({
      my_vote: 'no',
      votes: [{ vote: 'yes' }, { vote: 'no' }],
      comments: [{ author: { name: 'Jose R.' }, text: 'Too far from work', is_own: true }],
    });
    const comment = `/api/lists/${id}/comments/${data.items[0].comments[0].id}`;
    expect((await remove(maria, comment)).status).toBe(403);
    expect((await remove(jose, comment)).body.data.items[0].comments).toEqual([]);
    expect((await jose.put(`${at}/vote`, { vote: null })).body.data.items[0].my_vote).toBeNull();

    const other = await listing();
    for (let times = 0; times < 2; times += 1)
      expect((await jose.post(`/api/lists/${id}/items`, { property_id: other })).status).toBe(201);
    const summary = (await maria.get('/api/lists')).body.data.lists[0];
    expect(summary).toMatchObject({ id, members: 2, items: 2, role: 'owner' });
    expect(summary.property_ids).toContain(other);
    expect((await remove(maria, at)).body.data.items).toHaveLength(1);
  });

  test('what was taken off stays, and says nothing of itself', async () => {
    const { id, items } = await begin(maria);
    const property = items[0]?.property;
    await server.context.db.transaction(() =>
      server.context.db.models.Property.update(
        { moderation_status: 'inactive' },
        { where: { id: property?.id ?? 0 } },
      ),
    );
    const answer = await maria.get(`/api/lists/${id}`);
    expect(answer.body.data.items).toMatchObject([{ property: null }]);
    expect(JSON.stringify(answer.body)).not.toContain(property?.title);
    await server.context.db.transaction(() =>
      server.context.db.models.Property.destroy({ where: { id: property?.id ?? 0 } }),
    );
    expect((await maria.get(`/api/lists/${id}`)).body.data.items).toMatchObject([{ property: null }]);
  });

  test('the owner alone renames, removes people and deletes; a member leaves', async () => {
    const { id, items } = await begin(maria);
    await joined(maria, jose, id);
    await jose.put(`/api/lists/${id}/items/${items[0]?.id}/vote`, { vote: 'yes' });
    await jose.post(`/api/lists/${id}/items/${items[0]?.id}/comments`, { text: 'Nice' });
    for (const refused of [
      await jose.put(`/api/lists/${id}`, { name: 'Mine' }),
      await remove(jose, `/api/lists/${id}`),
      await jose.post(`/api/lists/${id}/links`),
      await jose.post(`/api/lists/${id}/invitations`, { email: 'a@example.com' }),
      await remove(jose, `/api/lists/${id}/members/${maria.id}`),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'owners_only']);
    expect((await remove(maria, `/api/lists/${id}/members/${maria.id}`)).status).toBe(409);
    expect((await maria.put(`/api/lists/${id}`, { name: 'Homes' })).body.data.name).toBe('Homes');
    expect((await remove(jose, `/api/lists/${id}/members/${jose.id}`)).status).toBe(200);
    expect((await jose.get(`/api/lists/${id}`)).status).toBe(404);
    // Votes leave with the member, words stay.
    expect((await maria.get(`/api/lists/${id}`)).body.data.items).toMatchObject([
      { votes: [], comments: [{ author: { name: 'Jose R.' } }] },
    ]);
    expect((await remove(maria, `/api/lists/${id}`)).status).toBe(200);
    expect((await maria.get(`/api/lists/${id}`)).status).toBe(404);
  });

  test('others are told once for several of a kind, and live; who was removed hears no more', async () => {
    const { id, items } = await begin(maria);
    await joined(maria, jose, id);
    const stranger = await enter(server);
    const socket = await openSocket(server.url, jose.token);
    const outside = await openSocket(server.url, stranger.token);
    expect(await socket.ask('join_list', id)).toEqual({ success: true });
    expect(await outside.ask('join_list', id)).toMatchObject({ success: false, code: 'not_found' });
    const at = `/api/lists/${id}/items/${items[0]?.id}/comments`;
    await maria.post(at, { text: 'One' });
    await maria.post(at, { text: 'Two' });
    expect(await socket.waitFor('list_changed', 2)).toEqual([{ listId: id }, { listId: id }]);
    expect(await bell(jose)).toMatchObject([
      {
        title: 'New Comment',
        message: 'Maria S. commented in “Our new home”.',
        action: { url: `/lists/${id}` },
      },
    ]);
    expect((await bell(maria)).map(({ title }) => title)).toEqual(['New Member']);

    await remove(maria, `/api/lists/${id}/members/${jose.id}`);
    await socket.waitFor('list_changed', 3);
    await maria.post(at, { text: 'Three' });
    // Another event that reaches this socket after it.
    await begin(jose);
    await socket.waitFor('list_changed', 4);
    expect(socket.heard('list_changed').filter(({ listId }) => listId === id)).toHaveLength(3);
    expect(outside.heard('list_changed')).toEqual([]);
    socket.close();
    outside.close();
  });
});

test('nobody is in more than twenty lists, also not by two calls at once', async () => {
  for (let count = 0; count < 19; count += 1) await begin(maria, `List ${count}`);
  const answers = await Promise.all(['One', 'Other'].map((name) => maria.post('/api/lists', { name })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { id } = await begin(jose);
  const token = await linkOf(jose, id);
  expect((await maria.post('/api/lists/join', { token })).body.code).toBe('too_many_lists');
});

test('an account that is erased leaves the list to who joined first, and a list of its own with nobody', async () => {
  const shared = await begin(maria);
  const own = await begin(maria, 'Mine alone');
  await joined(maria, jose, shared.id);
  await server.context.db.transaction(() => leaveLists(server.context, maria.id));
  expect((await jose.get(`/api/lists/${shared.id}`)).body.data).toMatchObject({
    role: 'owner',
    members: [{ name: 'Jose R.' }],
  });
  expect(await server.context.db.models.SharedList.count({ where: { id: own.id } })).toBe(0);
});
