import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { UniqueConstraintError } from 'sequelize';
import { isClosedForMaintenance, MAINTENANCE_MESSAGE } from '#server/context.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readBearerToken } from '#server/http/access.ts';
import { ApiError, NotFoundError, UnauthorizedError, UnavailableError } from '#server/http/errors.ts';
import { isSame } from '#server/http/observe.ts';
import { isJson, receiveBody } from '#server/http/requestBody.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { type IncomingMail, readIncomingMail } from '#server/mail/incomingMail.ts';
import { isOwnMail } from '#server/mail/transport.ts';
import { inboundMailCalls, type MailOutcome } from '#shared/contracts/inboundMail.ts';
import { MAX_MAIL_BYTES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { keepFiles, placeMail } from './writes.ts';

/** Addresses of one mail; nobody is in more conversations at once. */
export const MAX_ADDRESSES = 5;

export interface Envelope {
  /** Empty for failure reports, which nothing may answer. Undefined: unknown. */
  sender?: string;
  /** Undefined: the mail's own headers name them. */
  recipients?: readonly string[];
}

export function registerInboundMail(routes: ApiRoutes, context: ServerContext): void {
  const { env } = context;
  routes.on('inboundMail', 'receive', inboundMailCalls.receive, async ({ ctx }) => {
    const type = ctx.request.is(Object.keys(wrappings)) || '';
    const unwrap = wrappings[type];
    if (!unwrap || (type === 'application/json' && !isJson(ctx)))
      throw new ApiError(
        'unsupported_media_type',
        msg('Send the email as it is, with the header Content-Type: message/rfc822'),
      );
    if (!env.inbound?.token) throw new NotFoundError('address');
    const token = readToken(ctx.get('Authorization'));
    if (token === null || !isSame(token, env.inbound.token)) throw new UnauthorizedError();
    if (Number(ctx.get('content-length') || 0) > MAX_POSTED_BYTES) throw tooLarge();
    return receiveBody(
      ctx,
      { kind: 'large' },
      () => collect(ctx.req, MAX_POSTED_BYTES),
      async (body) => {
        if (!body) throw tooLarge();
        const raw = await unwrap(body, ctx.get('content-type'));
        if (!raw) throw new ApiError('invalid_input', msg('This email could not be read'));
        if (raw.length > MAX_MAIL_BYTES) throw tooLarge();
        return { outcomes: await receiveMail(context, raw, {}) };
      },
    );
  });
}

/** A mail within a form or JSON is a little longer. */
const MAX_POSTED_BYTES = 1.1 * MAX_MAIL_BYTES;

/** Fields with the whole mail as providers name them: SendGrid 'email', Mailgun 'body-mime', Postmark 'RawEmail'. */
const RAW_FIELDS = ['email', 'body-mime', 'RawEmail'];

type Unwrap = (body: Buffer, type: string) => Promise<Buffer | null>;

/** The mail in a posted body, by the type of that; null: there is none. */
const wrappings: Record<string, Unwrap> = {
  'message/rfc822': async (body) => body,
  async 'application/json'(body) {
    try {
      const fields: Record<string, unknown> | null = JSON.parse(body.toString());
      return firstOf((name) => fields?.[name]);
    } catch {
      return null;
    }
  },
  async 'application/x-www-form-urlencoded'(body) {
    const fields = new URLSearchParams(body.toString());
    return firstOf((name) => fields.get(name));
  },
  'multipart/form-data': (body, type) =>
    new Promise<Buffer | null>((resolve, reject) => {
      let chunks: Buffer[] | null = null;
      const form = new Busboy({
        headers: { 'content-type': type },
        // As bytes: the mail's own encodings are not those of the form.
        isPartAFile: (name) => RAW_FIELDS.includes(name ?? ''),
        limits: { files: 1, fields: 100, parts: 120, fieldSize: 64 * 1024 },
      });
      form.on('file', (_name, stream) => {
        const found: Buffer[] = [];
        chunks = found;
        stream.on('data', (chunk: Buffer) => found.push(chunk));
        stream.on('error', reject);
      });
      form.on('finish', () => resolve(chunks && Buffer.concat(chunks)));
      form.on('error', reject);
      form.end(body);
    }).catch(() => null),
};

const firstOf = (read: (name: string) => unknown): Buffer | null => {
  const text = RAW_FIELDS.map(read).find((value) => typeof value === 'string' && value !== '');
  return typeof text === 'string' ? Buffer.from(text) : null;
};

/** Providers that set no header put the token into the address, as a password (`https://mail:TOKEN@…`). */
const readToken = (header: string): string | null => {
  const [, basic] = /^Basic +([\w+/=-]+) *$/i.exec(header) ?? [];
  if (basic === undefined) return readBearerToken(header);
  return Buffer.from(basic, 'base64').toString().split(/:(.*)/s)[1] ?? null;
};

const tooLarge = () => new ApiError('payload_too_large', msg('This email is too large'));

/** Reads a stream to its end, which its sender waits for. @returns null: it is larger. */
export function collect(
  stream: Readable,
  maxBytes: number,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) chunks.length = 0;
      else {
        chunks.push(chunk);
        onBytes(chunk.length);
      }
    });
    stream.once('end', () => resolve(bytes > maxBytes ? null : Buffer.concat(chunks)));
    stream.once('error', reject);
    stream.once('close', () => reject(new ApiError('invalid_input', msg('The request was interrupted'))));
  });
}

/**
 * Stores a received mail before it returns: its sender may then forget it.
 * @returns the outcome for each address of ours.
 * @throws {ApiError} 400 it cannot be read; 429 too many of one sender; 503 the site is closed.
 */
export async function receiveMail(
  context: ServerContext,
  raw: Buffer,
  envelope: Envelope,
): Promise<MailOutcome[]> {
  const { replyAddresses, metrics, log } = context;
  if (isClosedForMaintenance(context)) throw new UnavailableError(MAINTENANCE_MESSAGE, 'maintenance');
  const mail = await readIncomingMail(raw).catch((error: unknown) => {
    log.info({ err: error }, 'a mail that came in could not be read');
    throw new ApiError('invalid_input', msg('This email could not be read'));
  });
  const named = (envelope.recipients ?? mail.recipients).filter((address) => replyAddresses?.isOurs(address));
  const addresses = [...new Set(named.map((address) => address.toLowerCase()))].slice(0, MAX_ADDRESSES);
  const outcomes: MailOutcome[] = [];
  for (const address of addresses)
    outcomes.push(await receiveAt(context, mail, { address, raw, isReport: envelope.sender === '' }));
  if (addresses.length === 0) outcomes.push('refused');
  for (const outcome of outcomes) metrics.incomingMails.inc({ outcome });
  return outcomes;
}

interface Arrival {
  address: string;
  raw: Buffer;
  isReport: boolean;
}

async function receiveAt(
  context: ServerContext,
  mail: IncomingMail,
  { address, raw, isReport }: Arrival,
): Promise<MailOutcome> {
  const { db, now } = context;
  const { IncomingMail: Received } = db.models;
  const key = hash('sha256', `${mail.messageId ?? hash('sha256', raw)}\n${address}`);
  // Nothing is stored of these, however often they come.
  if (isReport || isAnswerOfMachine(context, mail)) return 'dropped';
  if (await Received.findOne({ where: { key } })) return 'duplicate';
  const files = await keepFiles(context, mail, address);
  const authentication = mail.authentication?.text ?? null;
  try {
    return await db.transaction(async () => {
      const placed = await placeMail(context, mail, address, files);
      if (placed.outcome === 'placed' || placed.outcome === 'inquiry')
        await Received.create({ ...placed, key, authentication, created_at: now() });
      return placed.outcome;
    });
  } catch (error) {
    // It came twice at once.
    if (error instanceof UniqueConstraintError) return 'duplicate';
    throw error;
  }
}

/** Also of this site itself: its mails must not talk to each other. */
function isAnswerOfMachine(context: ServerContext, { messageId, from, isAutomatic }: IncomingMail): boolean {
  const { systemSettings, replyAddresses } = context;
  const own = systemSettings.current().email.fromEmail.toLowerCase();
  return (
    isAutomatic ||
    !from ||
    from.address === own ||
    Boolean(replyAddresses?.isOurs(from.address)) ||
    (messageId !== null && isOwnMail(context, messageId))
  );
}
