// @databases both

import { createTransport, type SendMailOptions } from 'nodemailer';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseAccount } from '#server/features/users/writes.ts';
import { BudgetLimiter, budgetKey } from '#server/http/limits/budgetLimiter.ts';
import type { ReplyAddresses, ThreadPlace } from '#server/mail/replyAddresses.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import type { Message } from '#shared/contracts/conversations.ts';
import { MAX_ATTACHMENT_BYTES, MAX_MAIL_BYTES, PICTURE_QUOTA } from '#shared/limits.ts';
import { readDemoPicture } from '#tests/support/demoPictures.ts';
import { blackPng } from '#tests/support/hostileImages.ts';
import { enterAll, type Person } from '#tests/support/people.ts';
import { startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const TOKEN = 'inbound-token-of-the-tests';
const inbound = { address: 'reply@in.homes.example', smtpPort: 0, token: TOKEN };

let smtp: TestSmtp;
let server: TestServer;
let agent: Person;
let ana: Person;

beforeAll(async () => {
  smtp = await startSmtp();
  server = await startTestServer({ data: 'empty', env: { smtpUrl: smtp.url, inbound } });
  ({ agent, ana } = await enterAll(server, {
    agent: { role: 'agent', name: 'Rico Santos', email: 'rico@agents.example' },
    ana: { name: 'Ana Reyes', email: 'ana@people.example' },
  }));
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const addressOf = (place: ThreadPlace) => (server.context.replyAddresses as ReplyAddresses).of(place);

/** A real client of SMTP at the server's own listener. */
async function send(mail: SendMailOptions) {
  const transport = createTransport({ host: '127.0.0.1', port: server.inboundPort, secure: false });
  try {
    return await transport.sendMail({
      from: 'Ana Reyes <ana@people.example>',
      subject: 'Re: Your inquiry',
      ...mail,
    });
  } finally {
    transport.close();
  }
}

const post = (raw: string, token: string | null = TOKEN) =>
  server.request('POST', '/api/inbound/mail', {
    body: raw,
    headers: { 'content-type': 'message/rfc822', ...(token && { authorization: `Bearer ${token}` }) },
  });

async function startConversation() {
  const { Conversation } = server.context.db.models;
  const conversation = await Conversation.create({
    subject: 'General',
    user_id: ana.id,
    agent_id: agent.id,
    property_id: null,
    last_message_at: null,
  });
  const messages = async () =>
    (
      await server.context.db.models.Message.findAll({
        where: { conversation_id: conversation.id },
        order: ['id'],
      })
    ).map(({ sender_id, content }) => ({ sender_id, content }));
  const to = addressOf({ kind: 'conversation', id: conversation.id, userId: ana.id });
  return { conversation, messages, to };
}

let visitors = 0;

/** A visitor without an account writes by the form. */
async function startInquiry() {
  const email = `visitor${++visitors}@mail.example`;
  const asked = await server.request('POST', `/api/agents/${agent.id}/contact`, {
    body: { name: 'Vic Cruz', email, phone: '+639175550123', message: 'Is it still free?' },
  });
  expect(asked.status).toBe(201);
  const { id } = asked.body.data;
  return { id, email, to: addressOf({ kind: 'inquiry', id }) };
}

const inquiriesOf = (email: string) =>
  server.context.db.models.Inquiry.findAll({ where: { email }, order: ['id'] });

const receivedMails = () => server.context.db.models.IncomingMail.count();

describe('an answer by mail', () => {
  test('is a message in its conversation, without what it quotes', async () => {
    const { to, messages } = await startConversation();
    await send({
      to,
      text: 'Yes, Saturday at ten suits me.\n\n- bring the title\n- and the plan\n\nOn Mon, Nov 30, 2026 at 9:00 AM Silong <no-reply@homes.example> wrote:\n\n> Would Saturday suit you?\n> Rico\n',
    });
    expect(await messages()).toEqual([
      { sender_id: ana.id, content: 'Yes, Saturday at ten suits me.\n\n- bring the title\n- and the plan' },
    ]);
  });

  test('of an agent is the agent’s', async () => {
    const { conversation, messages } = await startConversation();
    const to = addressOf({ kind: 'conversation', id: conversation.id, userId: agent.id });
    await send({ from: agent.user.email, to, text: 'Then until Saturday.' });
    expect(await messages()).toEqual([{ sender_id: agent.id, content: 'Then until Saturday.' }]);
  });

  test('that has HTML alone is read, without the quoted part', async () => {
    const { to, messages } = await startConversation();
    await send({
      to,
      html: '<style>p{color:red}</style><p>Oo, <b>puwede</b> po &amp; salamat.</p><ul><li>una</li><li>ikalawa</li></ul><div class="gmail_quote"><div>Noong Lun, isinulat ni Silong:</div><blockquote>Would Saturday suit you?</blockquote></div>',
    });
    const [message] = await messages();
    expect(message?.content).toMatch(/^Oo, puwede po & salamat\.\n\n \* una\n \* ikalawa$/);
  });

  test.each([
    ['windows-1252', Buffer.from('Se\xf1or, \x80 5', 'latin1'), 'Señor, € 5'],
    ['shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['utf-8', Buffer.from('Niño ₱5M 🏠'), 'Niño ₱5M 🏠'],
    ['x-nobody-knows', Buffer.from('plain words'), 'plain words'],
  ])('in %s keeps its letters', async (charset, bytes, words) => {
    const { to, messages } = await startConversation();
    const head = `From: ana@people.example\r\nTo: ${to}\r\nMessage-ID: <${charset}@people.example>\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
    const answer = await post(`${head}${bytes.toString('base64')}\r\n`);
    expect(answer.body.data).toEqual({ outcomes: ['placed'] });
    expect(await messages()).toEqual([{ sender_id: ana.id, content: words }]);
  });

  test('in Filipino loses the line above the quote, too', async () => {
    const { to, messages } = await startConversation();
    await send({
      to,
      text: 'Oo, puwede.\n\nNoong Lun, Nob 30, 2026 nang 9:00 AM, isinulat ni Silong <no-reply@homes.example> ang\nsumusunod:\n\n> Puwede ba sa Sabado?\n\nIpinadala mula sa aking iPhone',
    });
    expect(await messages()).toEqual([{ sender_id: ana.id, content: 'Oo, puwede.' }]);
  });

  test('that comes twice is one, also at once', async () => {
    const { to, messages } = await startConversation();
    const mail = { to, text: 'Once.', messageId: '<twice@people.example>' };
    await Promise.all([send(mail), send(mail)]);
    await send(mail);
    expect(await messages()).toHaveLength(1);
  });

  test('is cut to what a message holds', async () => {
    const { to, messages } = await startConversation();
    await send({ to, text: 'long '.repeat(3_000) });
    expect((await messages())[0]?.content).toHaveLength(4_000);
  });

  test('to a closed conversation is an inquiry', async () => {
    const { to, conversation, messages } = await startConversation();
    await conversation.update({ status: 'closed' });
    await send({ to, text: 'One more thing.' });
    expect(await messages()).toEqual([]);
    const inquiries = await inquiriesOf(ana.user.email);
    expect(inquiries.at(-1)).toMatchObject({ by_mail: 'closed_conversation', user_id: ana.id });
  });
});

describe('a provider’s post', () => {
  const mail = (to: string, words: string) =>
    Buffer.from(
      `From: ana@people.example\r\nTo: ${to}\r\nMessage-ID: <${words.length}@people.example>\r\nContent-Type: text/plain; charset=windows-1252\r\n\r\n${words}\r\n`,
      'latin1',
    );
  const postTo = (body: BodyInit, headers: Record<string, string> = {}, query = '') =>
    fetch(`${server.url}/api/inbound/mail${query}`, {
      method: 'POST',
      body,
      headers: { authorization: `Basic ${Buffer.from(`mail:${TOKEN}`).toString('base64')}`, ...headers },
    });
  const form = (field: string, raw: Buffer, isFile: boolean) => {
    const data = new FormData();
    data.append('envelope', '{"to":["x@y.example"]}');
    if (isFile) data.append(field, new Blob([new Uint8Array(raw)]), 'mail.eml');
    else data.append(field, raw.toString('latin1'));
    return data;
  };

  test('holds the whole mail in a form or in JSON; the token may be the password of the address', async () => {
    const { to, messages } = await startConversation();
    const words = ['One a form.', 'Two, a form’s field.', 'Three: JSON it is.', 'Four, of a plain old form.'];
    const [one = '', two = '', three = '', four = ''] = words;
    const json = { 'content-type': 'application/json' };
    const fields = new URLSearchParams({ 'body-mime': mail(to, four).toString() });
    for (const answer of [
      await postTo(form('email', mail(to, one.replace('a', 'ma\xf1ana')), true)),
      await postTo(form('body-mime', mail(to, two), false), {}, '?mime'),
      await postTo(JSON.stringify({ RawEmail: mail(to, three).toString() }), json),
      await postTo(fields),
    ])
      expect(await answer.json()).toMatchObject({ data: { outcomes: ['placed'] } });
    expect((await messages()).map(({ content }) => content)).toEqual([
      'One mañana form.',
      expect.stringContaining('Two, a form'),
      three,
      four,
    ]);
  });

  test('without a mail, cut off or with another password is refused', async () => {
    const json = { 'content-type': 'application/json' };
    const cut = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const answer of [
      await postTo('{"RawEmail":""}', json),
      await postTo('null', json),
      await postTo('{', json),
      await postTo('--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nFrom: a', cut),
      await postTo('x', { 'content-type': 'multipart/form-data' }),
      await postTo(form('text', Buffer.from('Hello'), false)),
    ])
      expect(answer.status).toBe(400);
    const other = { authorization: `Basic ${Buffer.from('mail:guess').toString('base64')}` };
    expect((await postTo(new URLSearchParams(), other)).status).toBe(401);
    expect((await postTo('x', { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

describe('files of an answer', () => {
  const PDF = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
  const pdf = (filename: string, size = PDF.length) => ({ filename, content: Buffer.concat([PDF], size) });
  /** As a telephone takes it, with the place where it was taken. */
  const photo = async () =>
    sharp(await readDemoPicture('facade', 0))
      .resize(3_000)
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '14/1 33/1 0/1' } })
      .toBuffer();
  const thread = async (id: number, reader = agent): Promise<Message[]> =>
    (await reader.get(`/api/conversations/${id}/messages`)).body.data;
  const open = (by: Person, { url }: Attachment) =>
    fetch(server.url + url, { headers: { authorization: `Bearer ${by.token}` } });
  const unsent = () =>
    server.context.db.models.Attachment.count({ where: { message_id: null, reply_id: null, inquiry_id: null } });

  test('go with its message: a photo, a PDF; a program is named as not taken over', async () => {
    const { to, conversation } = await startConversation();
    await send({
      to,
      text: 'The house and its deed.',
      attachments: [
        { filename: 'IMG_0412.JPG', content: await photo() },
        { filename: 'setup.exe', content: Buffer.from('MZ\x90\0 this program cannot be run') },
        { filename: 'deed „2026“.pdf', content: PDF, contentType: 'application/octet-stream' },
        { filename: 'smime.p7s', content: Buffer.from('seal'), contentType: 'application/pkcs7-signature' },
      ],
    });
    const [message] = await thread(conversation.id);
    expect(message?.content).toBe('The house and its deed.\n\n1 file of this email was not taken over: setup.exe');
    expect(message?.attachments).toMatchObject([
      { name: 'IMG_0412.webp', type: 'image/webp' },
      { name: 'deed „2026“.pdf', type: 'application/pdf', size: PDF.length },
    ]);
    const [picture, deed] = (message as Message).attachments as [Attachment, Attachment];
    const { eve } = await enterAll(server, { eve: {} });
    for (const [by, status] of [
      [agent, 200],
      [ana, 200],
      [eve, 404],
    ] as const)
      expect((await open(by, picture)).status).toBe(status);
    const shown = await sharp(Buffer.from(await (await open(agent, picture)).arrayBuffer())).metadata();
    expect(shown).toMatchObject({ format: 'webp', width: 3_000 });
    expect(shown.exif).toBeUndefined();
    expect(Buffer.from(await (await open(agent, deed)).arrayBuffer()).equals(PDF)).toBe(true);
  });

  test('are photos pasted into the text too, but not the logo of a signature', async () => {
    const { to, conversation } = await startConversation();
    const logo = await sharp({ create: { width: 80, height: 30, channels: 3, background: '#0a6' } })
      .png()
      .toBuffer();
    await send({
      to,
      html: '<p>Our sofa: <img src="cid:sofa"></p><p>-- <br>Ana <img src="cid:logo"></p>',
      attachments: [
        { filename: 'sofa.jpg', content: await photo(), cid: 'sofa', contentDisposition: 'inline' },
        { filename: 'logo.png', content: logo, cid: 'logo', contentDisposition: 'inline' },
      ],
    });
    expect((await thread(conversation.id))[0]?.attachments).toMatchObject([{ name: 'sofa.webp' }]);
  });

  test('may come without words, and the quoted mail is none', async () => {
    const { to, conversation } = await startConversation();
    await send({ to, text: '> Would you send the plan?', attachments: [pdf('plan.pdf')] });
    expect(await thread(conversation.id)).toMatchObject([{ content: '', attachments: [{ name: 'plan.pdf' }] }]);
    const { email, to: visitor } = await startInquiry();
    await send({ from: email, to: visitor, text: '', attachments: [pdf('plan.pdf')] });
    const [inquiry] = (await agent.get(`/api/agents/${agent.id}/contacts`)).body.data;
    expect(inquiry).toMatchObject({ email, message: 'Sent you a file', attachments: [{ name: 'plan.pdf' }] });
    expect((await open(agent, inquiry.attachments[0])).status).toBe(200);
    expect((await open(ana, inquiry.attachments[0])).status).toBe(404);
  });

  test('are five at most, of 10 MB at most', async () => {
    const { to, conversation } = await startConversation();
    const many = Array.from({ length: 7 }, (_, nth) => pdf(`page ${nth + 1}.pdf`));
    await send({ to, text: 'All pages.', attachments: [pdf('book.pdf', MAX_ATTACHMENT_BYTES + 1), ...many] });
    const [message] = await thread(conversation.id);
    expect(message?.content).toBe(
      'All pages.\n\n3 files of this email were not taken over: book.pdf, page 6.pdf, page 7.pdf',
    );
    expect(message?.attachments.map(({ name }) => name)).toEqual(many.slice(0, 5).map(({ filename }) => filename));
  });

  test('that cannot be decoded, or for which the sender has no room, are named', async () => {
    const { to, conversation } = await startConversation();
    const half = (await photo()).subarray(0, 2_000);
    await send({ to, text: 'Half.', attachments: [{ filename: 'half.jpg', content: half }] });
    const { Media } = server.context.db.models;
    const full = { hash: 'f'.repeat(64), width: 0, height: 0, bytes: PICTURE_QUOTA.user, uploaded_by: ana.id };
    const row = await Media.create({ ...full, created_at: new Date() });
    await send({ to, text: 'Full.', attachments: [pdf('plan.pdf')] });
    await row.destroy();
    expect(await thread(conversation.id)).toMatchObject([
      { content: 'Half.\n\n1 file of this email was not taken over: half.jpg', attachments: [] },
      { content: 'Full.\n\n1 file of this email was not taken over: plan.pdf', attachments: [] },
    ]);
  });

  test('of another sender are not taken over; to a closed conversation they are', async () => {
    const before = await unsent();
    const { to, conversation } = await startConversation();
    const plan = { to, text: 'The plan.', attachments: [pdf('plan.pdf')] };
    await send({ ...plan, from: 'mallory@elsewhere.example' });
    await conversation.update({ status: 'closed' });
    await send(plan);
    const [own, others] = (await agent.get(`/api/agents/${agent.id}/contacts`)).body.data;
    expect(own).toMatchObject({ by_mail: 'closed_conversation', attachments: [{ name: 'plan.pdf' }] });
    expect(own.message).toBe('Re: Your inquiry\n\nThe plan.');
    expect(others).toMatchObject({ by_mail: 'other_sender', attachments: [] });
    expect(others.message).toBe(
      'Re: Your inquiry\n\nThe plan.\n\n1 file of this email was not taken over: plan.pdf',
    );
    expect(await unsent()).toBe(before);
  });

  test('of a mail that comes twice are taken over once', async () => {
    const before = await unsent();
    const { to, conversation } = await startConversation();
    const mail = { to, text: 'Once.', messageId: '<files-twice@people.example>', attachments: [pdf('plan.pdf')] };
    await send(mail);
    await send(mail);
    expect(await thread(conversation.id)).toMatchObject([{ attachments: [{ name: 'plan.pdf' }] }]);
    expect(await unsent()).toBe(before);
  });
});

describe('an answer to an inquiry', () => {
  test('of a visitor goes on in the same thread, and the agent’s mail says where to', async () => {
    const { id, email, to } = await startInquiry();
    await send({ from: email, to, text: 'And is parking included?' });
    const [first, second] = await inquiriesOf(email);
    expect(second).toMatchObject({
      follows_id: id,
      by_mail: 'answer',
      name: 'Vic Cruz',
      phone: first?.phone,
      message: 'And is parking included?',
      status: 'new',
    });
    await send({ from: email, to: addressOf({ kind: 'inquiry', id: second?.id ?? 0 }), text: 'Hello?' });
    expect((await inquiriesOf(email)).at(-1)).toMatchObject({ follows_id: id });
    await server.context.jobs.flush();
    const titles = (await server.context.db.models.Notification.findAll({ where: { user_id: agent.id } })).map(
      ({ title }) => title,
    );
    expect(titles).toContain('New Answer by Email');
  });
});

describe('what is not the words of that person', () => {
  test('is an inquiry that says so: another sender', async () => {
    const { to, messages } = await startConversation();
    await send({ from: 'Eve <eve@elsewhere.example>', to, text: 'I am Ana.' });
    expect(await messages()).toEqual([]);
    expect(await inquiriesOf('eve@elsewhere.example')).toMatchObject([
      {
        by_mail: 'other_sender',
        agent_id: agent.id,
        user_id: null,
        name: 'Eve',
        message: 'Re: Your inquiry\n\nI am Ana.',
      },
    ]);
  });

  test('an address that this server never gave out', async () => {
    const { to, messages } = await startConversation();
    await send({
      from: 'guess@elsewhere.example',
      to: to.replace(/.@/, '!@').replace('!', to.includes('0@') ? '1' : '0'),
      text: 'Guessed.',
    });
    expect(await messages()).toEqual([]);
    expect(await inquiriesOf('guess@elsewhere.example')).toMatchObject([{ by_mail: 'unknown_address' }]);
  });

  test('a failed check of the sender, whose result is kept', async () => {
    const { to, messages } = await startConversation();
    const results = (dmarc: string) => ({
      'Authentication-Results': `mx.homes.example; spf=pass smtp.mailfrom=people.example; dmarc=${dmarc} header.from=people.example`,
    });
    await send({ to, text: 'Forged.', headers: results('fail') });
    expect(await messages()).toEqual([]);
    expect((await inquiriesOf(ana.user.email)).at(-1)).toMatchObject({ by_mail: 'failed_check', user_id: null });
    await send({ to, text: 'Genuine.', headers: results('pass') });
    expect(await messages()).toEqual([{ sender_id: ana.id, content: 'Genuine.' }]);
    const kept = await server.context.db.models.IncomingMail.findOne({ order: [['id', 'DESC']] });
    expect(kept?.authentication).toMatch(/dmarc=pass/);
  });

  test('an address of nobody is refused, so that its sender hears of it', async () => {
    const refused = { responseCode: 550 };
    for (const to of ['reply@in.homes.example', 'reply+c999999-1-00000000000000000000@in.homes.example'])
      await expect(send({ to, text: 'Hello?' }), to).rejects.toMatchObject(refused);
    await expect(send({ to: 'ana@people.example', text: 'Relay this.' })).rejects.toMatchObject(refused);
    expect((await post('From: a@b.example\r\nTo: nobody@else.example\r\n\r\nHi\r\n')).body.data).toEqual({
      outcomes: ['refused'],
    });
  });
});

describe('what may not be said', () => {
  test('in a suspended conversation, by a suspended account: the sender hears of it', async () => {
    const { conversation, to, messages } = await startConversation();
    await conversation.update({ status: 'suspended' });
    await expect(send({ to, text: 'Still there?' })).rejects.toMatchObject({ responseCode: 550 });
    await conversation.update({ status: 'active' });
    await ana.user.update({ status: 'suspended' });
    await expect(send({ to, text: 'Still there?' })).rejects.toMatchObject({ responseCode: 550 });
    await ana.user.update({ status: 'active' });
    expect(await messages()).toEqual([]);
  });

  test('too much of one sender, too many files: later again', async () => {
    const limited = await startTestServer({ data: 'empty', env: { inbound, hasActionLimits: true } });
    try {
      const { eve, rico } = await enterAll(limited, { eve: {}, rico: { role: 'agent' } });
      const { id } = await limited.context.db.models.Conversation.create({
        subject: 'General',
        user_id: eve.id,
        agent_id: rico.id,
        property_id: null,
        last_message_at: null,
      });
      const to = limited.context.replyAddresses?.of({ kind: 'conversation', id, userId: eve.id });
      const flood = async (count: number, mailOf: (nth: number) => string) => {
        const statuses = new Map<number, number>();
        for (let nth = 0; nth < count; nth += 1) {
          const { status } = await limited.request('POST', '/api/inbound/mail', {
            body: `To: ${to}\r\n${mailOf(nth)}\r\n`,
            headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${TOKEN}` },
          });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
        return Object.fromEntries(statuses);
      };
      const strangers = (nth: number) => `From: flood${nth}@elsewhere.example\r\nSubject: ${nth}\r\n\r\nHello`;
      expect(await flood(32, strangers)).toEqual({ 200: 30, 429: 2 });
      const picture = blackPng(40, 20).toString('base64');
      const withPicture = (nth: number) =>
        `From: ${eve.user.email}\r\nSubject: ${nth}\r\nContent-Type: image/png; name=door.png\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture}`;
      // After 28 of this hour.
      const { db } = limited.context;
      const counter = new BudgetLimiter(limited.context, { points: 30, seconds: 3_600 });
      const budget = { key: budgetKey('mails with files for', eve.id), limiter: counter };
      await db.transaction(() => BudgetLimiter.addAll(limited.context, [budget], 28));
      expect(await flood(3, withPicture)).toEqual({ 200: 2, 429: 1 });
      const { Attachment } = db.models;
      expect(await Attachment.count({ where: { owner_id: eve.id, name: 'door.webp' } })).toBe(2);
    } finally {
      await limited.close();
    }
  });
});

test('who is erased leaves nothing of what mail servers said', async () => {
  const { leaving } = await enterAll(server, { leaving: { email: 'leaving@people.example' } });
  const { IncomingMail, Conversation } = server.context.db.models;
  const { id } = await Conversation.create({
    subject: 'General',
    user_id: leaving.id,
    agent_id: agent.id,
    property_id: null,
    last_message_at: null,
  });
  await send({
    from: leaving.user.email,
    to: addressOf({ kind: 'conversation', id, userId: leaving.id }),
    text: 'Goodbye.',
    headers: { 'Authentication-Results': 'mx.homes.example; dmarc=pass header.from=leaving@people.example' },
  });
  const said = async () => JSON.stringify(await IncomingMail.findAll()).includes('leaving@people.example');
  expect(await said()).toBe(true);
  expect(JSON.stringify((await leaving.get('/api/privacy/data')).body)).toContain('dmarc=pass');
  await server.context.db.transaction(() => eraseAccount(server.context, leaving.id));
  expect(await said()).toBe(false);
});

describe('what no person wrote', () => {
  test.each([
    ['an absence note', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a mailing list', { headers: { 'List-Id': '<homes.lists.example>' } }],
    ['bulk mail', { headers: { Precedence: 'bulk' } }],
    ['a failure report', { envelope: { from: '', to: '' } }],
    ['our own mail that comes back', { messageId: '<mail-5-1773806400000@OWN>' }],
    ['mail from our own address', { from: 'OWN-ADDRESS' }],
  ])('is dropped: %s', async (_what, mail) => {
    const { to, messages } = await startConversation();
    const own = server.context.systemSettings.current().email.fromEmail;
    const { messageId, from, ...others } = mail as SendMailOptions & { from?: string };
    const before = await receivedMails();
    await send({
      to,
      text: 'I am away.',
      ...others,
      ...(messageId && { messageId: messageId.replace('OWN', own.split('@')[1] ?? '') }),
      ...(from && { from: own }),
      ...('envelope' in mail && { envelope: { from: '', to } }),
    });
    expect(await messages()).toEqual([]);
    expect(await receivedMails()).toBe(before);
  });
});

describe('the ways in', () => {
  test('a provider without the token is refused', async () => {
    const { to, messages } = await startConversation();
    const raw = `From: ana@people.example\r\nTo: ${to}\r\n\r\nHello\r\n`;
    for (const token of [null, 'another-token-of-somebody', `${TOKEN}x`])
      expect((await post(raw, token)).status, String(token)).toBe(401);
    expect(await messages()).toEqual([]);
    const answer = await post(raw);
    expect(answer).toMatchObject({ status: 200, body: { data: { outcomes: ['placed'] } } });
    expect((await post(raw)).body.data).toEqual({ outcomes: ['duplicate'] });
    const other = await server.request('POST', '/api/inbound/mail', { body: {}, token: TOKEN });
    expect(other.status).toBe(400);
  });

  test('a mail that is too large is refused by both', async () => {
    const { to, messages } = await startConversation();
    const large = 'x'
      .repeat(76)
      .concat('\r\n')
      .repeat(Math.ceil(MAX_MAIL_BYTES / 78) + 1);
    await expect(
      send({
        to,
        raw: `From: ana@people.example\r\nTo: ${to}\r\n\r\n${large}`,
        envelope: { from: 'ana@people.example', to },
      }),
    ).rejects.toMatchObject({ responseCode: 552 });
    expect((await post(`From: ana@people.example\r\nTo: ${to}\r\n\r\n${large}`)).status).toBe(413);
    expect(await messages()).toEqual([]);
  });

  test('what cannot be read is refused for good', async () => {
    const { to } = await startConversation();
    const nested = Array.from(
      { length: 40 },
      (_, nth) => `Content-Type: multipart/mixed; boundary=b${nth}\r\n\r\n--b${nth}\r\n`,
    );
    expect((await post(`From: ana@people.example\r\nTo: ${to}\r\n${nested.join('')}`)).status).toBe(400);
    for (const raw of [
      '',
      '\0\0\0',
      'no header at all',
      `To: ${to}\r\n\r\n`,
      `From: ${'a'.repeat(9_000)}\r\nTo: ${to}\r\n\r\nHi`,
    ])
      expect((await post(raw)).status, raw.slice(0, 20)).toBe(200);
  });

  test('while the site is closed the sender is asked to come again', async () => {
    const { to, messages } = await startConversation();
    const { db, systemSettings } = server.context;
    const close = async (maintenanceMode: boolean) => {
      await db.transaction(() =>
        db.models.SystemSetting.upsert({ category: 'application', settings: { maintenanceMode } }),
      );
      await systemSettings.reload();
    };
    await close(true);
    await expect(send({ to, text: 'Now?' })).rejects.toMatchObject({ responseCode: 451 });
    await close(false);
    await send({ to, text: 'Now?' });
    expect(await messages()).toHaveLength(1);
  });
});

/** The header of the newest mail to somebody. */
function replyAddressTo(recipient: string): string {
  const mail = smtp.mails.findLast(({ to }) => to.includes(recipient));
  return /^Reply-To: <?([^>\r\n]+)>?\r$/m.exec(mail?.raw ?? '')?.[1] ?? '';
}

describe('the whole way, with real mail in both directions', () => {
  test('a visitor and an agent, in one thread of the Desk', async () => {
    const { id, email } = await startInquiry();
    const answer = await agent.post(`/api/agents/${agent.id}/contacts/${id}/reply`, {
      message: 'Yes, it is.',
      replyMethod: 'email',
    });
    expect(answer.body.data).toMatchObject({ status: 'replied', reply_delivery: 'sent' });
    await send({
      from: email,
      to: replyAddressTo(email),
      text: 'Then may I see it on Saturday?\n\n> Yes, it is.',
    });
    const { rows } = (await agent.get('/api/desk/queue?view=needs_me')).body.data;
    const row = rows.find(({ last }: { last: { text: string } }) => last.text.includes('on Saturday'));
    expect(row).toMatchObject({ name: 'Vic Cruz', waiting_for: 'inquiry' });
    const { entries } = (await agent.get(`/api/desk/clients/${row.id}/timeline`)).body.data;
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['inquiry', 'reply', 'inquiry']);
    expect(entries[0].inquiry).toMatchObject({ by_mail: 'answer', follows_id: id });
    await agent.post(`/api/desk/clients/${row.id}/replies`, {
      channel: 'email',
      content: 'Saturday at ten.',
      client_id: 'answer-by-desk-0001',
    });
    // The same for the whole thread, in the visitor's mail program too.
    const to = addressOf({ kind: 'inquiry', id });
    expect(replyAddressTo(email)).toBe(to);
    const ofThread = smtp.mails.filter((mail) => mail.to.includes(email));
    expect(ofThread).toHaveLength(2);
    for (const { raw } of ofThread) expect(raw).toContain(`References: <${to}>`);
  });

  test('two accounts in a conversation', async () => {
    const started = await ana.post('/api/conversations', {
      agentId: agent.id,
      subject: 'Parking',
      initialMessage: 'Is parking included?',
    });
    const { id } = started.body.data.conversation;
    await server.context.jobs.flush();
    const to = replyAddressTo(agent.user.email);
    expect(to).toBe(addressOf({ kind: 'conversation', id, userId: agent.id }));
    await send({ from: agent.user.email, to, text: 'One slot is.' });
    const messages = (await ana.get(`/api/conversations/${id}/messages`)).body.data;
    expect(messages.map(({ content }: { content: string }) => content)).toEqual([
      'Is parking included?',
      'One slot is.',
    ]);
  });
});

test('where no mail comes in, answers go to the agent’s own address, and no listener is open', async () => {
  const closed = await startTestServer({ data: 'empty', env: { smtpUrl: smtp.url } });
  try {
    expect(closed.inboundPort).toBeUndefined();
    expect((await closed.request('GET', '/api/site')).body.data.answersByMail).toBe(false);
    expect((await server.request('GET', '/api/site')).body.data.answersByMail).toBe(true);
  } finally {
    await closed.close();
  }
});
