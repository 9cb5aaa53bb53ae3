import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  type Sent,
} from '#tests/support/accessMatrix.ts';
import { adminAccess } from '#tests/support/accessMatrixAdmin.ts';
import { listingAccess } from '#tests/support/accessMatrixListings.ts';
import { peopleAccess } from '#tests/support/accessMatrixPeople.ts';
import { buildScene, type Cast, enterCast } from '#tests/support/accessMatrixScene.ts';
import { readStored, sendCall } from '#tests/support/accessMatrixSending.ts';
import { enter } from '#tests/support/people.ts';
import { renewedServers, startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MADE_UP_TOKEN = 'A'.repeat(43);
const ID_NOBODY_HAS = 2_147_483_647;

const table: AccessTable = { ...listingAccess, ...peopleAccess, ...adminAccess };

// Started here, not in a hook: the tests are made from its route table.
const server = await startTestServer({ data: 'empty' });
const servers = renewedServers(server);
afterAll(() => servers.close());

const nameOf = ({ method, path }: Call) => `${method.toUpperCase()} ${path}`;
const calls = server.routes.calls.map((call) => [nameOf(call), call] as const);
const closed = calls.filter(([, { access }]) => access !== 'anyone');
const withId = calls.filter(([, { path }]) => /\{\w*id\}/i.test(path));
const placeholders = ({ path }: Call) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const allParams = (call: Call, value: string | number) =>
  Object.fromEntries(placeholders(call).map((name) => [name, value]));

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
  const mounted = new Set(server.routes.calls);
  expect(contracts.filter((call) => !mounted.has(call)).map(nameOf)).toEqual([]);
});

test('what is expected of a route that is no more is taken out', () => {
  const names = calls.map(([name]) => name);
  expect(Object.keys(table).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(calls)('%s', (name, call) => {
  test('has an expectation for everybody', () => {
    expect(table[name] ?? [], `add '${name}' to the tables in tests/support/accessMatrix*.ts`).not.toEqual(
      [],
    );
  });

  for (const expected of table[name] ?? [])
    test(`answers as it should${expected.about ? `: ${expected.about}` : ''}`, async () => {
      const server = await servers.next();
      const cast = await enterCast(server);
      const answers: Partial<Record<Caller, number>> = {};
      const refused: Prepared[] = [];
      for (const caller of callersOf(name, call)) {
        const isOut = isOutOfRole(call, caller);
        // Out of one's role, a call is refused before anything that was sent is read: it need not be there.
        const sent = isOut ? { params: allParams(call, 1) } : await expected.send(buildScene(server, cast));
        if (isOut || expected.answers[caller] >= 400) refused.push({ caller, sent });
        else answers[caller] = await sendAs(server, cast, call, { caller, sent });
      }
      // A refused call must have changed nothing.
      await untilDelivered(server.context);
      const before = refused.length > 0 ? await readStored(server.context) : null;
      for (const one of refused) answers[one.caller] = await sendAs(server, cast, call, one);
      if (before) expect(await readStored(server.context), 'after the refused calls').toEqual(before);
      expect(answers).toEqual(answersTo(name, call, expected));
    });
});

/** What an accepted call gave the webhooks to do is done: it writes what became of it. */
const untilDelivered = ({ db }: ServerContext) =>
  expect.poll(() => db.models.WebhookDelivery.count({ where: { status: 'waiting', attempts: 0 } })).toBe(0);

interface Prepared {
  caller: Caller;
  sent: Sent;
}

const roleOf: Partial<Record<Caller, AdminRole>> = {
  admin: 'owner',
  moderator: 'moderator',
  support: 'support',
  auditor: 'auditor',
};

/** Administrators differ in their own calls, and in what they see of listings. */
const callersOf = (name: string, { ability }: Call) =>
  ability || name in listingAccess ? callers : callers.filter((caller) => !isStaff(caller));
const isStaff = (caller: Caller) => caller in roleOf && caller !== 'admin';

/** An administrator whose role does not include an administrators' call is refused, whatever it is about. */
function isOutOfRole({ ability }: Call, caller: Caller): boolean {
  const role = roleOf[caller];
  return ability !== null && role !== undefined && !isAllowed(role, ability);
}

function answersTo(name: string, call: Call, { answers }: AccessCase): Partial<Record<Caller, number>> {
  const asked = callersOf(name, call);
  return Object.fromEntries(
    asked.map((caller) => [caller, isOutOfRole(call, caller) ? 403 : answers[caller]]),
  );
}

/** One that goes through keeps to its contract, and one that fails does as the description of the API says. @returns the status. */
async function sendAs(to: TestServer, cast: Cast, call: Call, { caller, sent }: Prepared): Promise<number> {
  const token = caller === 'anonymous' ? undefined : cast[caller].token;
  const { status, body } = await sendCall(to, call, sent, token);
  const who = `${caller}, ${nameOf(call)}`;
  if (status >= 400) {
    expect(Object.keys(body), who).not.toContain('data');
    if (status < 500) expect(failureStatuses(call), who).toContain(status);
  } else if (!call.fileType) expect(call.answer.safeParse(body.data), who).toMatchObject({ success: true });
  return status;
}

/** What was decided on the roles, each call with those who may make it: a wrong ability or table fails here. */
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
  const allowed = calls.map(([name, { ability }]) => [name, ability ? adminAbilities[ability] : []] as const);
  expect(Object.fromEntries(allowed.filter(([name]) => name in decided))).toEqual(decided);
});

test('an auditor changes nothing', () => {
  const changing = calls.filter(([, { method, ability }]) => method !== 'get' && ability);
  const open = changing.filter(([, { ability }]) => ability && isAllowed('auditor', ability));
  expect(changing.length).toBeGreaterThan(10);
  expect(open.map(([name]) => name)).toEqual([]);
});

test.each(calls.flatMap(([name, { ability }]) => (ability ? [[name, ability] as const] : [])))(
  '%s is refused with a sentence that says who may',
  (_name, ability) => {
    const sentence = english(whoIsAllowed(ability));
    const isForAll = adminRoles.every((role) => isAllowed(role, ability));
    for (const role of adminRoles)
      if (!isForAll)
        expect(sentence.includes(role), `${ability}: ${sentence}`).toBe(isAllowed(role, ability));
  },
);

test.each(closed)('%s tells a session that ended from nobody at all', async (_name, call) => {
  const params = allParams(call, 1);
  expect(await sendCall(server, call, { params }, undefined)).toMatchObject({
    status: 401,
    body: { success: false, code: 'unauthorized' },
  });
  expect(await sendCall(server, call, { params }, MADE_UP_TOKEN)).toMatchObject({
    status: 401,
    body: { success: false, code: 'session_expired' },
  });
});

test.each(closed.filter(([, { access }]) => access === 'agent'))(
  '%s is not for an agent whose application was turned down',
  async (_name, call) => {
    const { token } = await enter(server, { role: 'agent', application: 'rejected' });
    const answer = await sendCall(server, call, { params: allParams(call, 1) }, token);
    expect(answer).toMatchObject({ status: 403, body: { code: 'agent_required' } });
  },
);

test.each(calls)('%s is for nobody whose account was closed', async (_name, call) => {
  const { user, token } = await enter(server, { role: call.access === 'agent' ? 'agent' : 'admin' });
  await user.update({ status: 'suspended' });
  const { status, body } = await sendCall(server, call, { params: allParams(call, 1) }, token);
  // Where anyone may call, the account counts as nobody's.
  if (call.access !== 'anyone') expect({ status, body }).toMatchObject({ status: 401 });
  else expect([401, 403]).not.toContain(status);
});

const holderOf = (call: Call) => enter(server, { role: call.access === 'admin' ? 'admin' : 'agent' });

test.each(withId)('%s refuses what is no id', async (_name, call) => {
  const { token } = await holderOf(call);
  for (const id of ['abc', '0', '-1', '1.5', '2147483648', '%00', "1'--"]) {
    const answer = await sendCall(server, call, { params: allParams(call, id) }, token);
    expect(answer, id).toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } });
  }
});

describe('a call about an id that nobody has', () => {
  // All of its rows are compared each time: the fewer, the faster.
  let small: TestServer;
  let cast: Cast;
  beforeAll(async () => {
    small = await startTestServer({ data: 'empty' });
    cast = await enterCast(small);
  });
  afterAll(() => small.close());

  test.each(withId)('changes nothing: %s', async (name, call) => {
    const [expected] = table[name] ?? [];
    const { query, body } = (await expected?.send(buildScene(small, cast))) ?? {};
    const sent = { params: allParams(call, ID_NOBODY_HAS), ...(query && { query }), ...(body && { body }) };
    const before = await readStored(small.context);
    for (const { token } of [cast.agent, cast.admin]) {
      const { status } = await sendCall(small, call, sent, token);
      // Taking away a favourite that is not there is no mistake.
      if (name !== 'DELETE /api/favorites/{propertyId}') expect([403, 404]).toContain(status);
    }
    expect(await readStored(small.context)).toEqual(before);
  });
});
