import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { z } from 'zod';
import { requireAccess } from '#server/features/auth/policy.ts';
import type { SignedInUser } from '#server/features/auth/sessions.ts';
import type { Call, Issue } from '#shared/contracts/common.ts';
import { InvalidInputError } from './errors.ts';
import { invalidWords } from './inputMessages.ts';

export interface RequestState {
  user: SignedInUser | null;
  /** A token came with the request, but its session has ended. */
  hasEndedSession?: boolean;
}

/** Smaller answers gain nothing from compression. */
const MIN_BYTES_TO_COMPRESS = 1_024;

/** An answer whose bytes are ready: the whole body, with the tag under which a client may keep it. */
export class ReadyAnswer {
  private compressed: Buffer | undefined;

  constructor(
    readonly body: Buffer,
    /** A strong tag, in quotes. */
    readonly etag: string,
    readonly cacheControl: string,
  ) {}

  /** Compressed once however many ask for it. */
  get gzipped(): Buffer {
    this.compressed ??= gzipSync(this.body);
    return this.compressed;
  }
}

/** A file to download, as bytes or as a stream of them. */
export class FileAnswer {
  constructor(
    readonly body: Buffer | string | Readable,
    readonly type: string,
    readonly name: string,
  ) {}
}

type SignedIn<Kind extends Call['access']> = Kind extends 'anyone' ? SignedInUser | null : SignedInUser;

export interface CallInput<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
  /** Null only where anyone may call. */
  user: SignedIn<C['access']>;
  ctx: Context;
}

type Handler<C extends Call> = (
  input: CallInput<C>,
) => Promise<z.input<C['answer']> | ReadyAnswer | FileAnswer>;

/**
 * The route table. Each contract is mounted once; who may call is checked before what was sent is read, so that a
 * stranger learns nothing of an endpoint's input.
 */
export class ApiRoutes {
  /** One spelling each: /API/… would slip past what is decided by path (limits, maintenance). */
  readonly router = new Router<RequestState>({ sensitive: true });
  readonly calls: Call[] = [];

  on<C extends Call>(call: C, handler: Handler<C>): void {
    this.calls.push(call);
    const koaPath = call.path.replace(/\{(\w+)\}/g, ':$1');
    const middleware: Middleware<RequestState> = async (ctx) => {
      const user = requireAccess(call.access, ctx.state.user, ctx.state.hasEndedSession) as SignedIn<
        C['access']
      >;
      const params = read(call.params, ctx.params, 'params');
      const query = read(call.query, ctx.query, 'query');
      const body = call.method === 'get' ? undefined : read(call.body, ctx.request.body ?? {}, 'body');
      const answer = await handler({ params, query, body, user, ctx } as CallInput<C>);
      if (answer instanceof ReadyAnswer) sendReady(ctx, answer);
      else if (answer instanceof FileAnswer) sendFile(ctx, answer);
      else {
        ctx.status = call.status ?? 200;
        ctx.set('Cache-Control', 'no-store');
        ctx.body = { success: true, data: answer };
      }
    };
    this.router[call.method](koaPath, middleware);
  }
}

/** @throws {InvalidInputError} naming every field that is wrong. */
function read<Schema extends z.ZodType>(schema: Schema, value: unknown, part: string): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: invalidWords });
  if (parsed.success) {
    if (holdsNul(parsed.data))
      throw new InvalidInputError([{ path: part, message: 'Text must not hold the NUL character' }]);
    return parsed.data;
  }
  const issues: Issue[] = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.') || part,
    message: issue.message,
  }));
  throw new InvalidInputError(issues);
}

/** Neither database takes this character in text. What a contract lets through is never nested deeper than this. */
function holdsNul(value: unknown, levels = 6): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || holdsNul(inner, levels - 1));
}

function sendReady(ctx: Context, answer: ReadyAnswer): void {
  const isCompressed =
    answer.body.length >= MIN_BYTES_TO_COMPRESS && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  ctx.status = 200;
  ctx.vary('Accept-Encoding');
  // A strong tag names these very bytes: the compressed ones are others.
  ctx.set('ETag', isCompressed ? answer.etag.replace(/"$/, '-gzip"') : answer.etag);
  ctx.set('Cache-Control', answer.cacheControl);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'json';
  if (isCompressed) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isCompressed ? answer.gzipped : answer.body;
}

function sendFile(ctx: Context, { body, type, name }: FileAnswer): void {
  ctx.status = 200;
  ctx.set('Cache-Control', 'no-store');
  ctx.attachment(name);
  ctx.type = type;
  ctx.body = body;
}
