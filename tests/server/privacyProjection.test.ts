import { afterAll, expect, test } from 'vitest';
import type { Call } from '#shared/contracts/common.ts';
import type { AccessTable, Caller } from '#tests/support/accessMatrix.ts';
import { adminAccess } from '#tests/support/accessMatrixAdmin.ts';
import { listingAccess } from '#tests/support/accessMatrixListings.ts';
import { peopleAccess } from '#tests/support/accessMatrixPeople.ts';
import { buildScene, type Cast } from '#tests/support/accessMatrixScene.ts';
import { sendCall } from '#tests/support/accessMatrixSending.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startSmtp } from '#tests/support/smtp.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer } from '#tests/support/testServer.ts';

const smtp = await startSmtp();
const server = await startTestServer({ data: 'empty', env: { smtpUrl: smtp.url } });
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const table: AccessTable = { ...listingAccess, ...peopleAccess, ...adminAccess };
const nameOf = ({ method, path }: Call) => `${method.toUpperCase()} ${path}`;

/** Unlike all other values in the database. */
const NAME = 'Perpetua Quimbayanon';
const EMAIL = 'perpetua.quimbayanon@example.com';
const PHONE = '+63 917 777 4242';
const marks = { name: 'Quimbayanon', email: EMAIL, phone: '917 777 4242' };

/** The person's data in a text. The lines of a calendar's file are folded, in the middle of a word too. */
const marksIn = (text: string) => {
  const unfolded = text.replaceAll('\\r\\n ', '').toLowerCase();
  return Object.entries(marks)
    .filter(([, mark]) => unfolded.includes(mark.toLowerCase()))
    .map(([kind]) => kind);
};

/** The agent whom the person wrote to, met and asked: the person gave their name. */
const turnedTo: Record<string, string> = {
  'GET /api/agents/{id}/contacts': 'the form the person filled in',
  'GET /api/agents/clients': 'an agent’s list of those who turned to them',
  'GET /api/agents/clients/{key}': 'the same, one of them',
  'GET /api/desk/queue': 'those who turned to the agent',
  'GET /api/desk/clients/{id}': 'the same, one of them',
  'GET /api/desk/clients/{id}/timeline': 'what was said between both',
  'GET /api/conversations': 'the other side of a conversation',
  'GET /api/conversations/{id}': 'the other side of a conversation',
  'GET /api/conversations/{id}/messages': 'who wrote each',
  'GET /api/viewings': 'whom the agent is to meet',
  'GET /api/viewings/{id}': 'whom the agent is to meet',
  'GET /api/viewings/{id}/calendar': 'whom the agent is to meet',
  'GET /api/notifications': 'the inquiry’s notice names its sender',
  'GET /api/privacy/data': 'the correspondence of the agent: an inquiry and its notice, by the name',
};

/** The data that an admin administers. */
const administered: Record<string, string> = {
  'GET /api/admin/users': 'accounts',
  'GET /api/admin/users/export': 'accounts',
  'GET /api/admin/conversations': 'who talks to whom',
  'GET /api/admin/conversations/export': 'who talks to whom',
  'GET /api/admin/conversations/{id}': 'read with a reason, which is recorded',
  'GET /api/admin/reviews': 'whose review is to be decided on',
  'GET /api/admin/reports': 'who reported a listing',
  'GET /api/admin/erasure-requests': 'whose request is to be decided',
  'GET /api/agents/{id}/reviews': 'admins see who wrote a review',
  'GET /api/notifications': 'the request for erasure',
  'GET /api/privacy/data': 'the notice of the request for erasure, by the name',
};

const allowed = (caller: Caller, name: string): boolean =>
  (caller === 'agent' && name in turnedTo) || (caller === 'admin' && name in administered);

test('a private person is named to nobody but those they turned to', async () => {
  const cast: Cast = {
    user: await enter(server, { name: NAME, email: EMAIL, phone: PHONE }),
    applicant: await enter(server, { application: 'pending' }),
    agent: await enter(server, { role: 'agent' }),
    otherAgent: await enter(server, { role: 'agent' }),
    admin: await enter(server, { role: 'admin' }),
    moderator: await enter(server, { role: 'admin', adminRole: 'moderator' }),
    support: await enter(server, { role: 'admin', adminRole: 'support' }),
    auditor: await enter(server, { role: 'admin', adminRole: 'auditor' }),
  };
  const { user, agent, otherAgent, admin, applicant } = cast;
  const others: [Caller, Person][] = [
    ['applicant', applicant],
    ['agent', agent],
    ['otherAgent', otherAgent],
    ['admin', admin],
  ];
  const heard = new Map<Caller, unknown[]>();
  const sockets = await Promise.all(
    others.map(async ([caller, { token }]) => {
      const { socket, close } = await openSocket(server.url, token);
      const events: unknown[] = [];
      socket.onAny((...event: unknown[]) => events.push(event));
      heard.set(caller, events);
      return close;
    }),
  );

  await user.put('/api/settings', {
    privacy: { profileVisibility: 'private', showEmail: true, showPhone: true },
  });
  const { id: listing } = await buildProperty(server.context, { agent_id: agent.id });
  const inquiry = { name: NAME, email: EMAIL, phone: PHONE, message: 'Is it free?' };
  const started = { agentId: agent.id, subject: 'The loft', initialMessage: 'Is it free?' };
  const starts_at = new Date(server.context.now().getTime() + 48 * 3_600_000).toISOString();
  const acts: [path: string, body: object | undefined][] = [
    [`/api/agents/${agent.id}/reviews`, { rating: 4, comment: 'Quick' }],
    [`/api/agents/${otherAgent.id}/reviews`, { rating: 3, comment: 'Slow' }],
    [`/api/agents/${agent.id}/contact`, inquiry],
    ['/api/conversations', started],
    ['/api/viewings', { property_id: listing, starts_at }],
    [`/api/properties/${listing}/reports`, { reason: 'scam', details: 'Odd' }],
    ['/api/privacy/erasure', { password: TEST_PASSWORD }],
  ];
  for (const [path, body] of acts) expect((await user.post(path, body)).status, path).toBeLessThan(300);
  await server.request('POST', `/api/favorites/${listing}`, { token: user.token });
  await admin.put(`/api/admin/users/${user.id}/status`, { status: 'active' });
  await server.context.jobs.flush();

  const found: string[] = [];
  const needed = new Set<string>();
  let answered = 0;
  for (const call of server.routes.calls.filter(({ method }) => method === 'get'))
    for (const expected of table[nameOf(call)] ?? [])
      for (const caller of ['anonymous', ...others.map(([name]) => name)] as const) {
        if (expected.answers[caller] !== 200 || caller === 'user') continue;
        const sent = await expected.send(buildScene(server, cast));
        // The one place where a page is about a person: each agent's reviews.
        const isOfReviews = call.path === '/api/agents/{id}/reviews';
        for (const id of isOfReviews ? [agent.id, otherAgent.id] : [null]) {
          const asked = id === null ? sent : { ...sent, params: { id } };
          const token = caller === 'anonymous' ? undefined : cast[caller].token;
          const { status, body } = await sendCall(server, call, asked, token);
          if (status !== 200) continue;
          answered += 1;
          const seen = marksIn(typeof body === 'string' ? body : JSON.stringify(body));
          if (seen.length > 0 && allowed(caller, nameOf(call))) needed.add(`${caller}, ${nameOf(call)}`);
          else if (seen.length > 0) found.push(`${caller}, ${nameOf(call)}: ${seen.join(', ')}`);
        }
      }
  expect(found).toEqual([]);
  const listed = [
    ...Object.keys(turnedTo).map((name) => `agent, ${name}`),
    ...Object.keys(administered).map((name) => `admin, ${name}`),
  ];
  expect(
    listed.filter((name) => !needed.has(name)),
    'allowed without need',
  ).toEqual([]);
  expect(answered).toBeGreaterThan(100);

  // Searched by name; the answer repeats no words of the search.
  for (const [caller, { get }] of others) {
    const { body } = await get('/api/search?q=Quimbayanon');
    const isFound = marksIn(JSON.stringify(body)).length > 0;
    expect(isFound, caller).toBe(caller === 'agent' || caller === 'admin');
  }

  // Own data of the agents, by kind: contact data of others is not theirs to carry away.
  for (const person of [agent, otherAgent, admin]) {
    const { body } = await person.get('/api/privacy/data');
    const seen = marksIn(JSON.stringify(body));
    expect(seen, person.user.role).not.toContain('email');
    expect(seen, person.user.role).not.toContain('phone');
  }

  const bell = async ({ get }: Person) => JSON.stringify((await get('/api/notifications')).body);
  expect(await bell(otherAgent)).toContain('New Review');
  expect(marksIn(await bell(otherAgent))).toEqual([]);
  // To the agent they wrote to, the notice of the review does not name them either.
  const reviewOf = (text: string) => text.match(/[^"]*gave you[^"]*/g)?.join() ?? '';
  expect(reviewOf(await bell(agent))).not.toBe('');
  expect(marksIn(reviewOf(await bell(agent)))).toEqual([]);

  await expect.poll(() => JSON.stringify(heard.get('otherAgent')), { timeout: 5_000 }).toContain('New Review');
  for (const caller of ['applicant', 'otherAgent'] as const)
    expect(marksIn(JSON.stringify(heard.get(caller))), `events of ${caller}`).toEqual([]);
  expect(marksIn(reviewOf(JSON.stringify(heard.get('agent'))))).toEqual([]);

  const mailsTo = ({ user: { email } }: Person) =>
    smtp.mails.filter(({ to }) => to.includes(email)).map(({ raw }) => raw.replaceAll('=\r\n', ''));
  await expect.poll(() => mailsTo(otherAgent).join('\n'), { timeout: 5_000 }).toContain('New Review');
  expect(marksIn(mailsTo(otherAgent).join('\n'))).toEqual([]);
  expect(marksIn(mailsTo(applicant).join('\n'))).toEqual([]);
  expect(
    marksIn(
      mailsTo(agent)
        .filter((raw) => raw.includes('New Review'))
        .join('\n'),
    ),
  ).toEqual([]);
  for (const close of sockets) close();
});

test('an agent’s contact address stands wherever the public would see the sign-in address', async () => {
  // Another one at a second try.
  const signIn = `sign-in.of.an.agent.${Date.now()}@example.com`;
  const agent = await enter(server, { role: 'agent', email: signIn });
  const client = await enter(server);
  const { id: listing } = await buildProperty(server.context, { agent_id: agent.id });
  const profile = await agent.put('/api/auth/profile', { contact_email: ' Office@Example.com ' });
  expect(profile.body.data).toMatchObject({ email: signIn, contact_email: 'office@example.com' });
  for (const bad of ['no address', 'a@b', 1])
    expect((await agent.put('/api/auth/profile', { contact_email: bad })).status).toBe(400);
  const talk = { agentId: agent.id, subject: 'Hello', initialMessage: 'Hello' };
  const { body } = await client.post('/api/conversations', talk);
  const starts_at = new Date(server.context.now().getTime() + 72 * 3_600_000).toISOString();
  expect((await client.post('/api/viewings', { property_id: listing, starts_at })).status).toBe(201);
  const asked = { name: 'Ben', email: 'ben@example.com', message: 'Free?' };
  const inquiry = await server.request('POST', `/api/agents/${agent.id}/contact`, { body: asked });
  const reply = { message: 'It is', replyMethod: 'email' };
  await agent.post(`/api/agents/${agent.id}/contacts/${inquiry.body.data.id}/reply`, reply);

  // Lists requested for the first time: a requested list is cached for a second, and these people were made
  // without a call.
  const limit = 50 + (agent.id % 50);
  const shown = [
    ...[`/api/agents?limit=${limit}`, `/api/agents/${agent.id}`],
    ...[`/api/properties?limit=${limit}`, `/api/properties/${listing}`],
    ...[`/api/properties/by-ids?ids=${listing}`, `/api/agents/${agent.id}/properties`],
    ...['/api/conversations', `/api/conversations/${body.data.conversation.id}`, '/api/viewings'],
  ];
  for (const path of shown) {
    const answer = await client.get(path);
    if (answer.status === 404) continue;
    const text = JSON.stringify(answer.body);
    expect(text, path).not.toContain(signIn);
    expect(text, path).toContain('office@example.com');
  }
  await expect.poll(() => smtp.mails.find(({ to }) => to.includes('ben@example.com'))?.raw).toBeTruthy();
  const mail = smtp.mails.find(({ to }) => to.includes('ben@example.com'))?.raw;
  expect(mail).toContain('Reply-To: office@example.com');
  expect(mail).not.toContain(signIn);

  // A user who is no agent has none; blank removes it.
  expect(
    (await client.put('/api/auth/profile', { contact_email: 'x@example.com' })).body.data.contact_email,
  ).toBeNull();
  expect((await agent.put('/api/auth/profile', { contact_email: '' })).body.data.contact_email).toBeNull();
  expect((await client.get(`/api/agents/${agent.id}`)).body.data.email).toBe(signIn);
});
