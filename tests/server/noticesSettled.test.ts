// @databases both

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notification } from '#shared/contracts/notifications.ts';
import { type DeskActs, deskActs } from '#tests/support/deskScene.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { signIn } from '#tests/support/factories/users.ts';
import { enter, type Person, personOf } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
const start = Date.now() + HOUR;

let server: TestServer;
let acts: DeskActs;
let clock = start;
let agent: Person;
let ana: Person;

beforeAll(async () => {
  server = await startTestServer({
    data: 'empty',
    now: () => new Date(clock),
    env: { hasActionLimits: false, stepUpAfterLoginMinutes: 1_000_000 },
  });
  acts = deskActs(server);
});

afterAll(() => server.close());

beforeEach(async () => {
  clock = start;
  agent = await enter(server, { role: 'agent', name: 'Agnes Agent' });
  ana = await enter(server, { name: 'Ana Reyes' });
});

const noticesOf = async (person: Person) => {
  await server.context.jobs.flush();
  return (await person.get('/api/notifications')).body.data as Notification[];
};
const unreadOf = async (person: Person) =>
  (await noticesOf(person)).flatMap(({ read, title }) => (read ? [] : title)).toSorted();
const rowOf = async (person: Person, of = agent) => {
  const row = (await acts.queue(of)).rows.find(({ user_id }) => user_id === person.id);
  if (!row) throw new Error('They are not in the queue');
  return row;
};
const mailsTo = async ({ user }: Person) => {
  await server.context.jobs.flush();
  return server.context.db.models.OutgoingMail.findAll({ where: { recipient: user.email }, order: ['id'] });
};
const statusOf = (inquiryId: number, status: string) =>
  agent.put(`/api/agents/${agent.id}/contacts/${inquiryId}`, { status });
const answerOnDesk = async (channel: string) =>
  agent.post(`/api/desk/clients/${(await rowOf(ana)).id}/replies`, {
    channel,
    content: 'It is free.',
    client_id: `settled-${channel}-${agent.id}`,
  });

describe('what was dealt with is read in the bell', () => {
  test.each<[how: string, settle: (inquiryId: number) => Promise<unknown>]>([
    ['answered in the dashboard', (id) => acts.reply(agent, id)],
    ['answered by chat on the Desk', () => answerOnDesk('chat')],
    ['answered by mail on the Desk', () => answerOnDesk('email')],
    ['marked as read', (id) => statusOf(id, 'read')],
    ['closed', (id) => statusOf(id, 'closed')],
    ['done on the Desk', async () => acts.change(agent, (await rowOf(ana)).id, { done: true })],
  ])('an inquiry that is %s, in every window', async (_how, settle) => {
    const id = await acts.ask(agent, ana);
    const [notice] = await noticesOf(agent);
    expect(await unreadOf(agent)).toEqual(['New Inquiry']);
    const socket = await openSocket(server.url, agent.token);
    await settle(id);
    expect(await unreadOf(agent)).toEqual([]);
    expect(await socket.waitFor('notifications_read')).toEqual([{ ids: [notice?.id] }]);
    socket.close();
    expect((await agent.get('/api/notifications/counts')).body.data).toEqual({ all: 1, unread: 0 });
  });

  test('an inquiry that is opened again stays read, and an answer before the notice leaves none', async () => {
    const id = await acts.ask(agent, ana);
    expect(await unreadOf(agent)).toEqual(['New Inquiry']);
    await statusOf(id, 'closed');
    await statusOf(id, 'new');
    expect(await unreadOf(agent)).toEqual([]);
    await statusOf(id, 'read');
    const { db, jobs } = server.context;
    await db.transaction(() => jobs.add('inquiryNotice', { inquiryId: id }));
    expect(await noticesOf(agent)).toHaveLength(1);
  });

  test("'Done' reads the client's messages too, and every notice about the client", async () => {
    await acts.ask(agent, ana);
    const conversationId = await acts.chat(agent, ana);
    await acts.review(agent, ana);
    expect(await unreadOf(agent)).toEqual(['New Inquiry', 'New Message', 'New Review']);
    const { id } = await rowOf(ana);
    const unreadMessages = async () =>
      (await agent.get(`/api/conversations/${conversationId}`)).body.data.unread_count;
    expect(await unreadMessages()).toBe(1);
    await acts.change(agent, id, { done: true });
    expect(await unreadOf(agent)).toEqual([]);
    expect(await unreadMessages()).toBe(0);
  });

  test('the end of a snooze, once the client is answered or snoozed again', async () => {
    await acts.chat(agent, ana);
    const { id } = await rowOf(ana);
    const snooze = () =>
      acts.change(agent, id, { snoozed_until: new Date(clock + HOUR).toISOString(), done: undefined });
    const returns = async () => {
      await snooze();
      clock += 2 * HOUR;
      await acts.queue(agent);
      return (await unreadOf(agent)).filter((title) => title === 'Back in Your Queue');
    };
    expect(await returns()).toHaveLength(1);
    await snooze();
    expect(await unreadOf(agent)).not.toContain('Back in Your Queue');
    expect(await returns()).toHaveLength(1);
    await answerOnDesk('chat');
    expect(await unreadOf(agent)).not.toContain('Back in Your Queue');
  });

  test.each(['accepted', 'declined', 'withdrawn'] as const)(
    'an invitation to an office that is %s',
    async (answer) => {
      const boss = await enter(server, { role: 'agent', name: 'Bea Manager' });
      await boss.post('/api/office', { name: 'Reyes Realty', license_number: 'PRC 0012345' });
      await boss.post('/api/office/invitations', { email: agent.user.email });
      expect(await unreadOf(agent)).toEqual(['Invitation to an Office']);
      const [invitation] = (await agent.get('/api/office')).body.data.invitations_to_me;
      const path = `/api/office/invitations/${invitation.id}`;
      const { status } =
        answer === 'withdrawn'
          ? await server.request('DELETE', path, { token: boss.token })
          : await agent.put(path, { answer });
      expect(status).toBe(200);
      expect(await unreadOf(agent)).toEqual([]);
    },
  );

  test('a review that is answered, and for both sides one that is removed', async () => {
    const admin = await enter(server, { role: 'admin' });
    const id = await acts.review(agent, ana);
    expect(await unreadOf(agent)).toEqual(['New Review']);
    await agent.put(`/api/agents/${agent.id}/reviews/${id}/answer`, { answer: 'Thank you' });
    expect(await unreadOf(agent)).toEqual([]);
    expect(await unreadOf(ana)).toEqual(['Your Review Was Answered']);
    await server.request('DELETE', `/api/admin/reviews/${id}`, {
      token: admin.token,
      body: { reason: 'Invented' },
    });
    expect(await unreadOf(ana)).toEqual(['Review Removed']);
  });

  test('a report and an application, for every administrator', async () => {
    const [admin, other] = [await enter(server, { role: 'admin' }), await enter(server, { role: 'admin' })];
    const listing = await buildProperty(server.context, { agent_id: agent.id });
    await ana.post(`/api/properties/${listing.id}/reports`, { reason: 'scam' });
    await ana.post('/api/agents/apply', { license_number: 'PRC 0012345' });
    for (const one of [admin, other])
      expect(await unreadOf(one)).toEqual(['Listing Reported', 'New Agent Application']);
    const [report] = (await admin.get('/api/admin/reports?status=open')).body.data.reports;
    expect((await admin.put(`/api/admin/reports/${report.id}`, { decision: 'dismiss' })).status).toBe(200);
    for (const one of [admin, other]) expect(await unreadOf(one)).toEqual(['New Agent Application']);
    const { status } = await admin.put(`/api/admin/agents/${ana.id}/reject`, { reason: 'No license' });
    expect(status).toBe(200);
    for (const one of [admin, other]) expect(await unreadOf(one)).toEqual([]);
  });

  test('a viewing, on the side that decided about it', async () => {
    const id = await acts.visit(agent, ana, 100);
    expect(await noticesOf(agent)).toMatchObject([{ title: 'Viewing Requested', concerns: 'Ana Reyes' }]);
    await acts.decide(agent, id, 'confirmed');
    expect([await unreadOf(agent), await unreadOf(ana)]).toEqual([[], ['Viewing Confirmed']]);
    await acts.decide(ana, id, 'cancelled');
    expect([await unreadOf(agent), await unreadOf(ana)]).toEqual([['Viewing Cancelled'], []]);
  });

  test('a step of a viewing that a later one makes void, which no mail names later', async () => {
    const id = await acts.visit(agent, ana, 100);
    for (const hours of [101, 102]) {
      clock += 1_000;
      await acts.decide(agent, id, 'proposed', hours);
      expect(await unreadOf(ana)).toEqual(['New Time Proposed']);
    }
    await acts.decide(agent, id, 'declined');
    expect(await unreadOf(ana)).toEqual(['Viewing Declined']);
    clock += HOUR;
    const subjects = (await mailsTo(ana)).map(({ subject }) => subject.split(':')[0]);
    expect(subjects).toEqual(['New Time Proposed', 'Viewing Declined']);
  });

  test('one that is pressed in another window', async () => {
    await acts.ask(agent, ana);
    const [notice] = await noticesOf(agent);
    const socket = await openSocket(server.url, agent.token);
    await agent.put(`/api/notifications/${notice?.id}/read`);
    expect(await socket.waitFor('notifications_read')).toEqual([{ ids: [notice?.id] }]);
    socket.close();
  });
});

describe('who it comes from', () => {
  test('stands in the bell and in the mail, with the listing; an inquiry can be answered by mail', async () => {
    const { id: property_id } = await buildProperty(server.context, {
      agent_id: agent.id,
      title: 'Loft in Poblacion',
    });
    await acts.ask(agent, ana, { property_id, message: 'Is it free?' });
    await acts.chat(agent, ana, 'May I come by?', property_id);
    const concerns = 'Ana Reyes · Loft in Poblacion';
    expect(await noticesOf(agent)).toMatchObject([
      { title: 'New Message', message: 'May I come by?', concerns },
      { title: 'New Inquiry', message: 'Is it free?', concerns },
    ]);
    const mails = await mailsTo(agent);
    expect(mails.map(({ subject, reply_to }) => [subject, reply_to])).toEqual([
      [`New Inquiry: ${concerns} – Silong`, ana.user.email],
      [`New Message: ${concerns} – Silong`, null],
    ]);
    for (const { text } of mails) expect(text).toContain(`Hello Agnes,\n\n${concerns}\n\n`);
  });

  test.each([
    ['Maria Santos', 'Maria'],
    ['Maria', 'Maria'],
    ['Atty. Maria Santos', 'Atty. Maria Santos'],
    ['J. Rizal', 'J. Rizal'],
    ['Santos, Maria', 'Santos, Maria'],
  ])('%s is greeted as %s', async (name, greeted) => {
    const person = await enter(server, { name, role: 'agent' });
    await acts.ask(person, ana);
    const [mail] = await mailsTo(person);
    expect(mail?.text).toContain(`Hello ${greeted},\n`);
  });
});

describe('a mail about messages', () => {
  const quoted = async () => (await mailsTo(ana)).map(({ text }) => text.match(/Message \d+/g) ?? []);
  const say = async (conversationId: number, minute: number) => {
    clock = start + minute * MINUTE;
    await acts.say(await signedIn(), conversationId, `Message ${minute}`);
    await server.context.jobs.flush();
  };
  /** The agent, whose session of an earlier week is over. */
  const signedIn = async () => personOf(server, agent.user, await signIn(server.context, agent.user));

  test('comes again after half an hour with all that is unread, and at once a week later', async () => {
    const id = await acts.chat(agent, ana);
    for (const minute of [1, 2, 10]) await say(id, minute);
    expect(await quoted()).toEqual([['Message 1']]);
    clock = start + 31 * MINUTE;
    expect(await quoted()).toEqual([['Message 1']]);
    clock = start + 33 * MINUTE;
    expect(await quoted()).toEqual([['Message 1'], ['Message 2', 'Message 10']]);
    clock = start + 3 * HOUR;
    expect(await quoted()).toHaveLength(2);
    await say(id, WEEK / MINUTE);
    expect(await quoted()).toEqual([['Message 1'], ['Message 2', 'Message 10'], ['Message 10080']]);
  });

  test('is not sent later for what was read meanwhile, and comes later after a visit', async () => {
    const id = await acts.chat(agent, ana);
    await say(id, 1);
    await say(id, 10);
    await ana.put(`/api/conversations/${id}/read`);
    await server.context.jobs.flush();
    clock = start + 39 * MINUTE;
    expect(await quoted()).toEqual([['Message 1']]);
    // A person who read the last one may still be there.
    await say(id, 39);
    expect(await quoted()).toEqual([['Message 1']]);
    clock = start + 70 * MINUTE;
    expect(await quoted()).toEqual([['Message 1'], ['Message 39']]);
  });
});

test('many proposals in a row are one notice, one mail, and one later mail with the latest', async () => {
  const id = await acts.visit(agent, ana, 100);
  for (const hours of [101, 102, 103, 104]) {
    clock += 1_000;
    await acts.decide(agent, id, 'proposed', hours);
    await server.context.jobs.flush();
  }
  const proposals = async () =>
    (await mailsTo(ana)).filter(({ subject }) => subject.startsWith('New Time Proposed'));
  const [notice, ...others] = await noticesOf(ana);
  expect([notice?.title, others]).toEqual(['New Time Proposed', []]);
  expect(await proposals()).toHaveLength(1);
  clock += 31 * MINUTE;
  const [, mail, ...more] = await proposals();
  expect(more).toEqual([]);
  expect(mail?.text).toContain(notice?.message);
});

describe('a mail keeps what was typed', () => {
  const typed = ['Good day!', '', 'Please bring:', '- proof of income', '  - two of them', '- a valid ID'];

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('lines, lists and the quoted question, with %s', async (_name, lineEnd) => {
    const inquiry = await acts.ask(agent, ana, {
      message: ['What do I bring?', 'And <b>when</b>?'].join(lineEnd),
    });
    await acts.reply(agent, inquiry, 'email', typed.join(lineEnd));
    const [mail] = await mailsTo(ana);
    expect(mail?.text).toContain(typed.join('\n'));
    expect(mail?.text).toContain('You wrote:\n> What do I bring?\n> And <b>when</b>?\n');
    expect(mail?.html).toContain(
      'Please bring:<br>- proof of income<br>&nbsp;&nbsp;- two of them<br>- a valid ID</p>',
    );
    expect(mail?.html).toContain('What do I bring?<br>And &lt;b&gt;when&lt;/b&gt;?</blockquote>');
  });

  test('of the agent and about the listing', async () => {
    const { id: property_id } = await buildProperty(server.context, {
      agent_id: agent.id,
      title: 'Loft in Poblacion',
    });
    await acts.reply(agent, await acts.ask(agent, ana, { property_id }));
    const [mail] = await mailsTo(ana);
    expect(mail).toMatchObject({
      subject: 'Agnes Agent answered your inquiry about Loft in Poblacion',
      reply_to: agent.user.email,
    });
    expect(mail?.text).toContain('Hello Ana,\n\nIt is free.\n\n— Agnes Agent\n');
  });
});
