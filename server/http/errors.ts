import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import { BaseError, ForeignKeyConstraintError, UniqueConstraintError } from 'sequelize';
import type { BaseContext } from '#server/context.ts';
import { type ErrorBody, type ErrorCode, errorStatus, type Issue } from '#shared/contracts/common.ts';

/** A failure the caller is told about: a sentence for people, a stable code for programs, the status for HTTP. */
export class ApiError extends Error {
  readonly status: number;

  constructor(
    readonly kind: ErrorCode,
    message: string,
    /** A narrower code than the kind, where a client has to tell two causes apart. */
    readonly code: string = kind,
    readonly options: { issues?: Issue[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = errorStatus[kind];
  }

  toBody(): ErrorBody {
    const { issues } = this.options;
    return { success: false, error: this.message, code: this.code, ...(issues ? { issues } : {}) };
  }
}

export class InvalidInputError extends ApiError {
  constructor(issues: Issue[], message = issues[0]?.message ?? 'The request is not valid') {
    super('invalid_input', message, 'invalid_input', { issues });
  }
}

export class UnauthorizedError extends ApiError {
  constructor(message = 'Please log in to continue', code = 'unauthorized') {
    super('unauthorized', message, code);
  }
}

export class ForbiddenError extends ApiError {
  constructor(message = 'You are not allowed to do this', code = 'forbidden') {
    super('forbidden', message, code);
  }
}

/** Also what a record that may not be seen answers: its existence is not given away. */
export class NotFoundError extends ApiError {
  constructor(thing: string) {
    super('not_found', `${thing} not found`);
  }
}

export class ConflictError extends ApiError {
  constructor(message: string, code = 'conflict') {
    super('conflict', message, code);
  }
}

export class TooManyRequestsError extends ApiError {
  constructor(message: string, retryAfterSeconds: number, code = 'too_many_requests') {
    super('too_many_requests', message, code, { retryAfterSeconds });
  }
}

export class UnavailableError extends ApiError {
  constructor(message: string, code: 'maintenance' | 'unavailable' = 'unavailable') {
    super(code, message, code);
  }
}

/** Of a body that was refused: so much is still taken in, so that its sender gets to read the answer. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

interface HttpFault {
  status: number;
  type?: string;
}

/** The one place that writes an error body. An unforeseen error is logged in full and answered with a general sentence. */
export function errorHandler({ log }: Pick<BaseContext, 'log'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined && ctx.path.startsWith('/api/'))
        throw unknownCall(ctx);
    } catch (cause) {
      if (!ctx.req.complete) drain(ctx.req);
      const error = toApiError(cause);
      if (error.status >= 500 && error.kind === 'internal')
        log.error({ err: cause, path: ctx.path }, 'request failed');
      ctx.status = error.status;
      ctx.set('Cache-Control', 'no-store');
      if (error.options.retryAfterSeconds) ctx.set('Retry-After', String(error.options.retryAfterSeconds));
      ctx.body = error.toBody();
    }
  };
}

/** Takes in what is left of a refused body, up to a bound. */
function drain(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) request.destroy();
  });
  request.resume();
}

function unknownCall(ctx: Context): ApiError {
  return new ApiError('not_found', `There is no ${ctx.method} ${ctx.path}`, 'unknown_call');
}

function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  // Two requests raced for one unique value and the service did not foresee it: a conflict, not a fault of ours.
  if (cause instanceof UniqueConstraintError) return new ConflictError('This already exists');
  // What it belongs to was deleted at that very moment.
  if (cause instanceof ForeignKeyConstraintError)
    return new ConflictError('What this belongs to was just removed', 'gone');
  if (!(cause instanceof BaseError) && isHttpFault(cause)) return fromHttpFault(cause);
  return new ApiError('internal', 'Something went wrong on our side. Please try again.');
}

/** Koa's body parser and router throw http-errors: a status and a type. */
function isHttpFault(cause: unknown): cause is HttpFault {
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'status' in cause &&
    typeof cause.status === 'number' &&
    cause.status >= 400 &&
    cause.status < 500
  );
}

function fromHttpFault(fault: HttpFault): ApiError {
  switch (fault.status) {
    case 413:
      return new ApiError('payload_too_large', 'The request is too large');
    case 415:
      return new ApiError('unsupported_media_type', 'This kind of content is not supported here');
    case 404:
      return new ApiError('not_found', 'Not found');
    default:
      return new InvalidInputError([
        { path: 'body', message: 'The request could not be read: it is not valid JSON' },
      ]);
  }
}
