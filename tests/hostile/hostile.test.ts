import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { hashToken } from '#server/features/auth/writes/sessions.ts';
import { createLog } from '#server/observability/log.ts';
import type { Call } from '#shared/contracts/common.ts';
import { clientEvents } from '#shared/events.ts';
import {
  type AccessTable,
  type Caller,
  callers,
  isOutOfRole,
  nameOf,
  type Sent,
} from '#tests/support/accessMatrix.ts';
import { adminAccess } from '#tests/support/accessMatrixAdmin.ts';
import { listingAccess } from '#tests/support/accessMatrixListings.ts';
import { peopleAccess } from '#tests/support/accessMatrixPeople.ts';
import { buildScene, type Cast, enterCast } from '#tests/support/accessMatrixScene.ts';
import { DEMO_NOW } from '#tests/support/demoTemplate.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';
import { buildRequest, type HostileRequest } from './requests.ts';
import { differencesOf, readSettledState } from './stored.ts';
import { fitting, hostile, pick, randomFrom, writeJson } from './values.ts';
import { describeRequest, judge, openAgent, sendHostile } from './verdict.ts';

/** `npm run test:hostile -- --seed=… --only='PUT /api/settings'` */
const seed = process.env.HOSTILE_SEED ?? 'silong';
const only = process.env.HOSTILE_ONLY;
const ROUNDS = 2;
/** Requests of each call, by each caller, in each round. */
const A_ROUND = 3;
/** Least number of requests sent, repeated ones included. */
const LEAST_SENT = { sqlite: 15_000, postgres: 10_000 };
/** Number of requests to a call that is tried alone. */
const ALONE = 40;
const CONNECTIONS = 6;
/** Calls whose refused requests are sent together, between two readings of everything that is stored. */
const CALLS_TOGETHER = 45;
/** Each takes seconds where it is allowed: once a round is enough. */
const dear = new Set([
  'POST /api/admin/settings/backup',
  'POST /api/admin/settings/backups/{name}/verify',
  'POST /api/admin/settings/backups/{name}/drill',
]);
const MAX_PROBLEMS = 20;

const table: AccessTable = { ...listingAccess, ...peopleAccess, ...adminAccess };
const agent = openAgent(CONNECTIONS);
const problems: string[] = [];
const failures: string[] = [];
/** Errors that would have ended the process, or been counted in `uncaught_errors_total`. */
const uncaught: unknown[] = [];
const keepUncaught = (error: unknown) => void uncaught.push(error);
let server: TestServer;
let cast: Cast;
/** The expected result of `describeCast`. */
let wholeCast: string;
let sentCount = 0;

beforeAll(async () => {
  console.warn(`hostile requests of seed '${seed}'`);
  process.on('unhandledRejection', keepUncaught);
  process.on('uncaughtException', keepUncaught);
  server = await startTestServer({
    data: 'empty',
    now: () => DEMO_NOW,
    // The security log is written at every level.
    log: createLog('error', { write: (line) => void (line.includes('"level":50') && failures.push(line)) }),
  });
  await renewCast();
});

afterAll(async () => {
  agent.destroy();
  await server.close();
  process.off('unhandledRejection', keepUncaught);
  process.off('uncaughtException', keepUncaught);
});

/** No error was left unhandled, and the next caller is answered. */
async function expectAlive(): Promise<void> {
  expect(uncaught).toEqual([]);
  expect((await server.request('GET', '/api/ready')).status).toBe(200);
}

/** @returns the status; 0 where none came. */
async function sendAndJudge(request: HostileRequest): Promise<number> {
  sentCount += 1;
  const failed = failures.length;
  const thrown = uncaught.length;
  let [status, problem]: [number, string | null] = [0, null];
  try {
    const answer = await sendHostile(server.url, agent, request);
    status = answer.status;
    problem = judge(request, answer);
    // Others are on their way too: the cause is one of a few.
    if (!problem && uncaught.length > thrown) problem = `nobody caught ${uncaught.at(-1)}`;
    if (problem) problem += `\n${answer.text.slice(0, 1_000)}`;
  } catch (error) {
    problem = `no answer: ${error}`;
  }
  if (problem) {
    const logged = failures.slice(failed).join('').slice(0, 3_000);
    problems.push(`seed '${seed}', ${describeRequest(request)}\n=> ${status}: ${problem}\n${logged}`);
  }
  return status;
}

/** A few at a time. @returns the refused ones. */
async function sendAll(requests: readonly HostileRequest[]): Promise<HostileRequest[]> {
  const refused: HostileRequest[] = [];
  const waiting = requests.values();
  const worker = async () => {
    for (const request of waiting) {
      if (problems.length >= MAX_PROBLEMS) return;
      if ((await sendAndJudge(request)) >= 400) refused.push(request);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return refused;
}

/** Repairs the effects of accepted calls on later callers: the site's settings, and accounts of the cast. */
async function mendSite(): Promise<void> {
  const { db, systemSettings } = server.context;
  // As a write of the server: outside of its queue it may find the file locked.
  const ended = await db.transaction(() => db.models.SystemSetting.destroy({ where: {} }));
  if (ended > 0) await systemSettings.reload();
  if ((await describeCast()) !== wholeCast) await renewCast();
}

/**
 * The identities of the cast as the server sees them, by their own sessions: in one statement, as it is run after
 * every call.
 */
async function describeCast(): Promise<string> {
  const people = Object.values(cast);
  const places = people.map((_person, at) => `$${at + 1}`);
  const rows = await server.context.db.readRows(
    `SELECT u.id, u.role, u.admin_role, u.status, u.email, a.application_status
     FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN agent_profiles a ON a.user_id = u.id
     WHERE s.token_hash IN (${places}) ORDER BY u.id`,
    people.map(({ token }) => hashToken(token)),
  );
  return JSON.stringify(rows);
}

async function renewCast(): Promise<void> {
  cast = await enterCast(server);
  wholeCast = await describeCast();
}

const tokenOf = (caller: Caller) => (caller === 'anonymous' ? undefined : cast[caller].token);

/** The matrix refuses the caller in each of the call's cases. */
const isUnwelcome = (call: Call, caller: Caller) =>
  isOutOfRole(call, caller) || statusesOf(call, caller).every((status) => status >= 400);

/** The caller is refused for its identity, with every request. */
const isStranger = (call: Call, caller: Caller) =>
  isOutOfRole(call, caller) || statusesOf(call, caller).every((status) => status === 401 || status === 403);

const statusesOf = (call: Call, caller: Caller) =>
  (table[nameOf(call)] ?? []).map(({ answers }) => answers[caller]);

function countOf(call: Call, caller: Caller): number {
  // The databases differ in SQL alone, which twisted values reach through admitted callers: PostgreSQL gets a
  // whole request of a stranger.
  if (!only && server.context.db.dialect === 'postgres' && isStranger(call, caller)) return 1;
  if (dear.has(nameOf(call)) && !isUnwelcome(call, caller)) return 2;
  return only ? ALONE : A_ROUND;
}

/** One round of a call. Unmodified requests come last: they remove the records that the others are about. */
async function requestsOf(call: Call, round: number, by: readonly Caller[]): Promise<HostileRequest[]> {
  if (by.length === 0) return [];
  const scene = buildScene(server, cast);
  const sents: Sent[] = [];
  for (const { send } of table[nameOf(call)] ?? []) sents.push(await send(scene));
  const build = (caller: Caller, number: number, isWhole: boolean) =>
    buildRequest(seed, {
      call,
      caller,
      number: round * (only ? ALONE : A_ROUND) + number,
      sent: sents[number % sents.length] ?? {},
      token: tokenOf(caller),
      isWhole,
    });
  const twisted = by.flatMap((caller) =>
    Array.from({ length: countOf(call, caller) - 1 }, (_, at) => build(caller, at + 1, false)),
  );
  return [...twisted, ...by.map((caller) => build(caller, 0, true))];
}

/**
 * Sends one round of some calls: first of the callers who are refused, then of the others, whose refused requests
 * are sent again.
 */
async function attack(calls: readonly Call[], round: number): Promise<void> {
  await mendSite();
  const unwelcome: HostileRequest[] = [];
  for (const call of calls)
    unwelcome.push(
      ...(await requestsOf(
        call,
        round,
        callers.filter((caller) => isUnwelcome(call, caller)),
      )),
    );
  await provesNoChange(unwelcome);
  const refused: HostileRequest[] = [];
  for (const call of calls) {
    await mendSite();
    const welcome = callers.filter((caller) => !isUnwelcome(call, caller));
    const requests = await requestsOf(call, round, welcome);
    refused.push(...(await sendAll(requests.slice(0, -welcome.length))));
    refused.push(...(await sendAll(requests.slice(-welcome.length))));
  }
  await mendSite();
  await provesNoChange(refused);
}

/** Refused requests change nothing: they are sent between two readings of all stored rows. */
async function provesNoChange(requests: HostileRequest[]): Promise<void> {
  let asked = requests;
  while (asked.length > 0) {
    const before = await readSettledState(server.context);
    const refused = await sendAll(asked);
    const changed = differencesOf(before, await readSettledState(server.context, before));
    if (changed.length === 0 || problems.length >= MAX_PROBLEMS) return;
    if (refused.length === asked.length) {
      problems.push(await findChange(asked, changed));
      return;
    }
    // An accepted call may have caused it; the rest is sent once more without it.
    asked = refused;
  }
}

/** Halves the requests for as long as one half alone changes something. */
async function findChange(suspects: HostileRequest[], changed: string[]): Promise<string> {
  for (const half of [suspects.slice(0, suspects.length / 2), suspects.slice(suspects.length / 2)]) {
    if (suspects.length < 2 || half.length === 0) break;
    const before = await readSettledState(server.context);
    await sendAll(half);
    const differing = differencesOf(before, await readSettledState(server.context, before));
    if (differing.length > 0) return findChange(half, differing);
  }
  const who = suspects.length === 1 ? suspects.map(describeRequest).join() : `one of ${suspects.length} requests`;
  return `seed '${seed}', a refused request changed something: ${who}\n${changed.slice(0, 10).join('\n')}`;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** The growth that the second round may leave beyond the first, which fills the caches and compiles the code. */
const MAX_GROWTH_BYTES = 24 * 1024 * 1024;

test('no request breaks a call, is answered out of form or, refused, changes anything; the memory stays', {
  timeout: 900_000,
  retry: 0,
}, async () => {
  const calls = server.routes.calls.filter((call) => !only || nameOf(call) === only);
  const heap: number[] = [];
  for (let round = 0; round < ROUNDS && problems.length < MAX_PROBLEMS; round += 1) {
    for (let at = 0; at < calls.length; at += CALLS_TOGETHER)
      await attack(calls.slice(at, at + CALLS_TOGETHER), round);
    heap.push(heapBytes());
  }
  expect(problems.join('\n\n')).toBe('');
  await expectAlive();
  if (!only) expect(sentCount).toBeGreaterThanOrEqual(LEAST_SENT[server.context.db.dialect]);
  const [first = 0, second = 0] = heap;
  console.warn(`${sentCount} requests; heap ${Math.round(first / 1e6)} MB, then ${Math.round(second / 1e6)} MB`);
  expect(second - first).toBeLessThan(MAX_GROWTH_BYTES);
});

const LEAVE = '41';

/** Events as a client library would not write them. */
const packets = [
  '',
  '4',
  '42',
  '42[',
  '42[]',
  '42{}',
  '42null',
  '42["join"',
  '42[1,2]',
  '42[null]',
  '42["connect"]',
  '42["disconnect",1]',
  '42["disconnecting"]',
  '42["error",{}]',
  '42["newListener",1]',
  '42["__proto__",{}]',
  '42["toString"]',
  '42["join",{"__proto__":{"id":1}}]',
  `42["typing",${'['.repeat(50_000)}${']'.repeat(50_000)}]`,
  `42["typing",${'{"conversationId":'.repeat(5_000)}1${'}'.repeat(5_000)}]`,
  `42["${'x'.repeat(100_000)}",1]`,
  '421["join"]',
  '42999999999999999999["join",1]',
  '43[1]',
  '431["x"]',
  '44{"message":"x"}',
  '451-["join",{"_placeholder":true,"num":0}]',
  '45999999-["join"]',
  '45-1-["join"]',
  '46',
  '40/admin,{}',
  '40{"token":{"$ne":null}}',
  LEAVE,
  '0',
  '1',
  '2probe',
  '3',
  '5',
  '6',
  '9',
  'b4AAAA',
  '\ud800',
];

function sendPacket(packet: string | Buffer, token: string): Promise<void> {
  const address = server.url.replace('http', 'ws');
  const socket = new WebSocket(`${address}/socket.io/?EIO=4&transport=websocket`);
  return new Promise((resolve, reject) => {
    let isJoined = false;
    socket.on('message', (message) => {
      const text = String(message);
      const join = () => socket.send(`40${JSON.stringify({ token })}`);
      if (text.startsWith('0')) join();
      else if (text.startsWith('40') && !isJoined) {
        isJoined = true;
        socket.send(packet);
        // Answered after it; the server may close the connection instead.
        socket.send('42777["join",0]');
        // A client that has left gets no answer, and may come back.
        if (packet === LEAVE) join();
      } else if (text.startsWith('43777') || (text.startsWith('40') && packet === LEAVE)) socket.close();
    });
    socket.once('close', () => (isJoined ? resolve() : reject(new Error(`not let in to send ${packet}`))));
    socket.once('error', reject);
  });
}

const EVENTS = 150;
const MAX_PAYLOAD = 2_000;

test('no event of a socket breaks the server or changes anything', {
  timeout: 120_000,
  retry: 0,
}, async () => {
  await mendSite();
  failures.length = 0;
  const before = await readSettledState(server.context);
  const random = randomFrom(`${seed}\nsockets`);
  const names = [...Object.keys(clientEvents), 'new_message', 'notification', 'toString', ''];
  for (const person of Object.values(cast)) {
    const { socket, ask, close } = await openSocket(server.url, person.token);
    for (let at = 0; at < EVENTS; at += 1) {
      const value = random() < 0.2 ? fitting({ type: 'integer', minimum: 1 }, random) : hostile({}, random);
      const payload =
        random() < 0.1 ? Buffer.from([0, 255]) : JSON.parse(writeJson(value).replaceAll('1e400', '1'));
      // The server closes the connection on larger ones, as it should.
      if (JSON.stringify(payload).length > MAX_PAYLOAD) continue;
      const more = random() < 0.2 ? [payload, null, { conversationId: payload, isTyping: 'x' }] : [];
      socket.emit(pick(random, names), payload, ...more);
    }
    for (const wrong of [0, -1, `${person.id + 1}`, null, {}, [], 'x'.repeat(1_000), { __proto__: null }])
      expect(await ask('join', wrong)).toMatchObject({ success: false });
    expect(await ask('join', person.id)).toMatchObject({ success: true });
    close();
  }
  for (const packet of [...packets, Buffer.from([4, 0, 255]), Buffer.alloc(100_000)])
    await sendPacket(packet, cast.user.token);
  expect(failures).toEqual([]);
  await expectAlive();
  expect(differencesOf(before, await readSettledState(server.context))).toEqual([]);
});
