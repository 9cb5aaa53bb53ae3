import type { IncomingMessage } from 'node:http';
import { PassThrough, Stream } from 'node:stream';
import { bodyParser } from '@koa/bodyparser';
import type { Context, Next } from 'koa';
import { anyBody, type BodyLimit, USUAL_BODY_LIMIT } from '#shared/contracts/common.ts';
import { msg } from '#shared/messages.ts';
import { callerKey, callerNetwork } from './caller.ts';
import { ApiError, InvalidInputError } from './errors.ts';
import { type BodyKind, type BodyShare, bodyShares } from './limits/bodyShares.ts';
import { hasBody, isReadByHandler, type RequestState } from './request.ts';

const BYTES_PER_MEGABYTE = 1024 * 1024;

/**
 * Reads the JSON body of a call, up to the call's limit. Files are left to the handler, bodies of unknown paths unread.
 * @throws {ApiError} 415: the body is not JSON; an answer without it would look as if the body had taken effect.
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
    if (call?.method === 'get' || isReadByHandler(call) || !hasBody(ctx.req)) return next();
    if (!isJson(ctx)) {
      if (call) await requireEmpty(ctx);
      return next();
    }
    if (ctx.method === 'DELETE' && (call?.body ?? anyBody) === anyBody) return next();
    const limit = call?.bodyLimit ?? USUAL_BODY_LIMIT;
    // No contract gives a larger limit to public calls.
    const isLarge = limit !== USUAL_BODY_LIMIT && user !== null && !isWithinUsualLimit(ctx);
    if (isLarge) route?.authorizeLargeBody?.(user);
    const [kind, parser] = isLarge ? (['large', parserFor(limit)] as const) : (['usual', usual] as const);
    // A compressed body may unfold up to the limit.
    const isCompressed = ctx.get('content-encoding') !== '';
    const unfolded = isCompressed ? (isLarge ? limit : USUAL_BODY_LIMIT).megabytes * BYTES_PER_MEGABYTE : 0;
    return receiveBody(
      ctx,
      { kind, bytes: unfolded },
      () => parser(ctx, async () => undefined),
      () => {
        // The text beside the parsed body would double the memory.
        if (isLarge) ctx.request.rawBody = '';
        return next();
      },
    );
  };
}

/** JSON is UTF-8 (RFC 8259): text in another encoding would be misread. */
export function isJson(ctx: Context): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(ctx.get('content-type')) ?? [];
  return Boolean(ctx.request.is('json', '+json')) && /^(utf-?8|us-ascii)$/i.test(charset);
}

/** A body of unknown length and type may be empty. @throws {ApiError} 415: it is not. */
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

/** False for bodies of unknown length and for compressed ones. */
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
    // `isJson` has accepted the content type.
    detectJSON: () => true,
    // Some deletions carry a reason; the bodies of others are not read.
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    jsonLimit: megabytes * BYTES_PER_MEGABYTE,
    onError(error: Error & { status?: number }, ctx: Context) {
      if (error.status === 413) throw new ApiError('payload_too_large', tooLarge);
      // The decoders' errors carry no status, but the fault is the sender's: the named encoding is wrong.
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

/** Interval of rate checks; a connection may stand still for a moment, as in a tunnel. */
const WINDOW_MS = 15_000;
/** One kilobyte a second; slower bodies hold memory for too long. */
const MIN_BYTES_A_WINDOW = 15 * 1024;
/** For a whole body: a picture of 5 MB comes in that time at 140 kbit/s, the largest listing at 840. */
const DEADLINE_MS: Record<BodyKind, number> = { usual: 60_000, picture: 300_000, large: 300_000 };

/**
 * Reads a body within its deadline, above its least rate and within a fair share of the memory for bodies. The share is held
 * until the work is done.
 * @param read gives the request to its parser before it first waits.
 * @throws {ApiError} 400 it broke off before; 408 it arrives too slowly; 429 and 503 see `bodyShares`.
 */
export async function receiveBody<Read, Result>(
  ctx: Context & { state: RequestState },
  { kind, bytes = 0 }: { kind: BodyKind; bytes?: number },
  read: () => Promise<Read>,
  work: (read: Read) => Promise<Result>,
): Promise<Result> {
  // The parser would wait for ever.
  if (ctx.req.destroyed && !ctx.req.complete)
    throw new InvalidInputError([{ path: 'body', message: msg('The request was interrupted') }]);
  const network = callerNetwork(ctx.ip);
  const caller = callerKey(ctx.state.user, ctx.ip);
  const share = bodyShares.open({ kind, caller, network, bytes });
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

/** Requests with `Expect: 100-continue` that have got their 100. */
const continued = new WeakSet<IncomingMessage>();

const waitsForContinue = (ctx: Context) =>
  ctx.get('expect').toLowerCase() === '100-continue' && !continued.has(ctx.req);

/** Sent late, so that a refused call spares its sender the body. See app.ts, `checkContinue`. */
function askForBody(ctx: Context): void {
  if (!waitsForContinue(ctx)) return;
  continued.add(ctx.req);
  ctx.res.writeContinue();
}

/** Up to so many unread bytes are read after the answer, so that the connection can be reused. */
const MAX_LEFT_BYTES = 1024 * 1024;
/** Up to so many bytes are read before a connection is closed, so that its sender can read the answer. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const DRAIN_LIMIT_MS = 10_000;
/** A sender that is silent for so long has stopped. */
const DRAIN_IDLE_MS = 500;

/**
 * Leaves no connection half read after an early answer: the next request on it, behind a proxy another person's, would wait
 * for the rest. A short rest is read, and the connection is reused; otherwise the answer closes the connection once the
 * sender has stopped.
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

/** Reads the rest of a body. @returns at its end, after `idleMs` without data, or above the limit. */
function drain(request: IncomingMessage, idleMs: number): Promise<void> {
  // The reader so far may be full and hold it up.
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

/** Sends the whole answer at once, and its end, which closes the connection, later. */
function endAfter(ctx: Context, moment: Promise<void>): void {
  const { status, type, body = ctx.message } = ctx;
  if (ctx.method === 'HEAD' || status === 204 || status === 304 || body instanceof Stream) return;
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const answer = new PassThrough();
  answer.write(bytes);
  void moment.then(() => answer.end());
  ctx.body = answer;
  ctx.status = status;
  ctx.type = type || 'text';
  ctx.length = bytes.length;
}
