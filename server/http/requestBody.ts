import { bodyParser } from '@koa/bodyparser';
import type { Context, Next } from 'koa';
import { type BodyLimit, USUAL_BODY_LIMIT } from '#shared/contracts/common.ts';
import { ApiError, InvalidInputError } from './errors.ts';
import type { RequestState } from './routing.ts';
import { createUploadLimiter } from './uploadLimiter.ts';

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
          { path: 'body', message: 'The request could not be read: it is not compressed as it says' },
        ]);
      throw error;
    },
  });
}
