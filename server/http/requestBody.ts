import type { IncomingMessage } from 'node:http';
import { PassThrough, Stream } from 'node:stream';
import { bodyParser } from '@koa/bodyparser';
import type { Context, Next } from 'koa';
import { anyBody, type BodyLimit, USUAL_BODY_LIMIT } from '#shared/contracts/common.ts';
import { msg } from '#shared/messages.ts';
import type { RequestState } from './access.ts';
import { type BodyKind, type BodyShare, bodyShares } from './bodyShares.ts';
import { ApiError, InvalidInputError } from './errors.ts';
import { callerNetwork, hasBody } from './rateLimit.ts';

const BYTES_PER_MEGABYTE = 1024 * 1024;

/**
 * Reads the JSON body of a call, up to the call's limit. A file is left to the handler, and so is what is asked for by no call.
 * @throws {ApiError} 415: the body is of a kind that nothing reads; to answer without it would pass for having done what it says.
 */
export function requestBody() {
  const usual = jsonParser(USUAL_BODY_LIMIT);
  const larger = new Map<BodyLimit, ReturnType<typeof jsonParser>>();

  function parserFor(limit: BodyLimit) {
    const parser = larger.get(limit) ?? jsonParser(limit);
    larger.set(limit, parser);
    return parser;
  }

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const { route, user } = ctx.state;
    const call = route?.call;
    if (call?.method === 'get' || call?.fileField || !hasBody(ctx.req)) return next();
    if (!isJson(ctx)) {
      if (call) await requireEmpty(ctx);
      return next();
    }
    if (ctx.method === 'DELETE' && (call?.body ?? anyBody) === anyBody) return next();
    const limit = call?.bodyLimit ?? USUAL_BODY_LIMIT;
    // The contracts give no larger limit to calls that anyone may make.
    const isLarge = limit !== USUAL_BODY_LIMIT && user !== null && !isWithinUsualLimit(ctx);
    if (isLarge) route?.authorizeLargeBody?.(user);
    const [kind, parser] = isLarge ? (['large', parserFor(limit)] as const) : (['usual', usual] as const);
    // What is compressed may unfold to the whole of the limit.
    const isCompressed = ctx.get('content-encoding') !== '';
    const unfolded = isCompressed ? (isLarge ? limit : USUAL_BODY_LIMIT).megabytes * BYTES_PER_MEGABYTE : 0;
    return receiveBody(
      ctx,
      { kind, bytes: unfolded },
      () => parser(ctx, async () => undefined),
      () => {
        // The text beside what was read from it would double what is held.
        if (isLarge) ctx.request.rawBody = '';
        return next();
      },
    );
  };
}

/** JSON is UTF-8 (RFC 8259): a header that names another encoding tells of letters that would be read as others. */
function isJson(ctx: Context): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(ctx.get('content-type')) ?? [];
  return Boolean(ctx.request.is('json', '+json')) && /^(utf-?8|us-ascii)$/i.test(charset);
}

/** Who announces a body of unknown length may send none, and names no kind then. @throws {ApiError} 415: something came. */
async function requireEmpty(ctx: Context & { state: RequestState }): Promise<void> {
  const mayBeEmpty = ctx.get('content-length') === '' && ctx.get('content-type') === '';
  const isEmpty = () =>
    new Promise<boolean>((resolve) => {
      ctx.req.once('data', () => resolve(false));
      ctx.req.once('end', () => resolve(true));
    });
  if (mayBeEmpty && (await receiveBody(ctx, { kind: 'usual' }, isEmpty, async (found) => found))) return;
  throw new ApiError(
    'unsupported_media_type',
    msg('Send the body as JSON in UTF-8, with the header Content-Type: application/json'),
  );
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
    // What gets here is JSON, by whichever name.
    detectJSON: () => true,
    // Some deletions ask for a reason; of the others nothing is read.
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    jsonLimit: megabytes * BYTES_PER_MEGABYTE,
    onError(error: Error & { status?: number }, ctx: Context) {
      if (error.status === 413) throw new ApiError('payload_too_large', tooLarge);
      // The decoders' own errors carry no status, though it is the sender who named the wrong encoding.
      if (error.status === undefined && ctx.get('content-encoding') !== '')
        throw new InvalidInputError([
          {
            path: 'body',
            message: msg('The request could not be read: its compression does not match its header'),
          },
        ]);
      throw error;
    },
  });
}

/** A body is looked at so often; a connection may stand still for a moment, as in a tunnel. */
const WINDOW_MS = 15_000;
/** One kilobyte a second: what brings less is no use to anybody and holds what others need. */
const MIN_BYTES_A_WINDOW = 15 * 1024;
/** Of a whole body: a picture of 5 MB comes in that time at 140 kbit/s, the largest listing at 840. */
const DEADLINE_MS: Record<BodyKind, number> = { usual: 60_000, picture: 300_000, large: 300_000 };

/**
 * Reads a body within its deadline, at its least rate and as a fair share of what all bodies may take up. The share is
 * held until the work is done.
 * @param read gives the request to its parser before it first waits.
 * @throws {ApiError} 400 it broke off before; 408 it comes too slowly; 429 and 503 see `bodyShares`.
 */
export async function receiveBody<Read, Result>(
  ctx: Context & { state: RequestState },
  { kind, bytes = 0 }: { kind: BodyKind; bytes?: number },
  read: () => Promise<Read>,
  work: (read: Read) => Promise<Result>,
): Promise<Result> {
  // Nothing would tell its parser that there is no more to come.
  if (ctx.req.destroyed && !ctx.req.complete)
    throw new InvalidInputError([{ path: 'body', message: msg('The request was interrupted') }]);
  const network = callerNetwork(ctx.ip);
  const account = ctx.state.user ? `account ${ctx.state.user.id}` : `address ${network}`;
  const share = bodyShares.open({ kind, account, network, bytes });
  try {
    askForBody(ctx);
    return await work(await readInTime(ctx.req, share, DEADLINE_MS[kind], read));
  } finally {
    share.close();
  }
}

async function readInTime<Read>(
  request: IncomingMessage,
  share: BodyShare,
  deadlineMs: number,
  read: () => Promise<Read>,
): Promise<Read> {
  const startedAt = performance.now();
  let sinceLastLook = 0;
  const count = (chunk: Buffer) => {
    sinceLastLook += chunk.length;
    share.grow(chunk.length);
  };
  const timer = setInterval(() => {
    const isSlow = sinceLastLook < MIN_BYTES_A_WINDOW || performance.now() - startedAt > deadlineMs;
    sinceLastLook = 0;
    if (isSlow)
      share.refuse(new ApiError('request_timeout', msg('The request came in too slowly. Please try again.')));
  }, WINDOW_MS);
  try {
    const reading = read();
    request.on('data', count);
    return await Promise.race([reading, share.refusal]);
  } finally {
    clearInterval(timer);
    request.off('data', count);
    share.endReading();
  }
}

/** Requests that were told to send the body they announced by `Expect: 100-continue`. */
const continued = new WeakSet<IncomingMessage>();

const waitsForContinue = (ctx: Context) =>
  ctx.get('expect').toLowerCase() === '100-continue' && !continued.has(ctx.req);

/** Only now: a call that is refused before spares its sender the body. See app.ts, `checkContinue`. */
function askForBody(ctx: Context): void {
  if (!waitsForContinue(ctx)) return;
  continued.add(ctx.req);
  ctx.res.writeContinue();
}

/** Of a body whose answer is there already: so much is taken in for the connection to go on. */
const MAX_LEFT_BYTES = 1024 * 1024;
/** So much is taken in before a connection is closed, for its sender to get to read the answer. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const DRAIN_LIMIT_MS = 10_000;
/** A sender who was silent for so long has stopped. */
const DRAIN_IDLE_MS = 500;

/**
 * Leaves no connection half read, whatever was answered before a body was read to its end: the next request on it, which
 * behind a proxy is another person's, would wait for the rest. A short rest is taken in, and the connection goes on;
 * otherwise the answer says that the connection is closed, and it is once the sender has stopped.
 */
export function finishBody() {
  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    const { req: request } = ctx;
    if (request.complete || request.destroyed || !hasBody(request)) return;
    const length = Number(ctx.get('content-length') || Number.POSITIVE_INFINITY);
    const isUnsent = waitsForContinue(ctx);
    if (!isUnsent && length <= MAX_LEFT_BYTES) {
      void drain(request, DRAIN_LIMIT_MS).then(() => {
        if (!request.complete) request.destroy();
      });
      return;
    }
    ctx.set('Connection', 'close');
    if (!isUnsent) endAfter(ctx, drain(request, DRAIN_IDLE_MS));
  };
}

/** Takes in the rest of a body. @returns when it has ended, nothing came for `idleMs`, or it was too much. */
function drain(request: IncomingMessage, idleMs: number): Promise<void> {
  // Whoever read it until now may be full and hold it up.
  request.unpipe();
  request.removeAllListeners('data');
  return new Promise((resolve) => {
    let bytes = 0;
    const idle = setTimeout(finish, idleMs);
    const limit = setTimeout(finish, DRAIN_LIMIT_MS);
    function finish(): void {
      clearTimeout(idle);
      clearTimeout(limit);
      resolve();
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DRAINED_BYTES) finish();
      else idle.refresh();
    });
    request.once('end', finish);
    request.once('close', finish);
    request.resume();
  });
}

/** The whole answer is sent at once; its end, with which the connection is closed, waits. */
function endAfter(ctx: Context, moment: Promise<void>): void {
  const { status, type, body = ctx.message } = ctx;
  if (ctx.method === 'HEAD' || status === 204 || status === 304 || body instanceof Stream) return;
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const answer = new PassThrough();
  answer.write(bytes);
  void moment.then(() => answer.end());
  ctx.body = answer;
  ctx.status = status;
  ctx.type = type || 'text';
  ctx.length = bytes.length;
}
