import { Op } from 'sequelize';
import type { OutgoingMailModel } from '#server/db/models.ts';
import type { Priority } from '#server/jobs/leases.ts';
import { type JobQueue, PermanentFailure } from '#server/jobs/queue.ts';
import { SaidError } from '#server/languages.ts';
import { toJpeg } from '#server/media/pictures.ts';
import type { MediaContext } from '#server/media/service.ts';
import { msg } from '#shared/messages.ts';
import {
  describeMailFailure,
  hasMailServer,
  isPermanentRefusal,
  type MailedFile,
  openTransport,
  sendLetter,
} from './transport.ts';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Third persons whom a notice or a mail names or quotes: accounts, and inquiries of people without one. */
export interface About {
  users?: readonly (number | null)[];
  inquiries?: readonly number[];
}

/** Rows for a stored notice or mail. */
export const mentionsOf = (
  { users = [], inquiries = [] }: About = {},
  where: { notification_id: number } | { mail_id: number },
) => [
  ...users.flatMap((user_id) => (user_id === null ? [] : { user_id, ...where })),
  ...inquiries.map((inquiry_id) => ({ inquiry_id, ...where })),
];

export interface MailMessage extends MailContent {
  recipient: string;
  /** Where a reply goes, for a person's mail that the site forwards. */
  replyTo?: string;
  /** The answered inquiry, whose `reply_delivery` is the outcome of the newest of its mails. */
  inquiryId?: number;
  /** The delivered reply, whose `delivery` is the outcome. */
  replyId?: number;
  /** One click there ends the mails of its kind. */
  unsubscribeUrl?: string;
  about?: About | undefined;
  /** Later the mail would mislead (an expired link): it is dropped if it still waits. */
  goodUntil?: Date;
  /** By default 'normal'; 'urgent' for mails that the user waits for in front of the screen. */
  priority?: Priority;
}

export type Mailer = ReturnType<typeof createMailer>;

type MailerContext = Pick<MediaContext, 'db' | 'env' | 'systemSettings' | 'now' | 'media'> & { jobs: JobQueue };

const MINUTE = 60;
const RETRY_SECONDS = [1, 5, 15, 60, 180, 600, 1_440].map((minutes) => minutes * MINUTE);
/** Sent side by side. */
const AT_ONCE = 5;

/** Sends all mails: stored first and sent by a job, so that no request waits for a mail server. */
export function createMailer(context: MailerContext) {
  const { db, systemSettings, jobs, now } = context;
  const { OutgoingMail, Mention } = db.models;

  jobs.handle<'mail', boolean>('mail', {
    atOnce: AT_ONCE,
    retrySeconds: RETRY_SECONDS,
    isReady: () => hasMailServer(context),
    async run({ mailId, goodUntil }, signal) {
      const isOutdated = goodUntil !== undefined && Date.parse(goodUntil) <= now().getTime();
      if (!isOutdated) await deliver(context, mailId, signal);
      return isOutdated;
    },
    // A sent mail's text and signed address are deleted: they may contain a password reset link.
    async apply({ mailId }, isOutdated) {
      if (isOutdated) return void (await OutgoingMail.destroy({ where: { id: mailId } }));
      const emptied = { text: '', html: '', unsubscribe_url: null };
      await recordOutcome(context, mailId, { status: 'sent', sent_at: now(), ...emptied });
    },
    giveUp: ({ mailId }) => recordOutcome(context, mailId, { status: 'failed' }),
  });
  // The settings may name a mail server now.
  systemSettings.onReload(jobs.wake);

  return {
    /** Stores a mail in the running transaction; it is sent after the commit. @returns its id. */
    async queue({ priority = 'normal', ...message }: MailMessage): Promise<number> {
      const mail = await OutgoingMail.create(toRow(message, now()));
      await Mention.bulkCreate(mentionsOf(message.about, { mail_id: mail.id }));
      await jobs.add('mail', toPayload(mail, message), { priority });
      return mail.id;
    },
    /** The same for many mails, in one statement. */
    async queueAll(messages: readonly Omit<MailMessage, 'priority'>[], priority: Priority): Promise<void> {
      const at = now();
      const rows = messages.map((message) => toRow(message, at));
      const mails = await OutgoingMail.bulkCreate(rows, { returning: true });
      await Mention.bulkCreate(mails.flatMap(({ id }, nth) => mentionsOf(messages[nth]?.about, { mail_id: id })));
      const payloads = mails.map((mail, nth) => toPayload(mail, messages[nth]));
      await jobs.addAll('mail', payloads, { priority });
    },
    /** Deletes all waiting mails, in the running transaction. Answers to inquiries are recorded as failed. */
    async dropWaiting(): Promise<void> {
      const answers = { status: 'queued' as const, inquiry_id: { [Op.ne]: null } };
      for (const { id } of await OutgoingMail.findAll({ attributes: ['id'], where: answers }))
        await recordOutcome(context, id, { status: 'failed' });
      await OutgoingMail.destroy({ where: { status: 'queued' } });
      await db.models.Job.destroy({ where: { kind: 'mail', status: 'waiting' } });
    },
  };
}

const toPayload = ({ id }: { id: number }, message: Pick<MailMessage, 'goodUntil'> | undefined) => ({
  mailId: id,
  ...(message?.goodUntil && { goodUntil: message.goodUntil.toISOString() }),
});

function toRow(
  { recipient, subject, text, html, replyTo, inquiryId, replyId, unsubscribeUrl }: MailMessage,
  created_at: Date,
) {
  return {
    recipient,
    reply_to: replyTo ?? null,
    subject,
    text,
    html,
    inquiry_id: inquiryId ?? null,
    reply_id: replyId ?? null,
    unsubscribe_url: unsubscribeUrl ?? null,
    created_at,
  };
}

/** @throws {PermanentFailure} the mail server refused it for good. */
async function deliver(context: MailerContext, mailId: number, signal: AbortSignal): Promise<void> {
  const mail = await context.db.models.OutgoingMail.findByPk(mailId);
  // The recipient's account was erased, or the mail was sent by a process that ended before it recorded that.
  if (!mail || mail.status === 'sent') return;
  const transport = openTransport(context);
  if (!transport) throw new SaidError(msg('No mail server is named'));
  const stop = () => transport.close();
  signal.addEventListener('abort', stop);
  try {
    const id = `mail-${mail.id}-${mail.created_at.getTime()}`;
    const { recipient, subject, text, html, reply_to: replyTo, unsubscribe_url: unsubscribeUrl } = mail;
    const attachments = await readFiles(context, mail);
    const words = { recipient, replyTo, subject, text, html };
    await sendLetter(transport, context, { id, ...words, attachments, unsubscribeUrl });
  } catch (error) {
    const reason = describeMailFailure(context, error);
    throw isPermanentRefusal(error) ? new PermanentFailure(reason) : new SaidError(reason);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** The files of an answer. Pictures go as JPEG: many mail programs do not show WebP. @throws {PermanentFailure} one is lost. */
async function readFiles({ db, media }: MailerContext, { reply_id }: OutgoingMailModel): Promise<MailedFile[]> {
  if (reply_id === null) return [];
  const rows = await db.models.Attachment.findAll({ where: { reply_id }, order: ['id'] });
  const files: MailedFile[] = [];
  for (const { hash, secret, name, type } of rows) {
    const content = await media.readPrivate({ hash, secret });
    if (!content) throw new PermanentFailure(msg('A file of this email is lost'));
    if (type === 'application/pdf') files.push({ filename: name, contentType: type, content });
    else {
      const filename = name.replace(/\.webp$/, '.jpg');
      files.push({ filename, contentType: 'image/jpeg', content: await toJpeg(content) });
    }
  }
  return files;
}

type Outcome = Partial<Pick<OutgoingMailModel, 'sent_at' | 'text' | 'html' | 'unsubscribe_url'>> & {
  status: 'sent' | 'failed';
};

async function recordOutcome({ db }: MailerContext, mailId: number, outcome: Outcome): Promise<void> {
  const { OutgoingMail, Inquiry, InquiryReply } = db.models;
  const mail = await OutgoingMail.findByPk(mailId);
  if (!mail) return;
  await mail.update(outcome);
  if (mail.reply_id !== null)
    await InquiryReply.update({ delivery: outcome.status }, { where: { id: mail.reply_id } });
  if (mail.inquiry_id === null) return;
  // An inquiry may be answered again before its first answer is delivered: the newest one counts.
  const newest = await OutgoingMail.max('id', { where: { inquiry_id: mail.inquiry_id } });
  if (newest === mailId)
    await Inquiry.update({ reply_delivery: outcome.status }, { where: { id: mail.inquiry_id } });
}
