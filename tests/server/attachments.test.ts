// @databases both

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { eraseAccount } from '#server/features/users/writes.ts';
import { createMediaCleanup } from '#server/media/cleanup.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import type { Message } from '#shared/contracts/conversations.ts';
import { MAX_ATTACHMENT_BYTES } from '#shared/limits.ts';
import { backupPath, makeEmptyPlace, openApp, restoreInto } from '#tests/support/backups.ts';
import { blackPng } from '#tests/support/hostileImages.ts';
import { enter, enterAll, type Person } from '#tests/support/people.ts';
import { startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const DAY = 24 * 3_600_000;

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let smtp: TestSmtp;
let agent: Person;
let client: Person;
let stranger: Person;
let conversation: number;
let clock = Date.now();

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startTestServer({
    data: 'empty',
    env: { smtpUrl: smtp.url },
    now: () => new Date(clock),
  });
  const { db, systemSettings } = server.context;
  // Sessions do not expire while days go by.
  const row = { category: 'security', settings: { sessionTimeout: 24 * 365 } };
  await db.transaction((transaction) => db.models.SystemSetting.upsert(row, { transaction }));
  await systemSettings.reload();
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

beforeEach(async () => {
  const people = await enterAll(server, {
    agent: { role: 'agent', name: 'Marco Cruz' },
    client: { name: 'Ana Reyes' },
    stranger: { role: 'agent' },
  });
  ({ agent, client, stranger } = people);
  await agent.put('/api/settings', { notifications: { email: false } });
  const begun = await client.post('/api/conversations', { agentId: agent.id, initialMessage: 'Good day.' });
  conversation = begun.body.data.conversation.id;
  smtp.mails.length = 0;
});

const PDF = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
const photo = (shade = 10) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: { r: shade, g: 90, b: 200 } } });

async function upload(by: Person, bytes: Buffer, name = 'deed.pdf', type = 'application/octet-stream') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  const headers = { authorization: `Bearer ${by.token}` };
  const answer = await fetch(`${server.url}/api/attachments`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

async function uploaded(by: Person, bytes = PDF, name?: string): Promise<number> {
  const { status, body } = await upload(by, bytes, name);
  expect(status).toBe(201);
  return body.data.id;
}

const open = (by: Person | null, id: number) =>
  fetch(`${server.url}/api/attachments/${id}`, {
    headers: by ? { authorization: `Bearer ${by.token}` } : {},
  });

const say = (by: Person, body: object, to = conversation) => by.post(`/api/conversations/${to}/messages`, body);
const thread = async (by: Person) =>
  (await by.get(`/api/conversations/${conversation}/messages`)).body.data as Message[];

const filesOf = () => {
  const folder = path.join(server.context.env.dataDir, 'media');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? path.join(entry.parentPath, entry.name) : [],
  );
};

describe('a file', () => {
  test('that is a picture becomes WebP without its metadata, whatever it claims to be', async () => {
    const bytes = await photo()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Secret owner' } })
      .toBuffer();
    const { status, body } = await upload(client, bytes, 'living room.pdf', 'application/pdf');
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      name: 'living room.webp',
      type: 'image/webp',
      size: expect.any(Number),
    });
    const answer = await open(client, body.data.id);
    const stored = Buffer.from(await answer.arrayBuffer());
    expect(stored).toHaveLength(body.data.size);
    const metadata = await sharp(stored).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 40, height: 20 });
    expect(metadata.exif).toBeUndefined();
  });

  test('that is a PDF stays as it is, and is told by its content', async () => {
    const { body } = await upload(client, PDF, 'kontrata „2026“.png', 'image/png');
    expect(body.data).toMatchObject({
      name: 'kontrata „2026“.pdf',
      type: 'application/pdf',
      size: PDF.length,
    });
    const answer = await open(client, body.data.id);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PDF)).toBe(true);
  });

  test('is answered to its own people only, as a download that nothing keeps', async () => {
    const id = await uploaded(client);
    const before = await Promise.all([client, agent, stranger].map((by) => open(by, id)));
    expect(before.map(({ status }) => status)).toEqual([200, 404, 404]);
    expect((await open(null, id)).status).toBe(401);
    await say(client, { content: 'The deed.', attachment_ids: [id] });
    const after = await Promise.all([client, agent, stranger].map((by) => open(by, id)));
    expect(after.map(({ status }) => status)).toEqual([200, 200, 404]);
    const headers = Object.fromEntries(after[1]?.headers ?? []);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="deed.pdf"',
      'x-content-type-options': 'nosniff',
    });
  });

  test('is encrypted in the store, and no public address leads to it', async () => {
    const id = await uploaded(client, Buffer.concat([PDF, Buffer.from('A very private line')]));
    const row = await server.context.db.models.Attachment.findByPk(id);
    const file = filesOf().find((name) => name.includes(row?.hash ?? 'none'));
    expect(file && readFileSync(file).includes('A very private line')).toBe(false);
    const answer = await fetch(`${server.url}/media/${row?.hash}`);
    expect(answer.status).toBe(404);
  });

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 'page.pdf', 415],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'plan.svg', 415],
    ['an archive', Buffer.from('PK\x03\x04 and more'), 'photos.png', 415],
    ['nothing', Buffer.alloc(0), 'empty.pdf', 415],
    ['a torn picture', Buffer.from('\x89PNG\r\n\x1a\n and no more', 'latin1'), 'torn.png', 422],
    ['a picture that unfolds to 900 million pixels', blackPng(30_000, 30_000), 'bomb.png', 422],
    ['one of more than 10 MB', Buffer.concat([PDF, Buffer.alloc(MAX_ATTACHMENT_BYTES)]), 'large.pdf', 413],
  ])('that is %s is refused, and nothing of it stays', async (_kind, bytes, name, status) => {
    const before = [filesOf().length, await server.context.db.models.Attachment.count()];
    expect((await upload(client, bytes, name)).status).toBe(status);
    expect([filesOf().length, await server.context.db.models.Attachment.count()]).toEqual(before);
  });

  test('is sent as one part of a form, by somebody who is logged in', async () => {
    const url = `${server.url}/api/attachments`;
    const headers = { authorization: `Bearer ${client.token}` };
    const two = new FormData();
    two.append('file', new Blob([new Uint8Array(PDF)]), 'a.pdf');
    two.append('file', new Blob([new Uint8Array(PDF)]), 'b.pdf');
    expect((await fetch(url, { method: 'POST', headers, body: two })).status).toBe(400);
    expect((await fetch(url, { method: 'POST', headers, body: new FormData() })).status).toBe(400);
    expect((await client.post('/api/attachments', { file: 'deed.pdf' })).status).toBe(415);
    expect((await fetch(url, { method: 'POST', body: two })).status).toBe(401);
  });

  test('counts towards the share of the store', async () => {
    const { db } = server.context;
    await db.transaction(() =>
      db.models.Media.create({
        hash: `${client.id}`.padStart(64, 'e'),
        ...{ width: 1, height: 1, bytes: 104_857_590, uploaded_by: client.id, created_at: new Date(clock) },
      }),
    );
    const { status, body } = await upload(client, PDF);
    expect([status, body.code]).toEqual([413, 'storage_full']);
  });

  test('that no message used is gone after a day, and a sent one stays', async () => {
    const { context } = server;
    const [sent, unsent] = [await uploaded(client), await uploaded(client)];
    await say(client, { attachment_ids: [sent] });
    const rows = await context.db.models.Attachment.findAll({ where: { id: [sent, unsent] }, order: ['id'] });
    const isKept = () => rows.map(({ hash }) => filesOf().some((name) => name.includes(hash)));
    const cleanup = createMediaCleanup(context);
    clock += 0.9 * DAY;
    await deleteOldData(context);
    await cleanup.sweep();
    expect((await open(client, unsent)).status).toBe(200);
    clock += 0.2 * DAY;
    await deleteOldData(context);
    await cleanup.sweep();
    expect((await open(client, unsent)).status).toBe(404);
    expect((await open(agent, sent)).status).toBe(200);
    expect(isKept()).toEqual([true, false]);
  });
});

describe('a message', () => {
  test('carries its files to both sides, in answers and over sockets', async () => {
    const heard = await openSocket(server.url, agent.token);
    const ids = [await uploaded(client), await uploaded(client, await photo().png().toBuffer(), 'door.png')];
    const sent = await say(client, { content: 'Two files.', attachment_ids: ids.toReversed() });
    expect(sent.status).toBe(201);
    const attachments: Attachment[] = [
      {
        id: ids[0] ?? 0,
        name: 'deed.pdf',
        type: 'application/pdf',
        size: PDF.length,
        url: `/api/attachments/${ids[0]}`,
      },
      {
        id: ids[1] ?? 0,
        name: 'door.webp',
        type: 'image/webp',
        size: expect.any(Number) as number,
        url: `/api/attachments/${ids[1]}`,
      },
    ];
    expect(sent.body.data.attachments).toEqual(attachments);
    expect(await heard.waitFor('new_message')).toMatchObject([{ content: 'Two files.', attachments }]);
    heard.close();
    for (const side of [client, agent]) expect((await thread(side)).at(-1)).toMatchObject({ attachments });
    expect((await thread(client))[0]?.attachments).toEqual([]);
  });

  test('may have no words, but not nothing', async () => {
    const sent = await say(client, { attachment_ids: [await uploaded(client)] });
    expect(sent.body.data).toMatchObject({ content: '', attachments: [{ name: 'deed.pdf' }] });
    for (const body of [{}, { content: '  ' }, { content: '', attachment_ids: [] }]) {
      const answer = await say(client, body);
      expect([answer.status, answer.body.error]).toEqual([400, 'Message is required']);
    }
    await server.context.jobs.flush('messageNotices');
    const bell = await agent.get('/api/notifications');
    expect(JSON.stringify(bell.body.data)).toContain('Sent you a file');
    const { rows } = (await agent.get('/api/desk/queue')).body.data;
    expect(rows[0].last).toMatchObject({ kind: 'message', text: null });
  });

  test('takes five files at most, each once, of its sender, and unused', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) ids.push(await uploaded(client));
    const others = await uploaded(stranger);
    const before = (await thread(client)).length;
    const [first = 0] = ids;
    const refused = [ids, [first, first], [others], [first, others], [999_999], [0], [-1], ['7'], 7, [null]];
    for (const attachment_ids of refused)
      expect([attachment_ids, (await say(client, { content: 'x', attachment_ids })).status]).toEqual([
        attachment_ids,
        400,
      ]);
    expect(await thread(client)).toHaveLength(before);
    expect((await say(client, { attachment_ids: ids.slice(0, 5) })).status).toBe(201);
    const again = await say(client, { content: 'x', attachment_ids: [first] });
    expect([again.status, again.body.issues[0].path]).toEqual([400, 'attachment_ids']);
    expect((await open(stranger, others)).status).toBe(200);
  });

  test('of two that want the same file at once, one gets it', async () => {
    const attachment_ids = [await uploaded(client)];
    const second = await client.post('/api/conversations', {
      agentId: stranger.id,
      initialMessage: 'Good day.',
    });
    const answers = await Promise.all([
      say(client, { content: 'one', attachment_ids }),
      say(client, { content: 'two', attachment_ids }),
      say(client, { content: 'three', attachment_ids }, second.body.data.conversation.id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  test('that is sent again under its own id is the same one', async () => {
    const body = { client_id: 'a-message-of-ana', attachment_ids: [await uploaded(client)] };
    const [first, again] = [await say(client, body), await say(client, body)];
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    const other = await say(client, { ...body, content: 'And words' });
    expect(other.body.code).toBe('client_id_reused');
    const others = await say(client, { ...body, attachment_ids: [await uploaded(client)] });
    expect(others.body.code).toBe('client_id_reused');
  });

  test('to a closed conversation leaves its files unused', async () => {
    const { db } = server.context;
    await db.transaction(() =>
      db.models.Conversation.update({ status: 'closed' }, { where: { id: conversation } }),
    );
    const attachment_ids = [await uploaded(client)];
    expect((await say(client, { attachment_ids })).status).toBe(409);
    const begun = await client.post('/api/conversations', {
      ...{ agentId: agent.id, subject: 'Again', initialMessage: 'Here it is.', attachment_ids },
    });
    expect([begun.status, begun.body.data.message.attachments]).toMatchObject([201, [{ name: 'deed.pdf' }]]);
  });

  test('is no longer open to an agent who has handed the conversation over', async () => {
    const { db } = server.context;
    const id = await uploaded(agent);
    await say(agent, { attachment_ids: [id] });
    await db.transaction(() =>
      db.models.Conversation.update({ agent_id: stranger.id }, { where: { id: conversation } }),
    );
    const answers = await Promise.all([client, stranger, agent].map((by) => open(by, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
  });
});

describe('the Desk', () => {
  const lineOf = async (name: string) => {
    const { rows } = (await agent.get('/api/desk/queue?view=all')).body.data;
    return rows.find((row: { name: string }) => row.name === name).id as number;
  };
  const reply = (line: number, body: object) =>
    agent.post(`/api/desk/clients/${line}/replies`, { client_id: `reply-${randomUUID()}`, ...body });

  test('sends files by chat, with or without words', async () => {
    const line = await lineOf('Ana Reyes');
    const answer = await reply(line, { channel: 'chat', attachment_ids: [await uploaded(agent)] });
    expect(answer.status).toBe(201);
    expect(answer.body.data.entry.message).toMatchObject({
      content: '',
      attachments: [{ name: 'deed.pdf' }],
    });
    expect((await reply(line, { channel: 'chat' })).status).toBe(400);
    const { entries } = (await agent.get(`/api/desk/clients/${line}/timeline`)).body.data;
    expect(entries[0].message.attachments).toMatchObject([{ name: 'deed.pdf' }]);
  });

  test('sends files along with a mail, pictures as JPEG, and never by telephone', async () => {
    const inquiry = { name: 'Ben Santos', email: 'ben@example.com', phone: '+63 917 555 0102' };
    await server.request('POST', `/api/agents/${agent.id}/contact`, {
      body: { ...inquiry, message: 'May I see the plan?' },
    });
    await server.context.jobs.flush('mail');
    smtp.mails.length = 0;
    const line = await lineOf('Ben Santos');
    const picture = await uploaded(agent, await photo().png().toBuffer(), 'plan.png');
    const attachment_ids = [await uploaded(agent), picture];
    for (const channel of ['phone', 'sms'])
      expect((await reply(line, { channel, content: 'See the files.', attachment_ids })).status).toBe(400);
    expect((await reply(line, { channel: 'email', attachment_ids })).status).toBe(400);
    const answer = await reply(line, { channel: 'email', content: 'See the files.', attachment_ids });
    expect(answer.status).toBe(201);
    expect(answer.body.data.entry.reply.attachments).toMatchObject([{ name: 'plan.webp' }, { name: 'deed.pdf' }]);
    const [mail] = smtp.mails;
    expect(mail?.raw).toMatch(/Content-Type: application\/pdf; name=deed\.pdf/);
    expect(mail?.raw).toContain(PDF.toString('base64').slice(0, 60));
    expect(mail?.raw).toMatch(/Content-Type: image\/jpeg; name=plan\.jpg/);
  });

  test('refuses more in one mail than mail servers take', async () => {
    const asked = await client.post(`/api/agents/${agent.id}/contact`, {
      ...{ name: 'Ana Reyes', email: client.user.email, message: 'The contract, please.' },
    });
    const large = Buffer.concat([PDF, Buffer.alloc(8_000_000)]);
    const attachment_ids = [await uploaded(agent, large), await uploaded(agent, large)];
    const url = `/api/agents/${agent.id}/contacts/${asked.body.data.id}/reply`;
    const refused = await agent.post(url, { message: 'Here.', attachment_ids });
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'attachment_ids']);
    const answer = await agent.post(url, { message: 'Here.', attachment_ids: attachment_ids.slice(0, 1) });
    expect(answer.status).toBe(200);
    const own = await client.get('/api/inquiries');
    const [file] = own.body.data[0].replies[0].attachments;
    expect((await open(client, file.id)).status).toBe(200);
    expect((await open(stranger, file.id)).status).toBe(404);
  });
});

describe('an inquiry', () => {
  const ask = (by: Person | null, attachment_ids: number[]) =>
    server.request('POST', `/api/agents/${agent.id}/contact`, {
      token: by?.token,
      body: { name: 'Ana Reyes', email: 'ana@example.com', message: 'My income.', attachment_ids },
    });

  test('carries the files of somebody who is logged in, to its agent', async () => {
    const id = await uploaded(client);
    expect((await ask(null, [id])).status).toBe(400);
    expect((await ask(stranger, [id])).status).toBe(400);
    expect((await ask(client, [id])).status).toBe(201);
    const [inquiry] = (await agent.get(`/api/agents/${agent.id}/contacts`)).body.data;
    expect(inquiry.attachments).toMatchObject([{ id, name: 'deed.pdf' }]);
    const answers = await Promise.all([client, agent, stranger].map((by) => open(by, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
  });
});

describe('files', () => {
  test('are in the data of both people, without the key of either', async () => {
    const id = await uploaded(client);
    await say(client, { attachment_ids: [id] });
    for (const side of [client, agent]) {
      const { attachments } = (await side.get('/api/privacy/data')).body;
      expect(attachments).toMatchObject([{ id, name: 'deed.pdf', type: 'application/pdf' }]);
      expect(Object.keys(attachments[0])).not.toEqual(expect.arrayContaining(['secret']));
    }
    expect((await stranger.get('/api/privacy/data')).body.attachments).toEqual([]);
  });

  test('go with the account of their sender, and the other’s stay', async () => {
    const { context } = server;
    const [own, others] = [await uploaded(client), await uploaded(agent)];
    await say(client, { content: 'Mine', attachment_ids: [own] });
    await say(agent, { content: 'Yours', attachment_ids: [others] });
    const row = await context.db.models.Attachment.findByPk(own);
    await context.db.transaction(() => eraseAccount(context, client.id));
    expect((await open(agent, own)).status).toBe(404);
    expect((await open(agent, others)).status).toBe(200);
    expect((await thread(agent)).map(({ content, attachments }) => [content, attachments.length])).toEqual([
      ['Good day.', 0],
      ['Mine', 0],
      ['Yours', 1],
    ]);
    clock += 1.1 * DAY;
    await createMediaCleanup(context).sweep();
    expect(filesOf().some((name) => name.includes(row?.hash ?? ''))).toBe(false);
  });

  test('come back from a backup', async () => {
    const admin = await enter(server, { role: 'admin' });
    const id = await uploaded(client);
    await say(client, { attachment_ids: [id] });
    const { status, body } = await admin.post('/api/admin/settings/backup');
    expect(status).toBe(201);
    const place = await makeEmptyPlace();
    await restoreInto(place.env, backupPath(server.context.env, body.data.name));
    const { app } = await openApp(place.env);
    const row = await app.context.db.models.Attachment.findByPk(id);
    const bytes = row && (await app.context.media.readPrivate(row));
    expect(bytes?.equals(PDF)).toBe(true);
    await app.close();
    await place.remove();
  });
});
