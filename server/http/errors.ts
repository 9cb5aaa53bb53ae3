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
