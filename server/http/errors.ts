import { Readable } from 'node:stream';
import type { Context, Next } from 'koa';
import { BaseError, ForeignKeyConstraintError, UniqueConstraintError } from 'sequelize';
import type { BaseContext } from '#server/context.ts';
import { isDatabaseUnavailable, TransactionTimeoutError } from '#server/db/deadlines.ts';
import { languageOfRequest, SaidError, translator } from '#server/languages.ts';
import { type Challenge, type ErrorBody, type ErrorCode, errorStatus } from '#shared/contracts/common.ts';
import { type Message, msg } from '#shared/messages.ts';

export interface Fault {
  path: string;
  message: Message;
}

/** An error for the caller: a sentence for people, a stable code for programs, the HTTP status. */
export class ApiError extends SaidError {
  readonly status: number;

  constructor(
    readonly kind: ErrorCode,
    override readonly sentence: Message,
    /** Narrower than the kind, where clients distinguish two causes. */
    readonly code: string = kind,
    readonly options: {
      issues?: Fault[];
      retryAfterSeconds?: number;
      challenge?: Challenge | undefined;
      data?: unknown;
    } = {},
  ) {
    super(sentence);
    this.status = errorStatus[kind];
  }

  /** @param language of the sentences. */
  toBody(language: string): ErrorBody {
    const { issues, challenge, data } = this.options;
    const say = translator(language);
    return {
      success: false,
      error: say(this.sentence),
      code: this.code,
      ...(this.sentence.values ? { values: this.sentence.values } : {}),
      ...(issues ? { issues: issues.map(({ path, message }) => ({ path, message: say(message) })) } : {}),
      ...(challenge ? { challenge } : {}),
      ...(data === undefined ? {} : { data }),
    };
  }
}

export class InvalidInputError extends ApiError {
  constructor(issues: Fault[], sentence = issues[0]?.message ?? msg('The request is not valid')) {
    super('invalid_input', sentence, 'invalid_input', { issues });
  }
}

export const invalidField = (path: string, message: Message) => new InvalidInputError([{ path, message }]);

export class UnauthorizedError extends ApiError {
  constructor(sentence = msg('Please log in to continue'), code = 'unauthorized') {
    super('unauthorized', sentence, code);
  }
}

export class ForbiddenError extends ApiError {
  constructor(sentence = msg('You are not allowed to do this'), code = 'forbidden') {
    super('forbidden', sentence, code);
  }
}

const notFound = {
  account: msg('Account not found'),
  address: msg('Address not found'),
  agent: msg('Agent not found'),
  application: msg('Application not found'),
  attachment: msg('File not found'),
  backup: msg('Backup not found'),
  building: msg('Building not found'),
  client: msg('Client not found'),
  daysOff: msg('Days off not found'),
  conversation: msg('Conversation not found'),
  comment: msg('Comment not found'),
  favorite: msg('Favorite not found'),
  item: msg('Listing not found in this list'),
  list: msg('List not found'),
  invitation: msg('Invitation not found'),
  member: msg('Member not found'),
  office: msg('Office not found'),
  inquiry: msg('Inquiry not found'),
  job: msg('Job not found'),
  notification: msg('Notification not found'),
  pair: msg('Pair not found'),
  picture: msg('Image not found'),
  property: msg('Property not found'),
  pushSubscription: msg('Device not found'),
  reply: msg('Answer not found'),
  report: msg('Report not found'),
  request: msg('Request not found'),
  review: msg('Review not found'),
  savedReply: msg('Saved reply not found'),
  savedSearch: msg('Saved search not found'),
  note: msg('Note not found'),
  passkey: msg('Passkey not found'),
  view: msg('View not found'),
  webhook: msg('Webhook not found'),
  webhookDelivery: msg('Delivery not found'),
  provider: msg('No login service is set up here'),
  session: msg('Session not found'),
  token: msg('API token not found'),
  signal: msg('Signal not found'),
  sitemap: msg('Sitemap not found'),
  user: msg('User not found'),
  viewing: msg('Viewing not found'),
} satisfies Record<string, Message>;

/** Also answered for hidden records, so that their existence is not revealed. */
export class NotFoundError extends ApiError {
  constructor(thing: keyof typeof notFound) {
    super('not_found', notFound[thing]);
  }
}

/** @param thing false: it exists, but not for this caller. @throws {NotFoundError} for null, undefined and false. */
export function found<Thing>(thing: Thing | null | undefined | false, name: keyof typeof notFound): Thing {
  if (thing === null || thing === undefined || thing === false) throw new NotFoundError(name);
  return thing;
}

export class ConflictError extends ApiError {
  /** @param data the present state, for the caller to see. */
  constructor(sentence: Message, code = 'conflict', data?: unknown) {
    super('conflict', sentence, code, { data });
  }
}

export class TooManyRequestsError extends ApiError {
  /** @param challenge can be solved instead of waiting. */
  constructor(sentence: Message, retryAfterSeconds: number, code = 'too_many_requests', challenge?: Challenge) {
    super('too_many_requests', sentence, code, { retryAfterSeconds, challenge });
  }
}

const RETRY_AFTER_SECONDS = 5;

export class UnavailableError extends ApiError {
  constructor(sentence: Message, code: 'maintenance' | 'unavailable' = 'unavailable') {
    super(code, sentence, code, code === 'unavailable' ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {});
  }
}

/** Middleware: writes every error body. An unexpected error is logged in full and answered with a general sentence. */
export function errorHandler({ log }: Pick<BaseContext, 'log'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined && ctx.path.startsWith('/api/')) throw unknownCall(ctx);
    } catch (cause) {
      const error = toApiError(cause);
      const about = { route: ctx.state.route?.call.path };
      if (error.kind === 'internal' || cause instanceof TransactionTimeoutError)
        log.error({ err: cause, ...about }, 'request failed');
      else if (isDatabaseUnavailable(cause) || isFullDisk(cause))
        log.warn({ reason: (cause as Error).message, ...about }, 'database or disk unavailable');
      ctx.status = error.status;
      ctx.state.errorCode = error.code;
      ctx.set('Cache-Control', 'no-store');
      if (error.options.retryAfterSeconds) ctx.set('Retry-After', String(error.options.retryAfterSeconds));
      ctx.body = error.toBody(languageOfRequest(ctx.get('Accept-Language')));
    }
  };
}

/** Middleware: destroys the connection of a stream that fails while it is compressed; it would stay open for ever. */
export function endBrokenStreams({ log }: Pick<BaseContext, 'log'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    if (!(ctx.body instanceof Readable)) return;
    ctx.body.once('error', (error) => {
      // The client has disconnected, and Koa ended the stream.
      if (ctx.res.destroyed) return;
      log.error({ err: error }, 'an answer broke off');
      ctx.res.destroy();
    });
  };
}

function unknownCall(ctx: Context): ApiError {
  return new ApiError(
    'not_found',
    msg('There is no {method} {path}', { method: ctx.method, path: ctx.path }),
    'unknown_call',
  );
}

export const UNEXPECTED = msg('Something went wrong on our side. Please try again.');

/** The error to answer with; `internal` for unexpected causes. */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  // Two requests raced for one unique value.
  if (cause instanceof UniqueConstraintError) return new ConflictError(msg('This already exists'));
  // The parent row was deleted at the same moment.
  if (cause instanceof ForeignKeyConstraintError)
    return new ConflictError(msg('The item this belongs to was just removed'), 'gone');
  if (isDatabaseUnavailable(cause) || isFullDisk(cause))
    return new UnavailableError(msg('The server cannot do this right now. Please try again.'));
  const fault = cause instanceof BaseError ? undefined : httpFaultOf(cause);
  if (fault) return fault;
  return new ApiError('internal', UNEXPECTED);
}

/** A file could not be written: disk full, quota, or read-only. */
function isFullDisk(cause: unknown): boolean {
  const { code } = (cause ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS';
}

/** Koa's body parser and router throw http-errors, which have a status. Undefined for other errors. */
function httpFaultOf(cause: unknown): ApiError | undefined {
  const { status } = (cause ?? {}) as { status?: unknown };
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  if (status === 404) return new ApiError('not_found', msg('Not found'));
  if (status === 413) return new ApiError('payload_too_large', msg('The request is too large'));
  if (status === 415)
    return new ApiError('unsupported_media_type', msg('This content type is not supported here'));
  return new InvalidInputError([
    { path: 'body', message: msg('The request could not be read: it is not valid JSON') },
  ]);
}
