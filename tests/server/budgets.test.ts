// @databases both

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { EnvironmentError, readEnv } from '#server/env.ts';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { findOutsidePictures } from '#server/features/properties/jobs/outsidePictures.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';
import { openApp } from '#tests/support/backups.ts';
import { solutionHeader, solve } from '#tests/support/challenges.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { blackPng, gifOfFrames, jpegWithComment } from '#tests/support/hostileImages.ts';
import { type Outside, startOutside } from '#tests/support/outside.ts';
import { enter, enterAll, type Person } from '#tests/support/people.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestAnswer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

let outside: Outside;
let server: TestServer;
let admin: Person;
let clock = Date.now();
let networks = 0;

beforeAll(async () => {
  const env = { hasActionLimits: true, trustProxy: 1 };
  outside = await startOutside();
  const outsideNetwork = outside.network;
  server = await startTestServer({ data: 'empty', env, now: () => new Date(clock), outsideNetwork });
  admin = await enter(server, { role: 'admin' });
});

afterAll(async () => {
  await server.close();
  await outside.close();
});

beforeEach(() => server.context.db.models.ActionBudget.destroy({ where: {} }));

const limit = (settings: Partial<SystemSettings['security']>) => saveSystemSettings(admin, 'security', settings);

/** A network without earlier calls. */
const newNetwork = () => {
  networks += 1;
  return `10.1.${Math.floor(networks / 250)}.${(networks % 250) + 1}`;
};

const from = (network: string) => ({ 'x-forwarded-for': network });

function inquire(agentId: number, network: string, headers = {}, body = {}): Promise<TestAnswer> {
  const message = { name: 'Ana', email: 'ana@example.com', message: 'Is it still there?', ...body };
  const all = { ...from(network), ...headers };
  return server.request('POST', `/api/agents/${agentId}/contact`, { body: message, headers: all });
}

function login(email: string, password: string, network: string, headers = {}): Promise<TestAnswer> {
  const all = { ...from(network), ...headers };
  return server.request('POST', '/api/auth/login', { body: { email, password }, headers: all });
}

async function repeat(times: number, call: () => Promise<TestAnswer>): Promise<string[]> {
  const outcomes: string[] = [];
  for (let at = 0; at < times; at += 1) outcomes.push(outcomeOf(await call()));
  return outcomes;
}

const outcomeOf = ({ status, body }: TestAnswer) => (status < 300 ? String(status) : body.code);

/** A user whose account has existed for a while. */
async function enterOld(draft = {}): Promise<Person> {
  const person = await enter(server, draft);
  const created_at = new Date(clock - 48 * HOUR);
  await server.context.db.sequelize.query('UPDATE users SET created_at = :created_at WHERE id = :id', {
    replacements: { created_at, id: person.id },
  });
  return person;
}

describe('a sender', () => {
  test('is asked for a challenge at half of the bound, refused at the bound, and told when to go on', async () => {
    await limit({ maxInquiriesPerHour: 8 });
    const agent = await buildUser(server.context, { role: 'agent' });
    const network = newNetwork();
    const first = await inquire(agent.id, network);
    expect(first.status).toBe(201);
    expect(first.headers.get('ratelimit-policy')).toBe('"inquiries";q=4;w=3600');
    expect(first.headers.get('ratelimit')).toBe('"inquiries";r=3;t=3600');
    expect((await inquire(agent.id, network)).status).toBe(201);

    clock += 10 * MINUTE;
    const asked = await inquire(agent.id, network);
    expect(asked.status).toBe(429);
    expect(asked.headers.get('retry-after')).toBe('3000');
    expect(asked.body).toEqual({
      success: false,
      error: 'You have done this too often in a short time. Please try again in 50 minutes.',
      code: 'challenge_required',
      values: { minutes: 50 },
      challenge: { parameters: expect.any(Object), signature: expect.any(String) },
    });
    expect((await inquire(agent.id, network, await solve(asked.body.challenge))).status).toBe(201);
    const again = await inquire(agent.id, network);
    expect((await inquire(agent.id, network, await solve(again.body.challenge))).status).toBe(201);

    const refused = await inquire(agent.id, network);
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('too_many_requests');
    expect(refused.body.challenge).toBeUndefined();
    expect(refused.headers.get('retry-after')).toBe('3000');
    expect(await server.context.db.models.Inquiry.count({ where: { agent_id: agent.id } })).toBe(4);

    clock += 50 * MINUTE;
    expect((await inquire(agent.id, network)).status).toBe(201);
  });

  test('is the account where somebody is signed in, and the network where nobody is', async () => {
    await limit({ maxInquiriesPerHour: 4 });
    const agent = await buildUser(server.context, { role: 'agent' });
    const person = await enterOld();
    const network = newNetwork();
    const asPerson = { authorization: `Bearer ${person.token}` };
    // Two networks, one account.
    expect(await repeat(1, () => inquire(agent.id, network, asPerson))).toEqual(['201']);
    expect(await repeat(1, () => inquire(agent.id, newNetwork(), asPerson))).toEqual(['challenge_required']);
    // The account leaves its network alone, and another network too.
    expect(await repeat(2, () => inquire(agent.id, network))).toEqual(['201', 'challenge_required']);
    expect((await inquire(agent.id, newNetwork())).status).toBe(201);
  });

  test('has half of the bound on the first day', async () => {
    await limit({ maxReportsPerHour: 8 });
    const agent = await buildUser(server.context, { role: 'agent' });
    const listings = await Promise.all(
      Array.from({ length: 5 }, () => buildProperty(server.context, { agent_id: agent.id })),
    );
    const report = async (person: Person) => {
      const outcomes: string[] = [];
      for (const { id } of listings)
        outcomes.push(outcomeOf(await person.post(`/api/properties/${id}/reports`, { reason: 'unavailable' })));
      return outcomes;
    };
    expect(await report(await enterOld())).toEqual(['201', '201', '201', '201', 'challenge_required']);
    expect(await report(await enter(server))).toEqual(['201', '201', ...Array(3).fill('challenge_required')]);
  });

  test('uses nothing up with what is not well formed', async () => {
    await limit({ maxInquiriesPerHour: 4 });
    const agent = await buildUser(server.context, { role: 'agent' });
    const network = newNetwork();
    const wrong = () => inquire(agent.id, network, {}, { email: 'nobody' });
    expect(await repeat(6, wrong)).toEqual(Array(6).fill('invalid_input'));
    expect((await inquire(agent.id, network)).status).toBe(201);
  });

  test('gets no further by calling many times at once', async () => {
    await limit({ maxInquiriesPerHour: 12 });
    const agent = await buildUser(server.context, { role: 'agent' });
    const network = newNetwork();
    const answers = await Promise.all(Array.from({ length: 30 }, () => inquire(agent.id, network)));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken.length).toBeGreaterThanOrEqual(3);
    expect(taken.length).toBeLessThanOrEqual(6);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]));
    expect(await server.context.db.models.Inquiry.count({ where: { agent_id: agent.id } })).toBe(taken.length);
  });

  test('has bounds for each kind of action, and for each whom it is aimed at', async () => {
    await limit({
      maxConversationsPerHour: 20,
      maxMessagesPerHour: 4,
      maxReviewsPerHour: 4,
      maxViewingsPerHour: 4,
      maxExportsPerHour: 2,
      maxRegistrationsPerHour: 2,
      maxPasswordResetsPerHour: 4,
    });
    const agent = await enterOld({ role: 'agent' });
    const person = await enterOld();
    const property = await buildProperty(server.context, { agent_id: agent.id });
    const started = await person.post('/api/conversations', { agentId: agent.id, initialMessage: 'Hello' });
    const { conversation } = started.body.data;
    const say = () => person.post(`/api/conversations/${conversation.id}/messages`, { content: 'And' });
    expect(await repeat(2, say)).toEqual(['201', 'challenge_required']);
    const review = () =>
      person.post(`/api/agents/${agent.id}/reviews`, { rating: 4, comment: 'Quick to answer.' });
    expect((await repeat(2, review)).at(-1)).toBe('challenge_required');
    const starts_at = new Date(clock + 72 * HOUR).toISOString();
    const view = () => person.post('/api/viewings', { property_id: property.id, starts_at });
    expect((await repeat(2, view)).at(-1)).toBe('challenge_required');
    expect(await repeat(2, () => agent.get('/api/properties/my/export'))).toEqual(['200', 'challenge_required']);

    const network = newNetwork();
    const register = () => {
      networks += 1;
      const body = { name: 'New', email: `new${networks}@example.com`, password: 'long enough' };
      return server.request('POST', '/api/auth/register', { body, headers: from(network) });
    };
    expect(await repeat(2, register)).toEqual(['201', 'challenge_required']);
    const forget = () => {
      const body = { email: 'ghost@example.com' };
      return server.request('POST', '/api/auth/forgot-password', { body, headers: from(network) });
    };
    expect(await repeat(2, forget)).toEqual(['200', 'challenge_required']);
  });

  test('of many may still reach somebody whom all of them write to, after a challenge', async () => {
    await limit({ maxInquiriesPerHour: 4 });
    const agent = await buildUser(server.context, { role: 'agent' });
    const outcomes = await repeat(21, () => inquire(agent.id, newNetwork()));
    expect(outcomes).toEqual([...Array(20).fill('201'), 'challenge_required']);
    const network = newNetwork();
    const asked = await inquire(agent.id, network);
    expect((await inquire(agent.id, network, await solve(asked.body.challenge))).status).toBe(201);
    const other = await buildUser(server.context, { role: 'agent' });
    expect((await inquire(other.id, newNetwork())).status).toBe(201);
  });
});

describe('a challenge', () => {
  let agentId: number;
  let network: string;

  beforeEach(async () => {
    await limit({ maxInquiriesPerHour: 40, maxRegistrationsPerHour: 2 });
    agentId = (await buildUser(server.context, { role: 'agent' })).id;
    network = newNetwork();
    await repeat(10, () => inquire(agentId, network));
  });

  const refusal = { status: 429, body: { code: 'challenge_required', challenge: expect.any(Object) } };

  async function ask() {
    const { body } = await inquire(agentId, network);
    expect(body.code).toBe('challenge_required');
    return body.challenge;
  }

  test('is good once, also for two calls at the same moment', async () => {
    const solved = await solve(await ask());
    expect((await inquire(agentId, network, solved)).status).toBe(201);
    expect(await inquire(agentId, network, solved)).toMatchObject(refusal);
    const other = await solve(await ask());
    const both = await Promise.all([inquire(agentId, network, other), inquire(agentId, network, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 429]);
  });

  test('is good for its own kind of call, from anywhere', async () => {
    const register = (headers = {}) => {
      networks += 1;
      const body = { name: 'New', email: `newer${networks}@example.com`, password: 'long enough' };
      return server.request('POST', '/api/auth/register', {
        body,
        headers: { ...from(network), ...headers },
      });
    };
    expect((await register()).status).toBe(201);
    const forInquiries = await solve(await ask());
    expect(await register(forInquiries)).toMatchObject(refusal);
    expect((await inquire(agentId, network, forInquiries)).status).toBe(201);
  });

  test('is good for five minutes', async () => {
    const solved = await solve(await ask());
    clock += 5 * MINUTE;
    expect(await inquire(agentId, network, solved)).toMatchObject(refusal);
  });

  test('has to be ours, unchanged and solved', async () => {
    const challenge = await ask();
    const { 'x-challenge-solution': header = '' } = await solve(challenge);
    const { solution } = JSON.parse(Buffer.from(header, 'base64').toString());
    const changed = (parameters: object) =>
      solutionHeader({ ...challenge, parameters: { ...challenge.parameters, ...parameters } }, solution);
    const headers = [
      changed({ data: { ...challenge.parameters.data, expiresAt: clock + HOUR } }),
      changed({ cost: 1 }),
      changed({ keySignature: undefined }),
      solutionHeader({ ...challenge, signature: 'f'.repeat(64) }, solution),
      solutionHeader({ ...challenge, signature: undefined }, solution),
      solutionHeader(challenge, { ...solution, derivedKey: '00'.repeat(32) }),
      solutionHeader(challenge, { counter: -1, derivedKey: 'no hex' }),
      solutionHeader(challenge, null),
      { 'x-challenge-solution': 'nonsense' },
      { 'x-challenge-solution': 'A'.repeat(9_000) },
      { 'x-challenge-solution': Buffer.from('{"__proto__":{}}').toString('base64') },
    ];
    for (const given of headers) expect(await inquire(agentId, network, given)).toMatchObject(refusal);
    expect((await inquire(agentId, network, { 'x-challenge-solution': header })).status).toBe(201);
  });
});

describe('failed sign-ins', () => {
  test('of one address are bounded over all accounts; right ones use nothing up', async () => {
    await limit({ maxSignInFailuresPerAddress: 6, maxSignInFailuresPerAccount: 100 });
    const { email } = await buildUser(server.context);
    const network = newNetwork();
    expect(await repeat(8, () => login(email, TEST_PASSWORD, network))).toEqual(Array(8).fill('200'));
    const guess = (headers = {}) => {
      networks += 1;
      return login(`ghost${networks}@example.com`, 'wrong', network, headers);
    };
    expect(await repeat(4, guess)).toEqual([...Array(3).fill('invalid_credentials'), 'challenge_required']);
    for (let at = 0; at < 3; at += 1) {
      const { body } = await guess();
      expect(outcomeOf(await guess(await solve(body.challenge)))).toBe('invalid_credentials');
    }
    const refused = await guess();
    expect(refused.body.code).toBe('too_many_requests');
    expect(refused.headers.get('retry-after')).toBe('900');
    // Users who have signed in from there before still can.
    expect((await login(email, TEST_PASSWORD, network)).status).toBe(200);
    const { email: stranger } = await buildUser(server.context);
    expect(outcomeOf(await login(stranger, TEST_PASSWORD, network))).toBe('too_many_requests');
    clock += 15 * MINUTE;
    expect((await login(stranger, TEST_PASSWORD, network)).status).toBe(200);
  });

  test('for one account ask strangers for a challenge, never its owner, and tell nothing of who exists', async () => {
    await limit({ maxSignInFailuresPerAddress: 100, maxSignInFailuresPerAccount: 4 });
    const { email } = await buildUser(server.context);
    const home = newNetwork();
    expect((await login(email, TEST_PASSWORD, home)).status).toBe(200);
    const guessAt = (account: string) => () => login(account, 'wrong', newNetwork());
    const expected = [...Array(4).fill('invalid_credentials'), 'challenge_required'];
    expect(await repeat(5, guessAt(email))).toEqual(expected);
    expect(await repeat(5, guessAt('nobody.at.all@example.com'))).toEqual(expected);

    expect((await login(email, TEST_PASSWORD, home)).status).toBe(200);
    // The owner on the road solves one, and is at home there from now on.
    const road = newNetwork();
    const asked = await login(email, TEST_PASSWORD, road);
    expect(asked.body.code).toBe('challenge_required');
    expect((await login(email, TEST_PASSWORD, road, await solve(asked.body.challenge))).status).toBe(200);
    expect((await login(email, TEST_PASSWORD, road)).status).toBe(200);
    expect(outcomeOf(await login(email, 'wrong', home))).toBe('invalid_credentials');
  });

  test('of everybody together ask for a challenge and lock nobody out', async () => {
    await limit({
      maxSignInFailuresPerAddress: 100,
      maxSignInFailuresPerAccount: 100,
      maxSignInFailuresOverall: 3,
    });
    const { email } = await buildUser(server.context);
    for (let at = 0; at < 3; at += 1) await login(`crowd${at}@example.com`, 'wrong', newNetwork());
    const network = newNetwork();
    const asked = await login(email, TEST_PASSWORD, network);
    expect(asked.body.code).toBe('challenge_required');
    expect((await login(email, TEST_PASSWORD, network, await solve(asked.body.challenge))).status).toBe(200);
    await limit({ maxSignInFailuresOverall: 500 });
  });
});

test('counts whose time is over are deleted; the others and the secret stay', async () => {
  await limit({ maxInquiriesPerHour: 40 });
  const agent = await buildUser(server.context, { role: 'agent' });
  const { db, jobs } = server.context;
  const { ActionBudget } = db.models;
  await inquire(agent.id, newNetwork());
  // The agent's mails are counted as well, by the job that notifies the agent of the inquiry.
  await jobs.flush();
  expect(await ActionBudget.count()).toBe(4);
  clock += 30 * MINUTE;
  await inquire(agent.id, newNetwork());
  await jobs.flush();
  clock += 31 * MINUTE;
  await deleteOldData(server.context);
  expect(await ActionBudget.count()).toBe(2);
});

describe('pictures that take much to decode', () => {
  /** Fifty megapixels in all its frames; the first of them alone is drawn, so that the test is quick. */
  const animation = () => gifOfFrames(100, 100, 5_000);
  /** As many pixels in its head, and nothing behind it: to decode it would fail. */
  const headAlone = () => blackPng(7_000, 7_000).subarray(0, 60);

  async function upload({ token }: Person, network: string, bytes = animation()): Promise<TestAnswer> {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), 'plan.gif');
    const headers = { authorization: `Bearer ${token}`, ...from(network) };
    const answer = await fetch(`${server.url}/api/uploads`, { method: 'POST', body, headers });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }

  test('are refused of a new account after two, before they are decoded, until ten minutes are over', async () => {
    const ana = await enter(server, { isEmailVerified: false });
    const network = newNetwork();
    expect(await repeat(2, () => upload(ana, network))).toEqual(['201', '201']);
    const refused = await upload(ana, network, headAlone());
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(refused.body.error).toMatch(/^Too many large images in a short time\. .* in 10 minutes\.$/);
    expect(refused.headers.get('retry-after')).toBe('600');
    // From elsewhere too; small ones fit in the rest of the budget.
    expect((await upload(ana, newNetwork(), headAlone())).status).toBe(429);
    expect((await upload(ana, network, gifOfFrames(100, 100, 100))).status).toBe(201);
    clock += 10 * MINUTE;
    expect((await upload(ana, network, headAlone())).status).toBe(422);
    expect((await upload(ana, network)).status).toBe(201);
  });

  test('are taken of an agent with the photographs of two homes, and of others while they are few', async () => {
    const agent = await enter(server, { role: 'agent' });
    expect(new Set(await repeat(60, () => upload(agent, newNetwork())))).toEqual(new Set(['201']));
    expect((await upload(agent, newNetwork())).status).toBe(429);
    const ana = await enter(server);
    expect(new Set(await repeat(12, () => upload(ana, newNetwork())))).toEqual(new Set(['201']));
    expect((await upload(ana, newNetwork())).status).toBe(429);
  });

  test('count for the network of several accounts, and those that come at once together', async () => {
    const network = newNetwork();
    const newcomers = await enterAll(server, {
      one: { isEmailVerified: false },
      two: { isEmailVerified: false },
      three: { isEmailVerified: false },
      four: { isEmailVerified: false },
    });
    const people = [...Object.values(newcomers), ...Object.values(newcomers)];
    const answers = await Promise.all(people.map((person) => upload(person, network)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    const refused = people[answers.findIndex(({ status }) => status === 429)] ?? newcomers.one;
    expect((await upload(refused, newNetwork())).status).toBe(201);
  });

  test('count where a listing brings them, and a JPEG with the times that it goes over its pixels', async () => {
    const agent = await enter(server, { role: 'agent', isEmailVerified: false });
    const scans = Buffer.concat(Array.from({ length: 6_000 }, () => Buffer.from([0xff, 0xda, 0, 2])));
    const jpeg = await jpegWithComment('');
    // Six hundred times its 0.08 megapixels.
    const slow = Buffer.concat([jpeg.subarray(0, -2), scans, jpeg.subarray(-2)]);
    const draft = (...images: Buffer[]) => ({
      title: 'House with a garden',
      description: 'Quiet street.',
      price: 9_000_000,
      location: { address: '3 Maginhawa Street', city: 'Quezon City', province: 'Metro Manila' },
      details: { area_sqm: 120 },
      images: images.map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`),
    });
    // 46 megapixels each time, of 600.
    expect(new Set(await repeat(13, () => upload(agent, newNetwork(), slow)))).toEqual(new Set(['201']));
    const listed = await agent.post('/api/properties', draft(gifOfFrames(100, 100, 10)));
    expect([listed.status, listed.body.code]).toEqual([201, undefined]);
    const refused = await agent.post('/api/properties', draft(headAlone()));
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(await server.context.db.models.Property.count({ where: { agent_id: agent.id } })).toBe(1);
  });

  test('wait where an import names them, and leave half of the budget to who uploads meanwhile', async () => {
    const agent = await enter(server, { role: 'agent' });
    outside.pages.set('pictures.example/a.gif', (_request, response) => response.end(animation()));
    const images = ['http://pictures.example/a.gif'];
    const { id } = await buildProperty(server.context, { agent_id: agent.id, images });
    const stored = async () => (await server.context.db.models.Property.findByPk(id))?.images;
    await repeat(30, () => upload(agent, newNetwork()));
    await findOutsidePictures(server.context);
    await server.context.jobs.flush();
    expect(await stored()).toEqual(images);
    expect((await upload(agent, newNetwork())).status).toBe(201);
    clock += 9 * MINUTE;
    await server.context.jobs.flush();
    expect(await stored()).toEqual(images);
    clock += MINUTE;
    await server.context.jobs.flush();
    expect(await stored()).toEqual([expect.stringMatching(/^\/media\//)]);
  });
});

describe('ACTION_LIMITS=off', () => {
  test('switches the bounds off, not the lock-out', async () => {
    const free = await startTestServer({ data: 'empty', env: { hasActionLimits: false } });
    try {
      const agent = await buildUser(free.context, { role: 'agent' });
      const body = { name: 'Ana', email: 'ana@example.com', message: 'Hello' };
      const inquireFreely = () => free.request('POST', `/api/agents/${agent.id}/contact`, { body });
      expect(new Set(await repeat(80, inquireFreely))).toEqual(new Set(['201']));
      const guess = () =>
        free.request('POST', '/api/auth/login', { body: { email: agent.email, password: 'wrong' } });
      expect((await repeat(6, guess)).at(-1)).toBe('login_locked');
      expect(await free.context.db.models.ActionBudget.count()).toBe(0);
    } finally {
      await free.close();
    }
  });

  test('is refused in production; left out, they hold', () => {
    expect(() => readEnv({ ACTION_LIMITS: 'off', NODE_ENV: 'production' })).toThrow(EnvironmentError);
    expect(() => readEnv({ ACTION_LIMITS: 'no' })).toThrow('ACTION_LIMITS must be on or off.');
    expect(readEnv({ RATE_LIMIT_PER_MINUTE: '0' }).hasActionLimits).toBe(true);
    expect(readEnv({ NODE_ENV: 'production' }).hasActionLimits).toBe(true);
    expect(readEnv({ ACTION_LIMITS: 'off' }).hasActionLimits).toBe(false);
  });
});

test.runIf(inject('postgresUrl'))('two servers count together, and take each other’s challenges', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-second-'));
  const env = testEnv(folder, server.context.env.databaseUrl, { hasActionLimits: true, trustProxy: 1 });
  const other = await openApp(env, () => new Date(clock));
  try {
    await limit({ maxInquiriesPerHour: 8 });
    await other.app.context.systemSettings.reload();
    const agent = await buildUser(server.context, { role: 'agent' });
    const network = newNetwork();
    const inquireThere = async (headers = {}) => {
      const answer = await fetch(`${other.url}/api/agents/${agent.id}/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...from(network), ...headers },
        body: JSON.stringify({ name: 'Ana', email: 'ana@example.com', message: 'Hello' }),
      });
      return answer.status;
    };
    expect((await inquire(agent.id, network)).status).toBe(201);
    expect(await inquireThere()).toBe(201);
    const asked = await inquire(agent.id, network);
    expect(asked.body.code).toBe('challenge_required');
    const solved = await solve(asked.body.challenge);
    expect(await inquireThere(solved)).toBe(201);
    expect((await inquire(agent.id, network, solved)).status).toBe(429);
  } finally {
    await other.app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
