import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { type BaseContext, type OutboundContext, requireOutbound } from '#server/context.ts';
import { isLoopbackHost } from '#server/env.ts';
import { type Message, msg } from '#shared/messages.ts';

/** Milliseconds for each step of a mail server; the job's lease is longer than all of them. */
const limits = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  disableFileAccess: true,
  disableUrlAccess: true,
};

interface MailServer {
  /** For people. */
  name: string;
  options: SMTPTransport.Options;
  /** The mails may be sent without TLS where the server offers none. */
  mayBePlain: boolean;
}

/** The mail server: the settings', else SMTP_URL's. Null: none. */
function mailServerOf({ env, systemSettings }: OutboundContext): MailServer | null {
  const { smtpEnabled, smtpHost, smtpPort, smtpUser, smtpPassword, smtpEncryption } =
    systemSettings.current().email;
  if (smtpEnabled && smtpHost) {
    const isLocal = isLoopbackHost(smtpHost);
    const isRequired = smtpEncryption === 'required' && !isLocal;
    // Port 465 uses TLS from the first byte, the others switch by STARTTLS.
    const secure = smtpPort === 465;
    return {
      name: `${smtpHost}:${smtpPort}`,
      options: {
        host: smtpHost,
        port: smtpPort,
        secure,
        requireTLS: isRequired,
        ...(smtpUser ? { auth: { user: smtpUser, pass: smtpPassword } } : {}),
      },
      mayBePlain: !(secure || isRequired || isLocal),
    };
  }
  if (!env.smtpUrl) return null;
  const { host, hostname, protocol } = new URL(env.smtpUrl);
  const isLocal = isLoopbackHost(hostname);
  const isRequired = env.smtpTls === 'required' && !isLocal;
  return {
    name: `${host} (SMTP_URL)`,
    options: { url: env.smtpUrl, requireTLS: isRequired },
    mayBePlain: !(protocol === 'smtps:' || isRequired || isLocal),
  };
}

export const mayMailInPlainText = (context: OutboundContext): boolean =>
  mailServerOf(context)?.mayBePlain ?? false;

export const hasMailServer = (context: OutboundContext): boolean => mailServerOf(context) !== null;

type MailTransport = ReturnType<typeof createTransport>;

/** With the present settings. @returns null without a mail server. */
export function openTransport(context: OutboundContext): MailTransport | null {
  const server = mailServerOf(context);
  return server && createTransport({ ...limits, ...server.options });
}

export interface MailedFile {
  filename: string;
  contentType: string;
  content: Buffer;
}

interface Letter {
  /** Stays the same in retries, so that a mailbox can detect a duplicate. */
  id: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  attachments?: MailedFile[];
  /** One click there ends the mails of its kind (RFC 8058). */
  unsubscribeUrl?: string | null;
}

const OWN_ID = /^<mail-\d+-\d+@(.+)>$/;

const domainOf = ({ systemSettings }: Pick<BaseContext, 'systemSettings'>) =>
  systemSettings.current().email.fromEmail.split('@')[1] ?? 'localhost';

/** Whether a received mail is one that was sent from here, and came back. */
export const isOwnMail = (context: Pick<BaseContext, 'systemSettings'>, messageId: string): boolean =>
  OWN_ID.exec(messageId)?.[1] === domainOf(context);

const isThread = ({ env: { inbound } }: Pick<BaseContext, 'env'>, replyTo: string | null): boolean =>
  inbound !== undefined && replyTo?.split('@')[1] === inbound.address.split('@')[1];

export async function sendLetter(
  transport: MailTransport,
  context: OutboundContext & Pick<BaseContext, 'db'>,
  letter: Letter,
): Promise<void> {
  const { systemSettings, db } = context;
  db.refuseInTransaction();
  requireOutbound(context);
  const { application, email } = systemSettings.current();
  await transport.sendMail({
    from: { name: application.siteName, address: email.fromEmail },
    to: { name: '', address: letter.recipient },
    ...(letter.replyTo ? { replyTo: { name: '', address: letter.replyTo } } : {}),
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    attachments: letter.attachments ?? [],
    messageId: `<${letter.id}@${domainOf(context)}>`,
    // Mail programs show mails that refer to the same one as one thread, also where it is none that was sent.
    ...(isThread(context, letter.replyTo) ? { references: `<${letter.replyTo}>` } : {}),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(letter.unsubscribeUrl
        ? {
            'List-Unsubscribe': `<${letter.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  });
}

/** The mail server refused this recipient or this mail for good: no retry. */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false;
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500;
}

const MAX_WORDS = 300;

/** `response`: the mail server's own words. */
type MailError = { message: string; code?: unknown; response?: unknown };

const notFound = msg('The mail server at {server} could not be found: {words}').id;
const notReached = msg('The mail server at {server} could not be reached: {words}').id;

/** By nodemailer's error code. */
const failures: Record<string, string> = {
  EAUTH: msg('The mail server at {server} did not accept the user name or password: {words}').id,
  EENVELOPE: msg('The mail server at {server} refused the sender or recipient: {words}').id,
  EMESSAGE: msg('The mail server at {server} refused the email: {words}').id,
  EDNS: notFound,
  ENOTFOUND: notFound,
  ETIMEDOUT: msg('The mail server at {server} did not answer in time: {words}').id,
  ETLS: msg('The mail server at {server} could not agree on encryption: {words}').id,
  ESOCKET: notReached,
  ECONNECTION: notReached,
  ECONNREFUSED: notReached,
};

/** @returns the reason of a failure in a sentence or two for people, without any password. */
export function describeMailFailure(context: OutboundContext, error: unknown): Message {
  const failure: MailError = error instanceof Error ? error : { message: String(error) };
  const server = mailServerOf(context)?.name;
  const words = hideSecrets(context, quote(failure));
  const id = failures[String(failure.code)];
  return id && server ? { id, values: { server, words } } : msg('The email could not be sent: {words}', { words });
}

/** The server's own words, else the error's, on one line. */
function quote({ response, message }: MailError): string {
  const words = typeof response === 'string' && response !== '' ? response : message;
  return words.replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS);
}

/** A mail server may repeat the password, as it was sent or in base64. */
function hideSecrets({ systemSettings, env }: Pick<BaseContext, 'env' | 'systemSettings'>, words: string): string {
  const { smtpUser, smtpPassword } = systemSettings.current().email;
  const fromUrl = env.smtpUrl ? decodeURIComponent(new URL(env.smtpUrl).password) : '';
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return [smtpPassword, fromUrl]
    .filter((secret) => secret !== '')
    .flatMap((secret) => [base64(`\0${smtpUser}\0${secret}`), base64(secret), secret])
    .reduce((text, secret) => text.replaceAll(secret, '•••'), words);
}
