import { type Attributes, type CreationAttributes, Op, QueryTypes } from 'sequelize';
import type { BaseContext } from '#server/context.ts';
import type { OutgoingMailModel } from '#server/db/models.ts';
import type { RawRow } from '#server/db/sql.ts';
import { isPermanentRefusal, type MailTransport, openTransport, sendLetter } from './transport.ts';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface MailMessage extends MailContent {
  recipient: string;
  /** Where an answer goes, when it is a person's mail that the site only carries. */
  replyTo?: string;
  /** The inquiry this mail answers: its `reply_delivery` says how the newest of its mails fared. */
  inquiryId?: number;
}

/** The one way out for mail. What is queued is stored first and sent by a worker, so that nobody waits for a mail server. */
export interface Mailer {
  /** Stores a mail within the change that causes it; it is sent once that is committed. @returns its id. */
  queue(message: MailMessage): Promise<number>;
  /** The same for many mails, in one statement. */
  queueAll(messages: readonly MailMessage[]): Promise<void>;
  /** Begins to send what is due, and looks again every few seconds. */
  start(): void;
  /** Ends after the mails being sent at this moment. */
  stop(): Promise<void>;
  /** Sends everything that is due now and resolves when that was tried. */
  flush(): Promise<void>;
}

/** The mailer is itself a part of the whole context, and made before it. */
type MailerContext = Pick<BaseContext, 'db' | 'env' | 'log' | 'systemSettings' | 'now'>;

const MINUTE_MS = 60_000;
const POLL_MS = 15_000;
/** Claimed together and sent side by side. */
const BATCH = 5;
/** A claimed mail whose process died is free again after this: longer than any one sending can take. */
const LEASE_MS = 10 * MINUTE_MS;
/** Minutes to wait after the first, second … failure; after one more the mail is given up. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 600, 1_440];
const MAX_ERROR_LENGTH = 500;

type ClaimedMail = RawRow<Omit<Attributes<OutgoingMailModel>, keyof Outcome> & MailContent>;

export function createMailer(context: MailerContext): Mailer {
  const { db, systemSettings, log, now } = context;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let underway: Promise<void> | null = null;
  let wasAskedMeanwhile = false;

  /** One round at a time; a request during a round starts another one after it. */
  function wake(): Promise<void> {
    wasAskedMeanwhile = true;
    underway ??= work().finally(() => {
      underway = null;
    });
    return underway;
  }

  async function work(): Promise<void> {
    while (wasAskedMeanwhile) {
      wasAskedMeanwhile = false;
      await sendDue(context).catch((error: unknown) => log.error({ err: error }, 'could not send mail'));
    }
  }

  function wakeIfRunning(): void {
    if (isRunning) void wake();
  }

  // A mail server may have been named, or mended.
  systemSettings.onReload(wakeIfRunning);

  return {
    async queue(message) {
      const mail = await db.models.OutgoingMail.create(toRow(message, now()));
      db.afterCommit(wakeIfRunning);
      return mail.id;
    },
    async queueAll(messages) {
      const at = now();
      await db.models.OutgoingMail.bulkCreate(messages.map((message) => toRow(message, at)));
      db.afterCommit(wakeIfRunning);
    },
    start() {
      isRunning = true;
      timer = setInterval(wakeIfRunning, POLL_MS);
      timer.unref();
      wakeIfRunning();
    },
    async stop() {
      isRunning = false;
      clearInterval(timer);
      await underway;
    },
    flush: wake,
  };
}

function toRow(message: MailMessage, at: Date): CreationAttributes<OutgoingMailModel> {
  const { recipient, subject, text, html } = message;
  return {
    recipient,
    reply_to: message.replyTo ?? null,
    subject,
    text,
    html,
    inquiry_id: message.inquiryId ?? null,
    next_attempt_at: at,
    created_at: at,
  };
}

/** While no mail server is named, mails stay queued and use up none of their attempts. */
async function sendDue(context: MailerContext): Promise<void> {
  const transport = openTransport(context);
  if (!transport) return;
  try {
    for (;;) {
      const mails = await claimDue(context);
      await Promise.all(mails.map((mail) => deliver(context, transport, mail)));
      if (mails.length < BATCH) return;
    }
  } finally {
    transport.close();
  }
}

/**
 * Takes the oldest due mails for this process alone: one statement counts the attempt and moves the due time
 * beyond the lease, so a second worker (or the same one after a crash) finds them not due.
 */
function claimDue({ db, now }: MailerContext): Promise<ClaimedMail[]> {
  const at = now();
  const skipLocked = db.dialect === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '';
  return db.transaction(() =>
    db.sequelize.query<ClaimedMail>(
      `UPDATE outgoing_mails SET attempts = attempts + 1, next_attempt_at = :leaseEnd
       WHERE id IN (
         SELECT id FROM outgoing_mails WHERE status = 'queued' AND next_attempt_at <= :at
         ORDER BY next_attempt_at, id LIMIT :batch ${skipLocked})
       RETURNING id, recipient, reply_to, inquiry_id, subject, text, html, attempts, created_at`,
      {
        replacements: { at, leaseEnd: new Date(at.getTime() + LEASE_MS), batch: BATCH },
        // Not UPDATE: the rows it returns are what is wanted.
        type: QueryTypes.SELECT,
      },
    ),
  );
}

async function deliver(context: MailerContext, transport: MailTransport, mail: ClaimedMail): Promise<void> {
  const id = `mail-${mail.id}-${new Date(mail.created_at).getTime()}`;
  try {
    await sendLetter(transport, context, { ...mail, id, replyTo: mail.reply_to });
  } catch (error) {
    await recordFailure(context, mail, error);
    return;
  }
  // The text is deleted once it is sent: it may hold a password reset link.
  await recordOutcome(context, mail, {
    status: 'sent',
    sent_at: context.now(),
    last_error: null,
    text: '',
    html: '',
  });
}

async function recordFailure(context: MailerContext, mail: ClaimedMail, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const wait = isPermanentRefusal(error) ? undefined : RETRY_MINUTES[mail.attempts - 1];
  context.log.warn({ mailId: mail.id, attempts: mail.attempts, reason }, 'mail was not sent');
  const last_error = reason.slice(0, MAX_ERROR_LENGTH);
  if (wait === undefined)
    await recordOutcome(context, mail, { status: 'failed', last_error, text: '', html: '' });
  else {
    const next_attempt_at = new Date(context.now().getTime() + wait * MINUTE_MS);
    await recordOutcome(context, mail, { next_attempt_at, last_error });
  }
}

type Outcome = Partial<
  Pick<OutgoingMailModel, 'sent_at' | 'next_attempt_at' | 'last_error' | 'text' | 'html'> & {
    status: 'sent' | 'failed';
  }
>;

/** Writes the outcome unless another process claimed the mail since, after this one's lease had ended. */
async function recordOutcome({ db }: MailerContext, mail: ClaimedMail, outcome: Outcome): Promise<void> {
  const { OutgoingMail, Inquiry } = db.models;
  await db.transaction(async () => {
    const where = { id: mail.id, attempts: { [Op.eq]: mail.attempts }, status: 'queued' as const };
    const [written] = await OutgoingMail.update(outcome, { where });
    if (!written || !outcome.status || mail.inquiry_id === null) return;
    // An inquiry may be answered again before its first answer got through: the newest one counts.
    const newest = await OutgoingMail.max('id', { where: { inquiry_id: mail.inquiry_id } });
    if (newest === mail.id)
      await Inquiry.update({ reply_delivery: outcome.status }, { where: { id: mail.inquiry_id } });
  });
}
