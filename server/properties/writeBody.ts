import { bodyParser } from '@koa/bodyparser';
import type { Context, Next } from 'koa';
import { requireAccess } from '#server/auth/policy.ts';
import { ApiError, ForbiddenError } from '#server/errors.ts';
import type { RequestState } from '#server/routing.ts';
import { drain } from '#server/uploads/receiveFile.ts';
import { createUploadTurns } from '#server/uploads/turns.ts';
import { canEditSome, NOT_YOURS } from './policy.ts';

const MAX_MEGABYTES = 30;
/** The usual body parser takes these. */
const SMALL_BYTES = 1024 * 1024;
const TOO_LARGE = `A listing with its pictures may be at most ${MAX_MEGABYTES} MB at once. Please upload the pictures one by one.`;

/**
 * Reads the large bodies of the two calls that may carry data-URLs. Who may not make the call is told so before the
 * body is read, and only a few such bodies are in memory at once.
 */
export function listingBody() {
  const turns = createUploadTurns({ ofEveryone: 4, ofOnePerson: 2 });
  const parse = bodyParser({
    enableTypes: ['json'],
    jsonLimit: `${MAX_MEGABYTES}mb`,
    onError(error: Error & { status?: number }) {
      throw error.status === 413 ? new ApiError('payload_too_large', TOO_LARGE) : error;
    },
  });

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const access = accessOf(ctx);
    if (!access || isSmall(ctx)) return next();
    try {
      const user = requireAccess(access, ctx.state.user, ctx.state.hasEndedSession);
      if (!user || !canEditSome(user)) throw new ForbiddenError(NOT_YOURS);
      await turns.upload(user.id, () =>
        parse(ctx, () => {
          // The text beside what was read from it would double what is held.
          ctx.request.rawBody = '';
          return next();
        }),
      );
    } catch (error) {
      if (!ctx.req.complete) drain(ctx.req);
      throw error;
    }
  };
}

function accessOf({ method, path }: Context): 'agent' | 'user' | null {
  if (method === 'POST' && path === '/api/properties') return 'agent';
  if (method === 'PUT' && /^\/api\/properties\/\d+$/.test(path)) return 'user';
  return null;
}

/** A body of unknown length, or one that unfolds to any length, counts as large. */
function isSmall(ctx: Context): boolean {
  const length = ctx.get('content-length');
  return length !== '' && Number(length) <= SMALL_BYTES && ctx.get('content-encoding') === '';
}
