import { bodyParser } from '@koa/bodyparser';
import type { Context, Next } from 'koa';
import { type BodyLimit, USUAL_BODY_LIMIT } from '#shared/contracts/common.ts';
import { msg } from '#shared/messages.ts';
import type { RequestState } from './access.ts';
import { ApiError, InvalidInputError, TooManyRequestsError, UnavailableError } from './errors.ts';

const BYTES_PER_MEGABYTE = 1024 * 1024;

/**
 * Reads the JSON body of a request, up to the limit of its call; other kinds of bodies are left to the handler.
 * Bodies above the usual limit are held in memory for a few callers at a time.
 */
export function requestBody() {
  const usual = jsonParser(USUAL_BODY_LIMIT);
  const larger = new Map<BodyLimit, ReturnType<typeof jsonParser>>();
  const limiter = createUploadLimiter({ total: 4, perUser: 2 });

  function parserFor(limit: BodyLimit) {
    const parser = larger.get(limit) ?? jsonParser(limit);
    larger.set(limit, parser);
    return parser;
  }

  return (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const { route, user } = ctx.state;
    const limit = route?.call.bodyLimit ?? USUAL_BODY_LIMIT;
    // The contracts give no larger limit to calls that anyone may make.
    if (limit === USUAL_BODY_LIMIT || !user || isWithinUsualLimit(ctx)) return usual(ctx, next);
    route?.authorizeLargeBody?.(user);
    return limiter.run(user.id, () =>
      parserFor(limit)(ctx, () => {
        // The text beside what was read from it would double what is held.
        ctx.request.rawBody = '';
        return next();
      }),
    );
  };
}

/** A body of unknown length, or a compressed one, may be of any length. */
function isWithinUsualLimit(ctx: Context): boolean {
  const length = ctx.get('content-length');
  return (
    length !== '' &&
    Number(length) <= USUAL_BODY_LIMIT.megabytes * BYTES_PER_MEGABYTE &&
    ctx.get('content-encoding') === ''
  );
}

function jsonParser({ megabytes, tooLarge }: BodyLimit) {
  return bodyParser({
    enableTypes: ['json'],
    jsonLimit: megabytes * BYTES_PER_MEGABYTE,
    onError(error: Error & { status?: number; code?: string }) {
      if (error.status === 413) throw new ApiError('payload_too_large', tooLarge);
      // zlib's own errors carry no status, though it is the sender who named the wrong encoding.
      if (error.code?.startsWith('Z_'))
        throw new InvalidInputError([
          { path: 'body', message: msg('The request could not be read: it is not compressed as it says') },
        ]);
      throw error;
    },
  });
}

interface UploadLimiter {
  /** @throws {TooManyRequestsError} this user uploads too much at once. @throws {UnavailableError} everyone does. */
  run<Result>(userId: number, work: () => Promise<Result>): Promise<Result>;
}

/** Bounds how many bodies are held in memory at once, of all users and of one. The defaults fit single pictures. */
export function createUploadLimiter({ total = 40, perUser = 10 } = {}): UploadLimiter {
  const running = new Map<number, number>();
  let runningInTotal = 0;

  function change(userId: number, by: 1 | -1): void {
    runningInTotal += by;
    const own = (running.get(userId) ?? 0) + by;
    if (own > 0) running.set(userId, own);
    else running.delete(userId);
  }

  return {
    async run(userId, work) {
      if ((running.get(userId) ?? 0) >= perUser)
        throw new TooManyRequestsError(msg('Too many uploads at once. Please wait for some to finish.'), 1);
      if (runningInTotal >= total)
        throw new UnavailableError(msg('Many pictures are being uploaded at the moment. Please try again.'));
      change(userId, 1);
      try {
        return await work();
      } finally {
        change(userId, -1);
      }
    },
  };
}
