import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobModel } from '#server/db/models.ts';
import type { MailMessage } from '#server/mail/mailer.ts';
import { passwordResetMail } from '#server/mail/templates.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { readPart, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let smtp: TestSmtp;
let server: TestServer;
let clock = start;

beforeEach(async () => {
  clock = start;
  smtp = await startSmtp();
});

afterEach(async () => {
  await server.close();
  await smtp.close();
});

async function open(smtpUrl?: string): Promise<void> {
  server = await startTestServer({ data: 'empty', env: { smtpUrl }, now: () => new Date(clock) });
}

const letter: MailMessage = {
  recipient: 'ana@example.com',
  subject: 'Your viewing on Señorita Street',
  text: 'Hello Ana, see you at ten. ₱12,500,000 – it’s yours?',
  html: '<p>Hello Ana</p>',
};

const queue = (message: MailMessage = letter) =>
  server.context.db.transaction(() => server.context.mail.queue(message));

const readMail = (id: number) => server.context.db.models.OutgoingMail.findByPk(id, { rejectOnEmpty: true });

/** The job that sends it; none once it is sent. */
async function jobOf(id: number): Promise<JobModel> {
  const jobs = await server.context.db.models.Job.findAll({ where: { kind: 'mail' } });
  const job = jobs.find(({ payload }) => payload.mailId === id);
  if (!job) throw new Error('There is no job for this mail');
  return job;
}

async function saveSettings(category: string, settings: Record<string, unknown>): Promise<void> {
  const { db, systemSettings, bus } = server.context;
  const row = { category, settings };
  await db.transaction((transaction) => db.models.SystemSetting.upsert(row, { transaction }));
  await systemSettings.reload();
  bus.publish('systemSettingsChanged', { category });
}

describe('the outbox', () => {
  test('sends what was committed, from the site, in both forms', async () => {
    await open(smtp.url);
    await saveSettings('application', { siteName: 'Bahay, "Ko"' });
    await saveSettings('email', { fromEmail: 'hello@bahay.example' });
    const id = await queue();
    const [mail] = await smtp.waitFor(1);
    if (!mail) throw new Error('no mail');
    expect(mail).toMatchObject({ from: 'hello@bahay.example', to: ['ana@example.com'] });
    expect(mail.raw).toMatch(/^From: "Bahay, \\"Ko\\"" <hello@bahay\.example>\r$/m);
    expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mail.raw).toMatch(/^Message-ID: <mail-\d+-\d+@bahay\.example>\r$/im);
    expect(readPart(mail, 'text/plain').trim()).toBe(letter.text);
    expect(readPart(mail, 'text/html').trim()).toBe(letter.html);
    await expect.poll(async () => (await readMail(id)).status).toBe('sent');
    const row = await readMail(id);
    expect(row).toMatchObject({ text: '', html: '' });
    expect(await server.context.db.models.Job.count({ where: { kind: 'mail' } })).toBe(0);
    expect(row.sent_at?.getTime()).toBe(start);
  });

  test('an inquiry shows how the newest of its replies fared, which the agent is asked back about', async () => {
    await open(smtp.url);
    const { db, jobs } = server.context;
    const agent = await buildUser(server.context, { role: 'agent', email: 'agent@example.com' });
    const inquiry = await db.transaction((transaction) =>
      db.models.Inquiry.create(
        {
          agent_id: agent.id,
          user_id: null,
          property_id: null,
          name: 'Ana',
          email: 'ana@example.com',
          phone: null,
          property_interest: null,
          message: 'Is it free?',
          reply_delivery: 'queued',
        },
        { transaction },
      ),
    );
    const delivery = async () => (await inquiry.reload()).reply_delivery;
    const reply = { ...letter, replyTo: agent.email, inquiryId: inquiry.id };
    smtp.answerWith({ responseCode: 451, at: 'data' });
    await queue(reply);
    await jobs.flush();
    expect(await delivery(), 'it will be tried again').toBe('queued');
    smtp.answerWith({ responseCode: 550, at: 'recipient' });
    await queue(reply);
    await jobs.flush();
    expect(await delivery()).toBe('failed');
    smtp.answerWith(null);
    clock += MINUTE;
    await jobs.flush();
    expect(smtp.mails, 'the first reply gets through at last').toHaveLength(1);
    expect(await delivery(), 'but the newest counts').toBe('failed');
    await queue(reply);
    await jobs.flush();
    expect(await delivery()).toBe('sent');
    expect(smtp.mails[1]?.raw).toMatch(/^Reply-To: agent@example\.com\r$/m);
  });

  test('sends nothing of a change that was rolled back', async () => {
    await open(smtp.url);
    const { db, mail, jobs } = server.context;
    const undone = db.transaction(async () => {
      await mail.queue(letter);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await jobs.flush();
    expect(smtp.mails).toHaveLength(0);
    expect(await db.models.OutgoingMail.count()).toBe(0);
  });

  test('keeps mails while no server is named, and sends them once one is', async () => {
    await open();
    const id = await queue();
    await server.context.jobs.flush();
    expect(await readMail(id)).toMatchObject({ status: 'queued' });
    expect(await jobOf(id)).toMatchObject({ status: 'waiting', attempts: 0 });
    await saveSettings('email', { smtpEnabled: true, smtpHost: '127.0.0.1', smtpPort: smtp.port });
    await smtp.waitFor(1);
    await expect.poll(async () => (await readMail(id)).status).toBe('sent');
  });

  test('what an admin saved wins over the environment', async () => {
    const other = await startSmtp();
    await open(other.url);
    await saveSettings('email', {
      smtpEnabled: true,
      smtpHost: '127.0.0.1',
      smtpPort: smtp.port,
      smtpUser: 'silong',
      smtpPassword: 'p@ss word',
    });
    await queue();
    await smtp.waitFor(1);
    expect(smtp.logins).toEqual([{ username: 'silong', password: 'p@ss word' }]);
    expect(other.mails).toHaveLength(0);
    await saveSettings('email', { smtpEnabled: false, smtpHost: '127.0.0.1', smtpPort: smtp.port });
    await queue();
    await other.waitFor(1);
    await other.close();
  });

  test('tries again, later and later, and gives up in the end', async () => {
    await open(smtp.url);
    smtp.answerWith({ responseCode: 451, at: 'data' });
    const id = await queue();
    const waits: number[] = [];
    for (;;) {
      await server.context.jobs.flush();
      const row = await jobOf(id);
      if (row.status !== 'waiting') break;
      expect(row.last_error).toContain('refused by the test');
      waits.push((row.next_attempt_at.getTime() - clock) / MINUTE);
      clock = row.next_attempt_at.getTime() - 1;
      await server.context.jobs.flush();
      expect((await jobOf(id)).attempts, 'not before its time').toBe(row.attempts);
      clock += 1;
    }
    expect(waits).toEqual([1, 5, 15, 60, 180, 600, 1_440]);
    expect(await jobOf(id)).toMatchObject({ status: 'failed', attempts: 8 });
    expect(await readMail(id), 'an admin may have it tried again').toMatchObject({
      ...letter,
      status: 'failed',
    });
    expect(smtp.mails).toHaveLength(0);
  });

  test('sends a mail that failed once the server is well again', async () => {
    await open(smtp.url);
    smtp.answerWith({ responseCode: 451, at: 'recipient' });
    const id = await queue();
    await server.context.jobs.flush();
    smtp.answerWith(null);
    clock += MINUTE;
    await server.context.jobs.flush();
    expect(smtp.mails).toHaveLength(1);
    expect((await readMail(id)).status).toBe('sent');
  });

  test('does not ask again when the recipient does not exist', async () => {
    await open(smtp.url);
    smtp.answerWith({ responseCode: 550, at: 'recipient' });
    const id = await queue();
    await server.context.jobs.flush();
    expect((await readMail(id)).status).toBe('failed');
    const job = await jobOf(id);
    expect(job).toMatchObject({ status: 'failed', attempts: 1 });
    expect(job.last_error).toContain('550');
  });

  test('a server that is not there loses nothing', async () => {
    await smtp.close();
    await open(smtp.url);
    const id = await queue();
    await server.context.jobs.flush();
    expect((await readMail(id)).status).toBe('queued');
    const job = await jobOf(id);
    expect(job).toMatchObject({ status: 'waiting', attempts: 1 });
    expect(job.last_error).toMatch(/ECONNREFUSED/);
    smtp = await startSmtp();
  });

  test('one bad mail does not hold up the others', async () => {
    await open();
    const ids = [];
    for (let at = 0; at < 12; at += 1) ids.push(await queue({ ...letter, recipient: `p${at}@example.com` }));
    await queue({ ...letter, recipient: 'not an address' });
    await saveSettings('email', { smtpEnabled: true, smtpHost: '127.0.0.1', smtpPort: smtp.port });
    await smtp.waitFor(12);
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(ids.map((_, at) => `p${at}@example.com`).sort());
  });
});

describe('letters', () => {
  test('escape what people wrote', async () => {
    await open();
    await saveSettings('application', { siteName: 'A & B <Homes>' });
    const { text, html, subject } = passwordResetMail(server.context, null, {
      // Greeted by the first word.
      name: '<img/src=x/onerror="alert(1)"> Santos',
      link: 'https://homes.example/reset-password?token=abc&x="1"',
    });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img/src=x/onerror=&quot;alert(1)&quot;&gt;');
    expect(html).toContain('href="https://homes.example/reset-password?token=abc&amp;x=&quot;1&quot;"');
    expect(html).toContain('A &amp; B &lt;Homes&gt;');
    expect(text).toContain('<img/src=x');
    expect(text).toContain('https://homes.example/reset-password?token=abc&x="1"');
    expect(subject).toBe('Set a new password for A & B <Homes>');
  });

  test('cannot be given another recipient or header', async () => {
    await open(smtp.url);
    await queue({
      ...letter,
      recipient: 'ana@example.com',
      subject: 'Hello\r\nBcc: everyone@example.com\r\n\r\nbody',
    });
    const [mail] = await smtp.waitFor(1);
    expect(mail?.to).toEqual(['ana@example.com']);
    expect(mail?.raw).not.toMatch(/^Bcc:/im);
  });
});
