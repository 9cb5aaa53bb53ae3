// @databases both

import { randomUUID } from 'node:crypto';
import { createTransport, type SendMailOptions } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskRow, TimelineEntry } from '#shared/contracts/desk.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { SlotOffer, Viewing, ViewingStory } from '#shared/contracts/viewings.ts';
import { readDemoPicture } from '#tests/support/demoPictures.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
let now = new Date('2026-03-18T04:00:00.000Z');
const at = (hours: number) => new Date(Date.parse('2026-03-18T04:00:00.000Z') + hours * HOUR).toISOString();
const ANA = 'ana@people.example';
const TITLE = 'Loft in Poblacion';

let smtp: TestSmtp;
let server: TestServer;
let agent: Person;
let propertyId: number;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startTestServer({
    data: 'empty',
    now: () => now,
    env: { smtpUrl: smtp.url, inbound: { address: 'reply@in.homes.example', smtpPort: 0, token: undefined } },
  });
  agent = await enter(server, { role: 'agent', name: 'Marco Lim', email: 'marco@agents.example' });
  propertyId = (await buildProperty(server.context, { agent_id: agent.id, title: TITLE })).id;
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

/** The clock goes on by a minute, and all work of the server is done. */
async function settle() {
  now = new Date(now.getTime() + 60_000);
  await server.context.jobs.flush();
  await server.context.jobs.flush();
}

/** The latest mail to a person, as a mail program reads it. */
async function mailTo(address: string): Promise<Email> {
  const mail = smtp.mails.findLast(({ to }) => to.includes(address));
  if (!mail) throw new Error(`No mail came to ${address}`);
  return PostalMime.parse(mail.raw);
}

async function answerByMail(mail: SendMailOptions) {
  const transport = createTransport({ host: '127.0.0.1', port: server.inboundPort, secure: false });
  await transport.sendMail({ from: `Ana Reyes <${ANA}>`, ...mail });
  transport.close();
}

const row = async (): Promise<DeskRow> => {
  const { rows } = (await agent.get('/api/desk/queue?view=all')).body.data as { rows: DeskRow[] };
  expect(rows).toHaveLength(1);
  return rows[0] as DeskRow;
};
const timeline = async () =>
  (await agent.get(`/api/desk/clients/${(await row()).id}/timeline`)).body.data.entries as TimelineEntry[];
const bell = async () => (await agent.get('/api/notifications')).body.data as Notification[];
const guest = async (method: string, token: string, body?: object) =>
  (await server.request(method, `/api/slots/${token}`, body ? { body } : {})).body.data as SlotOffer;
const ownViewing = async () => ((await agent.get('/api/viewings')).body.data as Viewing[])[0] as Viewing;
const story = async () => (await agent.get(`/api/viewings/${(await ownViewing()).id}`)).body.data as ViewingStory;

/** Sequence, method, status and begin of a calendar file. */
const calendarFacts = (file: string) =>
  ['SEQUENCE', 'METHOD', 'STATUS', 'DTSTART'].map(
    (name) => file.match(new RegExp(`^${name}[^:\r\n]*:(\\S+)`, 'm'))?.[1],
  );

/** Both sides see the same time and state, and their calendar files say the same. */
async function expectAgreement(token: string, expected: Pick<Viewing, 'status' | 'starts_at'>, file: string[]) {
  const start = expected.starts_at.replace(/[-:]|\.000/g, '');
  expect(await ownViewing()).toMatchObject(expected);
  expect((await guest('GET', token)).viewing).toMatchObject(expected);
  const own = (await agent.get(`/api/viewings/${(await ownViewing()).id}/calendar`)).body.data.file as string;
  const theirs = (await server.request('GET', `/api/slots/${token}/calendar`)).body.data.file as string;
  expect(calendarFacts(own)).toEqual([...file, start]);
  expect(calendarFacts(theirs)).toEqual([...file, start]);
  const entry = (await timeline()).find((each) => each.kind === 'viewing');
  expect(entry).toMatchObject({ viewing: expected });
}

test('a visitor without an account asks by the form, answers by mail with a photo, picks and moves a time, and learns that the listing is gone', async () => {
  // The form.
  const asked = await server.request('POST', `/api/agents/${agent.id}/contact`, {
    body: { name: 'Ana Reyes', email: ANA, message: 'May we see the loft?', property_id: propertyId },
  });
  expect(asked.status).toBe(201);
  await settle();
  expect(await row()).toMatchObject({ name: 'Ana Reyes', waiting_for: 'inquiry' });
  expect((await bell())[0]).toMatchObject({ concerns: expect.stringContaining('Ana Reyes'), read: false });
  const toAgent = await mailTo(agent.user.email);
  expect(`${toAgent.subject} ${toAgent.text}`).toMatch(
    /Ana Reyes[\s\S]*Loft in Poblacion|Loft in Poblacion[\s\S]*Ana Reyes/,
  );
  expect(toAgent.text).toContain('May we see the loft?');

  // The agent's answer, from the Desk by mail.
  const { id: clientId } = await row();
  const reply = (content: string) =>
    agent.post(`/api/desk/clients/${clientId}/replies`, {
      channel: 'email',
      inquiry_id: asked.body.data.id,
      content,
      client_id: randomUUID(),
    });
  expect((await reply('Yes, with pleasure.\n\n- bring an ID\n- park in the back')).status).toBe(201);
  await settle();
  expect((await row()).waiting_for).toBeNull();
  expect((await bell()).every(({ read }) => read)).toBe(true);
  const answer = await mailTo(ANA);
  expect(answer.text).toContain('- bring an ID\n- park in the back');
  const [back] = answer.replyTo ?? [];
  expect(back?.address).toMatch(/^reply\+[\w.-]+@in\.homes\.example$/);

  // Ana's answer, by mail, with a photo.
  await answerByMail({
    to: back?.address,
    subject: `Re: ${answer.subject}`,
    inReplyTo: answer.messageId,
    text: `This is our sofa. Will it fit?\n\nOn Wed, Mar 18, 2026 Marco Lim wrote:\n> Yes, with pleasure.\n`,
    attachments: [{ filename: 'sofa.jpg', content: await readDemoPicture('facade', 0) }],
  });
  await settle();
  expect(await row()).toMatchObject({ waiting_for: expect.any(String) });
  const said = (await timeline()).filter((entry) => JSON.stringify(entry).includes('Will it fit?'));
  expect(said).toHaveLength(1);
  expect(JSON.stringify(said)).not.toContain('with pleasure.\\n>');
  expect(JSON.stringify(said)).toMatch(/"attachments":\[\{"id":\d+/);
  expect((await bell())[0]).toMatchObject({ concerns: expect.stringContaining('Ana Reyes'), read: false });
  expect((await mailTo(agent.user.email)).text).toContain('Will it fit?');

  // The link with three times, in the answer.
  const { token, url } = (
    await agent.post('/api/desk/slots', {
      property_id: propertyId,
      starts_at: [24, 48, 72].map(at),
      inquiry_id: asked.body.data.id,
    })
  ).body.data;
  await reply(`It will. Choose a time: ${url}`);
  await settle();
  expect((await mailTo(ANA)).text).toContain(url);
  expect(await guest('POST', token, { starts_at: at(48) })).toMatchObject({ person: 'Ana Reyes' });
  await settle();
  await expectAgreement(token, { status: 'confirmed', starts_at: at(48) }, ['0', 'PUBLISH', 'CONFIRMED']);
  expect((await bell())[0]).toMatchObject({
    concerns: expect.stringContaining('Ana Reyes'),
    message: expect.stringContaining(TITLE),
  });
  expect((await mailTo(agent.user.email)).text).toContain(TITLE);
  const agreed = await mailTo(ANA);
  expect(`${agreed.subject} ${agreed.text}`).toContain('Marco Lim');
  expect(agreed.text).toContain(url);

  // Another of the times.
  await guest('POST', token, { starts_at: at(72) });
  await settle();
  await expectAgreement(token, { status: 'confirmed', starts_at: at(72) }, ['1', 'PUBLISH', 'CONFIRMED']);
  expect((await bell())[0]).toMatchObject({ concerns: expect.stringContaining('Ana Reyes'), read: false });

  // The listing goes, and the viewing with it: both learn why.
  const deleted = await server.request('DELETE', `/api/properties/${propertyId}`, { token: agent.token });
  expect(deleted.status).toBe(200);
  await settle();
  await expectAgreement(token, { status: 'cancelled', starts_at: at(72) }, ['2', 'CANCEL', 'CANCELLED']);
  expect(await ownViewing()).toMatchObject({
    end_reason: 'listing_deleted',
    property: { id: null, title: TITLE },
    user: { name: 'Ana Reyes' },
  });
  const goodbye = await mailTo(ANA);
  expect(goodbye.subject).toContain('Viewing Cancelled');
  expect(goodbye.text).toMatch(/Loft in Poblacion[\s\S]*the listing was taken down/);
  expect((await story()).history.map(({ kind, starts_at }) => [kind, starts_at])).toEqual([
    ['proposed', at(48)],
    ['confirmed', at(48)],
    ['confirmed', at(72)],
    ['cancelled', at(72)],
  ]);
  const mails = smtp.mails.length;
  now = new Date(at(71.5));
  await server.context.jobs.flush();
  await settle();
  // No reminder of what does not stand.
  expect(smtp.mails).toHaveLength(mails);
});
