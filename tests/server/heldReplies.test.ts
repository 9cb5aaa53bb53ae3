// @databases both

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ServerContext } from '#server/features/context.ts';
import { handleHeldReplies } from '#server/features/desk/jobs.ts';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { JobQueue } from '#server/jobs/queue.ts';
import type { DeskClient, HeldReply } from '#shared/contracts/desk.ts';
import { type DeskActs, deskActs } from '#tests/support/deskScene.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const start = Date.parse('2026-03-18T04:00:00.000Z');

let server: TestServer;
let acts: DeskActs;
let agent: Person;
let ana: Person;
let client: number;
let clock = start;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
  acts = deskActs(server);
});

afterAll(() => server.close());

beforeEach(async () => {
  clock += MINUTE;
  agent = await enter(server, { role: 'agent' });
  ana = await enter(server, { name: 'Ana Reyes' });
  await acts.ask(agent, ana);
  const { rows } = await acts.queue(agent);
  client = rows[0]?.id ?? 0;
});

const at = (ms: number) => new Date(clock + ms).toISOString();
const path = (id = client) => `/api/desk/clients/${id}/replies`;

async function send(change: object = {}, by = agent) {
  const draft = { channel: 'chat', content: 'It is free.', client_id: randomUUID(), ...change };
  const { status, body } = await by.post(path(), draft);
  return { status, code: body.code as string | undefined, data: body.data, key: draft.client_id };
}

const hold = (change: object = {}) => send({ not_before: at(5 * SECOND), ...change });

async function takeBack(key: string, by = agent) {
  const { status, body } = await server.request('DELETE', `${path()}/${key}`, { token: by.token });
  return { status, code: body.code as string | undefined };
}

const sendNow = (key: string, by = agent) => by.put(`${path()}/${key}`);

const wordsSent = async () =>
  (await server.context.db.models.Message.findAll({ where: { sender_id: agent.id }, order: ['id'] })).map(
    ({ content }) => content,
  );
const heldRows = () => server.context.db.models.HeldReply.findAll({ where: { author_id: agent.id } });
const heldOf = async (by = agent): Promise<HeldReply[]> =>
  ((await by.get(`/api/desk/clients/${client}`)).body.data as DeskClient).held;

async function wait(ms: number) {
  clock += ms;
  await server.context.jobs.flush('heldReply');
}

/** Another process on the same database, until it has nothing to do. */
async function runNextProcess() {
  const next: ServerContext = { ...server.context, jobs: new JobQueue(server.context) };
  handleHeldReplies(next);
  await next.jobs.start();
  await next.jobs.flush();
  await next.jobs.stop();
}

test('an answer is held and sent at its time, without its sender', async () => {
  const { status, data, key } = await hold();
  expect(status).toBe(201);
  expect(data).toMatchObject({
    entry: null,
    held: { client_id: key, content: 'It is free.', not_before: at(5 * SECOND), error: null },
    row: { waiting_for: 'inquiry' },
  });
  await wait(4 * SECOND);
  expect(await wordsSent()).toEqual([]);
  expect(await heldOf()).toMatchObject([{ client_id: key, channel: 'chat' }]);
  await wait(2 * SECOND);
  expect(await wordsSent()).toEqual(['It is free.']);
  expect(await heldRows()).toEqual([]);
  expect((await acts.client(agent, client)).row).toMatchObject({ waiting_for: null });
});

test('what its sender’s clock says counts from that clock alone', async () => {
  const ahead = 2 * 60 * MINUTE;
  const fast = await hold({ sent_at: at(ahead), not_before: at(ahead + 5 * SECOND), content: 'Fast' });
  const slow = await hold({ sent_at: at(-ahead), not_before: at(-ahead + 5 * SECOND), content: 'Slow' });
  expect([fast.data.held.not_before, slow.data.held.not_before]).toEqual([at(5 * SECOND), at(5 * SECOND)]);
  await wait(6 * SECOND);
  expect((await wordsSent()).sort()).toEqual(['Fast', 'Slow']);
});

test('a time that is past sends it at once; one that is too far away is refused', async () => {
  expect((await send({ not_before: at(-SECOND) })).data).toMatchObject({ entry: { kind: 'message' }, held: null });
  expect(await send({ not_before: at(2 * 60 * MINUTE) })).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(await send({ not_before: 'soon' })).toMatchObject({ status: 400, code: 'invalid_input' });
});

test('it is kept and sent once, however often it comes', async () => {
  const client_id = randomUUID();
  const not_before = at(5 * SECOND);
  const answers = await Promise.all([1, 2, 3].map(() => send({ client_id, not_before })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await heldRows()).toHaveLength(1);
  expect(await send({ client_id, not_before, content: 'Other words' })).toMatchObject({ status: 422 });
  // Sent by the page at the moment in which the server sends it.
  clock += 6 * SECOND;
  await Promise.all([send({ client_id }), sendNow(client_id), server.context.jobs.flush('heldReply')]);
  expect(await wordsSent()).toEqual(['It is free.']);
  expect(await heldRows()).toEqual([]);
  const again = await hold({ client_id });
  expect(again).toMatchObject({ status: 201, data: { entry: { kind: 'message' }, held: null } });
  expect((await sendNow(client_id)).body.data).toMatchObject({ entry: { message: { content: 'It is free.' } } });
  await wait(MINUTE);
  expect(await wordsSent()).toEqual(['It is free.']);
});

test('it is taken back until it is sent, by its author alone', async () => {
  const { key } = await hold();
  const colleague = await enter(server, { role: 'agent' });
  expect(await takeBack(key, colleague)).toMatchObject({ status: 404 });
  expect(await takeBack(key, ana)).toMatchObject({ status: 403 });
  expect((await sendNow(key, colleague)).status).toBe(404);
  expect(await takeBack(key)).toEqual({ status: 200, code: undefined });
  expect(await takeBack(key)).toEqual({ status: 200, code: undefined });
  await wait(6 * SECOND);
  expect(await wordsSent()).toEqual([]);
  expect(await heldOf()).toEqual([]);
  // Nor is it sent when the same comes late.
  expect(await send({ client_id: key })).toMatchObject({ status: 409, code: 'taken_back' });
  expect(await hold({ client_id: key })).toMatchObject({ status: 409, code: 'taken_back' });
  expect((await sendNow(key)).status).toBe(409);
  const sent = await send();
  expect(await takeBack(sent.key)).toMatchObject({ status: 409, code: 'already_sent' });
});

test('an answer that is taken back before it arrives is not sent', async () => {
  const client_id = randomUUID();
  expect((await takeBack(client_id)).status).toBe(200);
  expect(await hold({ client_id })).toMatchObject({ status: 409, code: 'taken_back' });
  clock += 2 * DAY;
  await deleteOldData(server.context);
  expect(await heldRows()).toEqual([]);
});

test('the next process sends what the last one held', async () => {
  await server.context.jobs.stop();
  const { key } = await hold();
  // The last one ended while it sent it.
  await server.context.db.transaction(() =>
    server.context.db.models.HeldReply.update({ state: 'sending' }, { where: { key } }),
  );
  clock += MINUTE;
  await runNextProcess();
  expect(await wordsSent()).toEqual(['It is free.']);
  expect(await heldRows()).toEqual([]);
});

test('an email is held too, and is stored once', async () => {
  await hold({ channel: 'email', content: 'By mail' });
  clock += 6 * SECOND;
  await runNextProcess();
  const replies = await server.context.db.models.InquiryReply.findAll({ where: { author_id: agent.id } });
  expect(replies.map(({ message }) => message)).toEqual(['By mail']);
});

test('what cannot be sent at its time stays with the client, and its author is told', async () => {
  const fresh = await startTestServer({ data: 'empty', now: () => new Date(clock) });
  try {
    const own = deskActs(fresh);
    const seller = await enter(fresh, { role: 'agent' });
    const buyer = await enter(fresh, { name: 'Ben Cruz' });
    await own.ask(seller, buyer);
    const id = (await own.queue(seller)).rows[0]?.id ?? 0;
    const client_id = randomUUID();
    const draft = { channel: 'chat', content: 'Ten minutes of words', client_id, not_before: at(5 * SECOND) };
    expect((await seller.post(`/api/desk/clients/${id}/replies`, draft)).status).toBe(201);
    await fresh.context.db.transaction(() => buyer.user.update({ status: 'suspended' }));
    clock += 6 * SECOND;
    await fresh.context.jobs.flush();
    const { held } = await own.client(seller, id);
    expect(held).toMatchObject([{ client_id, content: 'Ten minutes of words' }]);
    expect(held[0]?.error).toContain('not active');
    const { body } = await seller.get('/api/notifications');
    expect(JSON.stringify(body.data)).toContain('Your Answer Was Not Sent');
    const kept = (await seller.get('/api/privacy/data')).body;
    expect(kept.held_replies).toMatchObject([{ state: 'refused' }]);
    const back = await fresh.request('DELETE', `/api/desk/clients/${id}/replies/${client_id}`, {
      token: seller.token,
    });
    expect(back.status).toBe(200);
    expect((await own.client(seller, id)).held).toEqual([]);
    await fresh.context.db.transaction(() => seller.user.destroy());
    expect(await fresh.context.db.models.HeldReply.count()).toBe(0);
  } finally {
    await fresh.close();
  }
});
