import type { Context, Next } from 'koa';
import { requireAccess } from '#server/features/auth/policy.ts';
import { ForbiddenError } from '#server/http/errors.ts';
import { jsonBody } from '#server/http/jsonBody.ts';
import type { RequestState } from '#server/http/routing.ts';
import { drain } from '#server/media/receiveFile.ts';
import { createUploadLimiter } from '#server/media/uploadLimiter.ts';
import { csvMessages } from '#shared/propertyCsv.ts';
import { canEditSome, NOT_YOURS } from './policy.ts';

/** The usual body parser takes these. */
const SMALL_BYTES = 1024 * 1024;

interface LargeCall {
  method: 'POST' | 'PUT';
  path: RegExp;
  access: 'agent' | 'user';
  maxMegabytes: number;
  tooLarge: string;
}

const pictures = {
  maxMegabytes: 30,
  tooLarge:
    'A listing with its pictures may be at most 30 MB at once. Please upload the pictures one by one.',
};

const largeCalls: LargeCall[] = [
  { method: 'POST', path: /^\/api\/properties$/, access: 'agent', ...pictures },
  { method: 'PUT', path: /^\/api\/properties\/\d+$/, access: 'user', ...pictures },
  {
    method: 'POST',
    path: /^\/api\/properties\/my\/import$/,
    access: 'agent',
    // In JSON quotation marks and line ends take two bytes: a file of the allowed size has to come through.
    maxMegabytes: 3,
    tooLarge: csvMessages.tooLarge,
  },
];

/**
 * Reads the large bodies of the calls that may carry data-URLs or a whole file of listings. Who may not make the call
 * is told so before the body is read, and only a few such bodies are in memory at once.
 */
export function listingBody() {
  const limiter = createUploadLimiter({ ofEveryone: 4, ofOnePerson: 2 });
  const parsers = new Map(
    largeCalls.map((call) => [call, jsonBody(`${call.maxMegabytes}mb`, call.tooLarge)]),
  );

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const call = largeCalls.find(({ method, path }) => method === ctx.method && path.test(ctx.path));
    const parse = call && parsers.get(call);
    if (!parse || isSmall(ctx)) return next();
    try {
      const user = requireAccess(call.access, ctx.state.user, ctx.state.hasEndedSession);
      if (!user || !canEditSome(user)) throw new ForbiddenError(NOT_YOURS);
      await limiter.run(user.id, () =>
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

/** A body of unknown length, or one that unfolds to any length, counts as large. */
function isSmall(ctx: Context): boolean {
  const length = ctx.get('content-length');
  return length !== '' && Number(length) <= SMALL_BYTES && ctx.get('content-encoding') === '';
}
