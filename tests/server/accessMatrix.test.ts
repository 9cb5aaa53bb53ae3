// @databases full

import { readdir } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import type { ServerContext } from '#server/features/context.ts';
import { failureStatuses } from '#server/features/site/apiDocs.ts';
import { type AdminRole, adminAbilities, adminRoles, isAllowed, whoIsAllowed } from '#shared/adminRoles.ts';
import type { Call } from '#shared/contracts/common.ts';
import { english } from '#shared/messages.ts';
import {
  type AccessCase,
  type AccessTable,
  type Caller,
  callers,
  featuresOf,
  ID_NOBODY_HAS,
  isOutOfRole,
  nameOf,
  placeholdersOf,
  roleOf,
  type Sent,
} from '#tests/support/accessMatrix.ts';
import { adminAccess } from '#tests/support/accessMatrixAdmin.ts';
import { listingAccess } from '#tests/support/accessMatrixListings.ts';
import { peopleAccess } from '#tests/support/accessMatrixPeople.ts';
import { buildScene, type Cast, enterCast } from '#tests/support/accessMatrixScene.ts';
import { type Attempt, changesOf, sendCall } from '#tests/support/accessMatrixSending.ts';
import { enter, enterAll } from '#tests/support/people.ts';
import { openRaw } from '#tests/support/rawConnection.ts';
import { renewedServers, startTestServer, type TestAnswer, type TestServer } from '#tests/support/testServer.ts';

const MADE_UP_TOKEN = 'A'.repeat(43);
const table: AccessTable = { ...listingAccess, ...peopleAccess, ...adminAccess };

// Started here, not in a hook: the tests are made from its route table.
const server = await startTestServer({ data: 'empty' });
const servers = renewedServers(server);
afterAll(() => servers.close());

const { calls } = server.routes;
const closed = calls.filter(({ access }) => access !== 'anyone');
const withId = calls.filter(({ path }) => /\{\w*id\}/i.test(path));
const allParams = (call: Call, value: string | number) =>
  Object.fromEntries(placeholdersOf(call).map((name) => [name, value]));

/** A test makes hundreds of calls. */
const MANY_CALLS = { timeout: 120_000 };

test('every contract is mounted', async () => {
  const folder = new URL('../../shared/contracts/', import.meta.url);
  const files = await readdir(folder);
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  const contracts = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => typeof value === 'object' && value !== null)
    .flatMap((group) => Object.values(group as object))
    .filter((value): value is Call => typeof value?.path === 'string' && 'access' in value);
  expect(contracts.length).toBeGreaterThan(0);
  const mounted = new Set(calls);
  expect(contracts.filter((call) => !mounted.has(call)).map(nameOf)).toEqual([]);
});

test('what is expected of a route that is no more is taken out', () => {
  const names = calls.map(nameOf);
  expect(Object.keys(table).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(featuresOf(calls))('%s answers everybody as it should', MANY_CALLS, async (_feature, ofFeature) => {
  const server = await servers.next(ofFeature.length);
  // A separate cast for reads stays unchanged: the others' calls may end sessions and change accounts.
  const readers = await enterCast(server);
  const asked: Asked[] = [];
  for (const call of ofFeature) {
    const cases = table[nameOf(call)] ?? [];
    expect.soft(cases, `add '${nameOf(call)}' to the tables in tests/support/accessMatrix*.ts`).not.toEqual([]);
    for (const expected of cases) {
      const cast = call.method === 'get' ? readers : await enterCast(server);
      asked.push(await askAccepted({ server, cast, call, expected, answers: {}, refused: [] }));
    }
  }
  await untilDelivered(server.context);
  const refused = asked.flatMap((one) => one.refused.map((prepared) => attemptOf(one, prepared)));
  expect.soft(await changesOf(server, refused), 'changed by refused calls').toEqual([]);
  for (const { call, expected, answers } of asked)
    expect.soft(answers, told(call, expected)).toEqual(answersTo(call, expected));
});

/** A case of a call, and its results. */
interface Asked {
  server: TestServer;
  cast: Cast;
  call: Call;
  expected: AccessCase;
  answers: Partial<Record<Caller, number>>;
  /** Not sent yet. */
  refused: Prepared[];
}

interface Prepared {
  caller: Caller;
  sent: Sent;
}

const told = (call: Call, { about }: AccessCase) => `${nameOf(call)}${about ? `: ${about}` : ''}`;

/** Sends the call for all callers that it should accept, and prepares it for the ones that it should refuse. */
async function askAccepted(asked: Asked): Promise<Asked> {
  const { call, expected } = asked;
  const isRefused = (caller: Caller) => isOutOfRole(call, caller) || expected.answers[caller] >= 400;
  // Reads and refused calls leave the record to the next caller.
  let kept: Promise<Sent> | undefined;
  const keep = () => (kept ??= sentFor(asked));
  for (const caller of callersOf(call)) {
    if (isRefused(caller)) continue;
    const sent = await (call.method === 'get' ? keep() : sentFor(asked));
    noteAnswer(asked, caller, await sendAs(asked, caller, sent));
  }
  for (const caller of callersOf(call))
    if (isRefused(caller)) {
      // Out of one's role, a call is refused before anything that was sent is read: it need not be there.
      const sent = isOutOfRole(call, caller) ? { params: allParams(call, 1) } : await keep();
      asked.refused.push({ caller, sent });
    }
  return asked;
}

async function sentFor({ server, cast, call, expected }: Omit<Asked, 'answers' | 'refused'>): Promise<Sent> {
  try {
    return await expected.send(buildScene(server, cast));
  } catch (cause) {
    throw new Error(`what ${told(call, expected)} is about could not be made`, { cause });
  }
}

const sendAs = ({ server, cast, call }: Pick<Asked, 'server' | 'cast' | 'call'>, caller: Caller, sent: Sent) =>
  sendCall(server, call, sent, caller === 'anonymous' ? undefined : cast[caller].token);

const attemptOf = (asked: Asked, { caller, sent }: Prepared): Attempt => ({
  name: `${told(asked.call, asked.expected)}: ${caller}`,
  send: () => sendAs(asked, caller, sent),
  check: (answer) => noteAnswer(asked, caller, answer),
});

/** An accepted call keeps to its contract, and a failed one to the description of the API. */
function noteAnswer({ call, expected, answers }: Asked, caller: Caller, { status, body }: Answer): void {
  answers[caller] = status;
  const who = `${told(call, expected)}: ${caller}`;
  if (status >= 400) {
    expect.soft(Object.keys(body), who).not.toContain('data');
    if (status < 500) expect.soft(failureStatuses(call), who).toContain(status);
  } else if (!call.fileType) expect.soft(call.answer.safeParse(body.data), who).toMatchObject({ success: true });
}

type Answer = Pick<TestAnswer, 'status' | 'body'>;

/** Waits for the webhook deliveries of an accepted call: a delivery writes its result. */
const untilDelivered = ({ db }: ServerContext) =>
  expect.poll(() => db.models.WebhookDelivery.count({ where: { status: 'waiting', attempts: 0 } })).toBe(0);

/** Administrators differ in their own calls, and in the listings that they see. */
const callersOf = (call: Call) =>
  call.ability || nameOf(call) in listingAccess ? callers : callers.filter((caller) => !isStaff(caller));
const isStaff = (caller: Caller) => caller in roleOf && caller !== 'admin';

const answersTo = (call: Call, { answers }: AccessCase): Asked['answers'] =>
  Object.fromEntries(callersOf(call).map((caller) => [caller, isOutOfRole(call, caller) ? 403 : answers[caller]]));

/** The decisions on the roles, each call with the roles that may make it: a wrong ability or table fails here. */
const decided: Record<string, readonly AdminRole[]> = {
  'GET /api/admin/stats': ['owner', 'moderator', 'support', 'auditor'],
  'GET /api/admin/messages/stats': ['owner', 'moderator', 'support', 'auditor'],
  'GET /api/admin/users': ['owner', 'support', 'auditor'],
  'GET /api/admin/properties': ['owner', 'moderator', 'auditor'],
  'GET /api/admin/audit-log': ['owner', 'auditor'],
  'GET /api/admin/audit-log/export': ['owner', 'auditor'],
  'PUT /api/admin/properties/{id}/status': ['owner', 'moderator'],
  'DELETE /api/admin/properties/{id}': ['owner', 'moderator'],
  'PUT /api/admin/agents/{id}/approve': ['owner', 'moderator'],
  'PUT /api/admin/agents/{id}/reject': ['owner', 'moderator'],
  'PUT /api/admin/reports/{id}': ['owner', 'moderator'],
  'GET /api/admin/conversations/{id}': ['owner', 'moderator'],
  'PUT /api/admin/users/{id}/status': ['owner', 'support'],
  'POST /api/admin/users': ['owner'],
  'PUT /api/admin/users/{id}': ['owner'],
  'PUT /api/admin/users/{id}/password': ['owner'],
  'DELETE /api/admin/users/{id}': ['owner'],
  'PUT /api/admin/erasure-requests/{id}': ['owner'],
  'GET /api/admin/settings': ['owner'],
  'PUT /api/admin/settings': ['owner'],
  'POST /api/admin/settings/test-email': ['owner'],
  'POST /api/admin/settings/backup': ['owner'],
  'GET /api/admin/settings/backups': ['owner'],
  'GET /api/admin/settings/backups/{name}': ['owner'],
  'DELETE /api/admin/settings/backups/{name}': ['owner'],
};

test('the roles of administrators include what was decided', () => {
  const allowed = calls.map((call) => [nameOf(call), call.ability ? adminAbilities[call.ability] : []] as const);
  expect(Object.fromEntries(allowed.filter(([name]) => name in decided))).toEqual(decided);
});

test('an auditor changes nothing', () => {
  const changing = calls.filter(({ method, ability }) => method !== 'get' && ability);
  const open = changing.filter(({ ability }) => ability && isAllowed('auditor', ability));
  expect(changing.length).toBeGreaterThan(10);
  expect(open.map(nameOf)).toEqual([]);
});

test('a refusal for the role says who may', () => {
  const abilities = new Set(calls.flatMap(({ ability }) => ability ?? []));
  expect(abilities.size).toBeGreaterThan(10);
  for (const ability of abilities) {
    const sentence = english(whoIsAllowed(ability));
    const isForAll = adminRoles.every((role) => isAllowed(role, ability));
    for (const role of adminRoles)
      if (!isForAll)
        expect.soft(sentence.includes(role), `${ability}: ${sentence}`).toBe(isAllowed(role, ability));
  }
});

test('a session that ended is told from nobody at all', MANY_CALLS, async () => {
  expect(closed.length).toBeGreaterThan(100);
  for (const call of closed) {
    const params = allParams(call, 1);
    expect.soft(await sendCall(server, call, { params }, undefined), nameOf(call)).toMatchObject({
      status: 401,
      body: { success: false, code: 'unauthorized' },
    });
    expect.soft(await sendCall(server, call, { params }, MADE_UP_TOKEN), nameOf(call)).toMatchObject({
      status: 401,
      body: { success: false, code: 'session_expired' },
    });
  }
});

test('the calls of agents are not for one whose application was turned down', MANY_CALLS, async () => {
  const { token } = await enter(server, { role: 'agent', application: 'rejected' });
  const ofAgents = calls.filter(({ access }) => access === 'agent');
  expect(ofAgents.length).toBeGreaterThan(10);
  for (const call of ofAgents)
    expect
      .soft(await sendCall(server, call, { params: allParams(call, 1) }, token), nameOf(call))
      .toMatchObject({ status: 403, body: { code: 'agent_required' } });
});

test('no call is for somebody whose account was closed', MANY_CALLS, async () => {
  const { agent, admin } = await enterAll(server, { agent: { role: 'agent' }, admin: { role: 'admin' } });
  for (const { user } of [agent, admin]) await user.update({ status: 'suspended' });
  for (const call of calls) {
    const { token } = call.access === 'agent' ? agent : admin;
    const { status, body } = await sendCall(server, call, { params: allParams(call, 1) }, token);
    // Calls open to anyone treat the account as anonymous.
    if (call.access !== 'anyone') expect.soft({ status, body }, nameOf(call)).toMatchObject({ status: 401 });
    else expect.soft([401, 403], nameOf(call)).not.toContain(status);
  }
});

/** Content types of a body that is not read; null: none. */
const otherTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/jsn',
  'application/json, text/html',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-16',
  null,
];

test('a body of a kind that the call does not read is refused, and nothing is done', MANY_CALLS, async () => {
  const { agent, admin } = await enterAll(server, { agent: { role: 'agent' }, admin: { role: 'admin' } });
  const changes = calls.filter(({ method }) => method !== 'get');
  expect(changes.length).toBeGreaterThan(100);
  const attempts: Attempt[] = changes.flatMap((call) => {
    const { token } = call.access === 'admin' ? admin : agent;
    const path = call.path.replace(/\{\w+\}/g, String(ID_NOBODY_HAS));
    const read: readonly string[] = call.rawTypes ?? [];
    const isRead = (type: string | null) => type !== null && read.includes(type.split('; boundary=')[0] ?? '');
    const types = [...otherTypes, call.fileField ? 'application/json' : 'multipart/form-data; boundary=b'].filter(
      (type) => !isRead(type),
    );
    return types.map((type) => {
      const name = `${nameOf(call)}: ${type}`;
      return {
        name,
        async send() {
          const response = await fetch(server.url + path, {
            method: call.method.toUpperCase(),
            headers: { authorization: `Bearer ${token}`, ...(type !== null && { 'content-type': type }) },
            body: new TextEncoder().encode('{"price":6000000}'),
          });
          return { status: response.status, body: await response.json() };
        },
        check({ status, body }) {
          expect.soft(status, name).toBe(415);
          expect.soft(body, name).toMatchObject({ success: false, code: 'unsupported_media_type' });
        },
      };
    });
  });
  expect(await changesOf(server, attempts)).toEqual([]);
});

test.each([
  ['without a body', {}],
  ['with an empty body of any kind', { body: '', headers: { 'content-type': 'text/xml' } }],
  ['with JSON by a longer name', { body: '{}', headers: { 'content-type': 'application/ld+json' } }],
  ['with JSON in UTF-8', { body: '{}', headers: { 'content-type': 'Application/JSON; charset="UTF-8"' } }],
])('a call is answered %s', async (_how, request) => {
  const { token } = await enter(server);
  const all = await server.request('PUT', '/api/auth/profile', { token, ...request });
  expect(all.status).toBe(200);
});

test('a call is answered with a body that was announced and did not come', async () => {
  const { token } = await enter(server);
  const connection = await openRaw(server.url);
  const head = `PUT /api/auth/profile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  connection.write(`${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`);
  expect((await connection.answer()).status).toBe(200);
  connection.write(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
  expect((await connection.answer()).status).toBe(415);
  connection.destroy();
});

test('what is no id is refused', MANY_CALLS, async () => {
  const { agent, admin } = await enterAll(server, { agent: { role: 'agent' }, admin: { role: 'admin' } });
  expect(withId.length).toBeGreaterThan(50);
  for (const call of withId) {
    const { token } = call.access === 'admin' ? admin : agent;
    for (const id of ['abc', '0', '-1', '1.5', '2147483648', '%00', "1'--"])
      expect
        .soft(await sendCall(server, call, { params: allParams(call, id) }, token), `${nameOf(call)}: ${id}`)
        .toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } });
  }
});

test('a call about an id that nobody has changes nothing', MANY_CALLS, async () => {
  const server = await servers.next(withId.length);
  const cast = await enterCast(server);
  const attempts: Attempt[] = [];
  for (const call of withId) {
    const [expected] = table[nameOf(call)] ?? [];
    const made = expected && (await sentFor({ server, cast, call, expected }));
    const sent = { ...made, params: allParams(call, ID_NOBODY_HAS) };
    for (const caller of ['agent', 'admin'] as const) {
      const name = `${nameOf(call)}: ${caller}`;
      attempts.push({
        name,
        send: () => sendAs({ server, cast, call }, caller, sent),
        check({ status }) {
          // Taking away a favourite that is not there is no mistake.
          if (nameOf(call) !== 'DELETE /api/favorites/{propertyId}')
            expect.soft([403, 404], name).toContain(status);
        },
      });
    }
  }
  await untilDelivered(server.context);
  expect(await changesOf(server, attempts)).toEqual([]);
});
