// @databases both
// @run full

import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { REFUSED_WITH_KEY } from '#server/http/idempotency.ts';
import type { Call } from '#shared/contracts/common.ts';
import {
  type AccessCase,
  type Caller,
  callers,
  featuresOf,
  ID_NOBODY_HAS,
  nameOf,
  placeholdersOf,
  type Sent,
} from '#tests/support/accessMatrix.ts';
import { adminAccess } from '#tests/support/accessMatrixAdmin.ts';
import { listingAccess } from '#tests/support/accessMatrixListings.ts';
import { peopleAccess } from '#tests/support/accessMatrixPeople.ts';
import { buildScene, enterCast, type Scene } from '#tests/support/accessMatrixScene.ts';
import { type Attempt, changesOf, sendCall } from '#tests/support/accessMatrixSending.ts';
import { renewedServers, startTestServer, type TestServer } from '#tests/support/testServer.ts';

const table = { ...listingAccess, ...peopleAccess, ...adminAccess };

// Started here, not in a hook: the tests are made from its route table.
const server = await startTestServer({ data: 'empty' });
const servers = renewedServers(server);
afterAll(() => servers.close());

/** Calls that store no key, and why. */
const withoutKey: Record<string, string> = {
  'POST /api/auth/forgot-password': 'the second answer would tell whether the account exists',
  'POST /api/auth/reset-password': 'a link is good once',
  'POST /api/auth/verify-email': 'a link is good once',
  'POST /api/auth/verify-email/resend': 'the address is confirmed already',
  'POST /api/auth/email/refuse': 'a link is good once',
  'POST /api/auth/verify-phone': 'no text messages are sent',
  'POST /api/auth/verify-phone/confirm': 'no text messages are sent',
  'POST /api/auth/passkeys/options': 'what it begins is good once, and changes nothing',
  'POST /api/auth/passkeys': 'what the device answers is good once',
  'POST /api/auth/passkey-login/options': 'what it begins is good once, and changes nothing',
  'POST /api/auth/passkey-login': 'what the device answers is good once',
  'POST /api/auth/confirm/passkey/options': 'what it begins is good once, and changes nothing',
  'POST /api/auth/confirm/passkey': 'what the device answers is good once',
  'POST /api/auth/provider/options': 'there is no provider',
  'POST /api/auth/provider': 'there is no provider',
  'POST /api/admin/settings/test-email': 'there is no mail server to send it',
  'POST /api/push/subscriptions/{id}/test': 'there is no push service to take it',
  'POST /api/admin/settings/backups/{name}/verify': 'changes nothing',
  'POST /api/lists/invitation': 'changes nothing',
  'PUT /api/conversations/{id}/read': 'what was read is not read again',
  'PUT /api/desk/clients/{id}/read': 'what was read is not read again',
  'POST /api/properties/{id}/views': 'a view is counted once a day',
  'POST /api/inbound/mail': 'a mail is known by its own name, and no mail comes in here',
};

/** They end the session that they are sent with: the second one has no session. */
const endsSession = new Set(['POST /api/auth/logout', 'PUT /api/auth/password']);

const wrongPassword = 'not the password';

/** Refusals after a first write, or from inside the change; all others are sent for an unknown id. */
const refusals: Record<string, (sent: Sent, scene: Scene) => Sent | Promise<Sent>> = {
  'POST /api/auth/login': ({ body }) => ({ body: { ...body, password: wrongPassword } }),
  'POST /api/auth/register': async ({ body }, { person }) => ({
    body: { ...body, email: (await person()).email },
  }),
  'PUT /api/auth/password': ({ body }) => ({ body: { ...body, currentPassword: wrongPassword } }),
  'PUT /api/auth/profile': ({ body }) => ({ body: { ...body, avatar_url: `/media/${'a'.repeat(64)}` } }),
  'POST /api/auth/confirm': () => ({ body: { password: wrongPassword } }),
  'PUT /api/auth/totp': () => ({ body: { code: '000000' } }),
  'POST /api/privacy/erasure': () => ({ body: { password: wrongPassword } }),
  'POST /api/properties': ({ body }) => ({ body: { ...body, images: [`/media/${'a'.repeat(64)}`] } }),
  'POST /api/properties/my/import': () => ({ body: { csv: 'title\r\nLoft', mode: 'all' } }),
  'PUT /api/properties/my/status': () => ({ body: { ids: [ID_NOBODY_HAS], status: 'sold' } }),
  'PUT /api/properties/my/confirmed': () => ({ body: { ids: [ID_NOBODY_HAS] } }),
  'PUT /api/desk/insights/{key}': ({ params }) => ({ params: { ...params }, body: {} }),
  // One that is not here yet can be taken back.
  'DELETE /api/desk/clients/{id}/replies/{clientId}': ({ params }) => ({
    params: { ...params, id: ID_NOBODY_HAS },
  }),
  'POST /api/conversations': ({ body }) => ({ body: { ...body, agentId: ID_NOBODY_HAS } }),
  'POST /api/viewings': ({ body }) => ({ body: { ...body, property_id: ID_NOBODY_HAS } }),
  'POST /api/admin/users': async ({ body }, { person }) => ({
    body: { ...body, email: (await person()).email },
  }),
  'PUT /api/admin/users/{id}': async ({ params, body }, { person }) => ({
    ...(params && { params }),
    body: { ...body, email: (await person()).email },
  }),
};

/** Calls without a request that can be refused. */
const neverRefused = new Set([
  'POST /api/uploads',
  'POST /api/attachments',
  'POST /api/auth/logout',
  'DELETE /api/auth/email',
  'DELETE /api/auth/sessions',
  'POST /api/auth/totp',
  'DELETE /api/auth/totp',
  'POST /api/auth/totp/recovery-codes',
  'POST /api/admin/settings/backup',
  'DELETE /api/privacy/erasure',
  'DELETE /api/office',
  'DELETE /api/favorites/{propertyId}',
]);

const calls = server.routes.calls.filter(({ method }) => method !== 'get');

/** A caller that may make the call, and the request. */
function findCaller(name: string): { caller: Exclude<Caller, 'anonymous'>; expected: AccessCase } {
  for (const expected of table[name] ?? [])
    for (const caller of callers)
      if (caller !== 'anonymous' && expected.answers[caller] < 300) return { caller, expected };
  throw new Error(`Nobody may make ${name}: say why among 'withoutKey'`);
}

function refused(name: string, call: Call, sent: Sent, scene: Scene): Sent | Promise<Sent> {
  const own = refusals[name];
  if (own) return own(sent, scene);
  const last = placeholdersOf(call).at(-1);
  // A call without an id has a body: one that the contract does not know.
  if (last === undefined) return { ...sent, body: [] };
  return { ...sent, params: { ...sent.params, [last]: ID_NOBODY_HAS } };
}

let keys = 0;
function newKey(): Record<string, string> {
  keys += 1;
  return { 'idempotency-key': `call-key-${keys}` };
}

test('what is said of a call that is no more is taken out', () => {
  const names = calls.map(nameOf);
  const said = [...Object.keys(withoutKey), ...endsSession, ...Object.keys(refusals), ...neverRefused];
  expect(said.filter((name) => !names.includes(name))).toEqual([]);
});

const withKey = calls.filter((call) => !(nameOf(call) in withoutKey));

test.each(featuresOf(withKey))(
  '%s leaves a key free when it refuses, and makes a call once',
  { timeout: 120_000 },
  async (_feature, ofFeature) => {
    const server = await servers.next(ofFeature.length);
    const errors = vi.spyOn(server.context.log, 'error');
    onTestFinished(() => errors.mockRestore());
    const again: Attempt[] = [];
    for (const call of ofFeature) again.push(await makeOnce(server, call));
    // The jobs of the calls end first.
    await server.context.jobs.flush();
    expect.soft(await changesOf(server, again), 'changed by what was made already').toEqual([]);
    // A record written before a refusal must not have stored the key in the first place.
    expect.soft(errors.mock.calls.filter((call) => call.includes(REFUSED_WITH_KEY))).toEqual([]);
  },
);

/** Has a call refused, then sends it several times at the same moment, all with one key. @returns the call once more. */
async function makeOnce(server: TestServer, call: Call): Promise<Attempt> {
  const name = nameOf(call);
  const { caller, expected } = findCaller(name);
  const cast = await enterCast(server);
  const scene = buildScene(server, cast);
  const sent = await expected.send(scene);
  const key = newKey();
  const send = (what: Sent) => sendCall(server, call, what, cast[caller].token, key);
  if (!neverRefused.has(name)) {
    const { status, body } = await send(await refused(name, call, sent, scene));
    expect.soft({ status, body }, name).toMatchObject({ body: { success: false } });
    expect.soft([400, 401, 403, 404, 409, 422], name).toContain(status);
    expect.soft(body.code, name).not.toMatch(/already_applied|idempotency/);
  }
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(sent)));
  const statuses = answers.map(({ status }) => status);
  const whole = `${name}: ${JSON.stringify(answers)}`;
  expect
    .soft(
      statuses.filter((status) => status < 300),
      whole,
    )
    .toEqual([call.status ?? 200]);
  expect.soft([401, 404, 409], whole).toEqual(expect.arrayContaining(statuses.filter((status) => status >= 300)));
  return {
    name,
    send: () => send(sent),
    check: (answer) =>
      expect
        .soft(answer, `${name} again`)
        .toMatchObject(
          endsSession.has(name) ? { status: 401 } : { status: 409, body: { code: 'already_applied' } },
        ),
  };
}
