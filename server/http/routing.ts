import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import Router from '@koa/router';
import type { Context, Next } from 'koa';
import type { z } from 'zod';
import type { Call, CallFacts, Issue } from '#shared/contracts/common.ts';
import type { MatchedRoute, RequestState, RouteOptions, SignedInUser } from './access.ts';
import { InvalidInputError } from './errors.ts';

/** Smaller answers gain nothing from compression. */
const MIN_BYTES_TO_COMPRESS = 1_024;

/** An answer whose bytes are ready: the whole body, with the tag under which a client may keep it. */
export class ReadyAnswer {
  private compressed: Buffer | undefined;

  constructor(
    readonly body: Buffer,
    /** A strong tag, in quotes. */
    readonly etag: string,
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

interface CallInput<C extends Call> {
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

const cacheControl: Record<CallFacts['cache'], string> = {
  noStore: 'no-store',
  revalidate: 'public, max-age=0, must-revalidate',
};

/**
 * The route table. A request is matched first, so that the middleware in between knows the facts of its call, and
 * handled last.
 */
export class ApiRoutes {
  readonly calls: Call[] = [];
  /** For what is no call: the API's own description, robots.txt and the like. */
  readonly pages = new Router<RequestState>({ sensitive: true });
  private readonly router = new Router<RequestState>({ sensitive: true });

  /** Mounts a contract, once. Of paths that match the same request the first one mounted is taken. */
  on<C extends Call>(call: C, handler: Handler<C>, options: RouteOptions = {}): void {
    this.calls.push(call);
    const handle: MatchedRoute['handle'] = async (ctx) => {
      const { user } = ctx.state;
      const params = read(call.params, ctx.state.route?.params, 'params');
      const query = read(call.query, ctx.query, 'query');
      const body = call.method === 'get' ? undefined : read(call.body, ctx.request.body ?? {}, 'body');
      send(ctx, call, await handler({ params, query, body, user, ctx } as CallInput<C>));
    };
    this.router[call.method](call.path.replace(/\{(\w+)\}/g, ':$1'), (ctx, next) => {
      ctx.state.route ??= { ...options, call, params: ctx.params, handle };
      return next();
    });
  }

  /** Finds the call that is asked for. */
  match() {
    const match = this.router.routes();
    return (ctx: Parameters<typeof match>[0], next: Next) =>
      ctx.path.startsWith('/api/') ? match(ctx, next) : next();
  }

  /** Answers the call that was found; access was checked and the body read before. */
  handle() {
    return (ctx: Context & { state: RequestState }, next: Next) =>
      ctx.state.route ? ctx.state.route.handle(ctx) : next();
  }
}

/** @throws {InvalidInputError} naming every field that is wrong. */
function read<Schema extends z.ZodType>(schema: Schema, value: unknown, part: string): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeIssue });
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

function send(ctx: Context, call: Call, answer: unknown): void {
  const isReady = answer instanceof ReadyAnswer;
  ctx.status = call.status ?? 200;
  // What is not ready-made may be for this caller alone.
  ctx.set('Cache-Control', isReady ? cacheControl[call.cache] : cacheControl.noStore);
  if (isReady) sendReady(ctx, answer);
  else if (answer instanceof FileAnswer) {
    ctx.attachment(answer.name);
    ctx.type = answer.type;
    ctx.body = answer.body;
  } else ctx.body = { success: true, data: answer };
}

function sendReady(ctx: Context, answer: ReadyAnswer): void {
  const isCompressed =
    answer.body.length >= MIN_BYTES_TO_COMPRESS && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  ctx.vary('Accept-Encoding');
  // A strong tag names these very bytes: the compressed ones are others.
  ctx.set('ETag', isCompressed ? answer.etag.replace(/"$/, '-gzip"') : answer.etag);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'json';
  if (isCompressed) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isCompressed ? answer.gzipped : answer.body;
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const sizeUnits: Record<string, string> = { string: ' characters long', array: ' items long' };

/**
 * The message for an invalid input whose contract has none of its own: zod's messages are for programmers.
 * @returns undefined for issues that contracts do not cause; zod's message stands then.
 */
function describeIssue(issue: RawIssue): string | undefined {
  const field = issue.path?.join('.') || 'The request';
  if (issue.input === undefined) return `${field} is required`;
  switch (issue.code) {
    case 'invalid_type':
      // A query parameter that is repeated comes as a list.
      if (issue.expected !== 'object' && Array.isArray(issue.input)) return `${field} must be a single value`;
      return `${field} must be ${typeNames[issue.expected] ?? 'of another kind'}`;
    case 'invalid_value':
      return oneOf(field, issue.values);
    case 'too_big':
      return `${field} must be at most ${issue.maximum}${sizeUnits[issue.origin] ?? ''}`;
    case 'too_small':
      return `${field} must be at least ${issue.minimum}${sizeUnits[issue.origin] ?? ''}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? oneOf(field, issue.options)
        : `${field} is not valid`;
    case 'invalid_format':
      return `${field} is not valid`;
    default:
      return undefined;
  }
}

function oneOf(field: string, values: readonly unknown[]): string {
  return values.length === 1
    ? `${field} must be ${values[0]}`
    : `${field} must be one of ${values.join(', ')}`;
}
