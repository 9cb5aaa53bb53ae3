import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import Router from '@koa/router';
import findMyWay, { type HTTPMethod, type HTTPVersion } from 'find-my-way';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { languageOfRequest, type Translate, translator } from '#server/languages.ts';
import type { Call, CallFacts } from '#shared/contracts/common.ts';
import { english, type MessageValues, msg } from '#shared/messages.ts';
import type { MatchedRoute, RequestState, RouteOptions, SignedInUser } from './access.ts';
import type { Budgets } from './budgets.ts';
import { PAGE_READER } from './contactLimit.ts';
import { type Fault, InvalidInputError, UnauthorizedError } from './errors.ts';

/** Of a path; none of the contracts' comes near it. */
const LONGEST_PARAMETER = 2_000;
/** Smaller answers gain nothing from compression. */
const MIN_BYTES_TO_COMPRESS = 1_024;

/** Tells bytes from all others: 160 bits, as text. */
export const digestOf = (bytes: Buffer | string): string => hash('sha256', bytes, 'base64url').slice(0, 27);

interface AnswerKeeper {
  /** Whether this very answer would be given to whoever asks for the same now. */
  isCurrent(): boolean;
  /** It was given once more. */
  countHit(): void;
}

/** An answer whose bytes are ready: the whole body, with the tag under which a client may keep it. */
export class ReadyAnswer {
  private whole: Buffer | undefined;
  private compressed: Buffer | undefined;
  private isAsked = false;
  readonly length: number;
  /** Agents whose contact data it tells. */
  contactIds: readonly number[] = [];
  /** Where it may be given again without asking for it. */
  keeper: AnswerKeeper | null = null;

  constructor(
    private readonly parts: readonly Buffer[],
    /** A strong tag, in quotes. */
    readonly etag: string,
  ) {
    this.length = parts.reduce((length, part) => length + part.length, 0);
  }

  static of(text: string): ReadyAnswer {
    const body = Buffer.from(text);
    return new ReadyAnswer([body], `"${digestOf(body)}"`);
  }

  /** Put together once for all who ask again: most are asked for once, and keeping them would only keep the collector busy. */
  get body(): Buffer {
    if (this.whole) return this.whole;
    const [only] = this.parts;
    const body = only && this.parts.length === 1 ? only : Buffer.concat(this.parts, this.length);
    if (this.isAsked) this.whole = body;
    this.isAsked = true;
    return body;
  }

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
    /** Where it is known before the stream has ended. */
    readonly bytes?: number,
  ) {}
}

/** Nothing new: the caller has what would be answered, by the `ETag` or `Last-Modified` that the handler has set. */
export class NotModified {
  /** Without a member of its own, any object would pass for one, and no answer would be held to its contract. */
  readonly status = 304;
}

/**
 * A text as the stream of a file, made as fast as it is read. Its first piece is waited for, so that what cannot be made
 * at all is an ordinary error.
 */
export async function streamText(log: Logger, pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next();
  async function* all(): AsyncGenerator<string> {
    try {
      if (first.done) return;
      yield first.value;
      yield* pieces;
    } catch (error) {
      log.error({ err: error }, 'a file broke off while it was sent');
      throw error;
    }
  }
  return Readable.from(all(), { objectMode: false });
}

type SignedIn<Kind extends Call['access']> = Kind extends 'anyone' ? SignedInUser | null : SignedInUser;

/** What is told of a caller beside who they are. */
interface Caller {
  /** Where the call comes from. */
  address: string;
  userAgent: string;
  /** The id that the client's machine keeps for itself; null where it sent none. */
  deviceId: string | null;
  /** The browser asks ahead of its user (Sec-Purpose). */
  isPrefetch: boolean;
  /** The caller's by Accept-Language. */
  language: string;
}

interface CallInput<C extends Call> extends Caller {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
  /** Null only where anyone may call. */
  user: SignedIn<C['access']>;
  /** Of an administrator's call: what the caller's role includes, to be asked again once the account is held. */
  ability: C['ability'];
  /** Says messages in the caller's language. */
  t: Translate;
}

type Handler<C extends Call, Input = CallInput<C>> = (
  input: Input,
) => Promise<z.input<C['answer']> | ReadyAnswer | FileAnswer | NotModified>;

/** What came with a request, as it was sent. */
interface Sent {
  params: unknown;
  query: unknown;
  body?: unknown;
}

/** @throws {InvalidInputError} */
export type GuestHandler = (sent: Sent, caller: Caller) => Promise<unknown>;

type Calls = Record<string, Call>;

/** What answers the calls of a contract: a handler for each, by its name, which knows nothing of HTTP. */
export type Service<Contract extends Calls> = { [Name in keyof Contract]: Handler<Contract[Name]> };

const cacheControl: Record<CallFacts['cache'] | 'own', string> = {
  noStore: 'no-store',
  own: 'private, no-cache',
  revalidate: 'public, max-age=0, must-revalidate',
};

/**
 * The route table. A request is matched first, so that the middleware in between knows the facts of its call, and
 * handled last.
 */
export class ApiRoutes {
  constructor(private readonly budgets: Budgets) {}

  readonly calls: Call[] = [];
  /** Feature and name of each call, as 'propertiesList': the names that clients written from the API's description use. */
  readonly operationIds = new Map<Call, string>();
  /** For what is no call: the API's own description, robots.txt and the like. */
  readonly pages = new Router<RequestState>({ sensitive: true });
  /** By method and path: of some hundred calls the one that is asked for is found without trying each. */
  private readonly finder = findMyWay<HTTPVersion.V1>({
    ignoreTrailingSlash: true,
    maxParamLength: LONGEST_PARAMETER,
  });

  /**
   * Mounts a contract of a feature, once: each of its calls on the handler of its name, in the service's order. Of paths that match the
   * same request the first one mounted is taken.
   */
  mount<Contract extends Calls>(
    feature: string,
    calls: Contract,
    service: Service<Contract>,
    options: { [Name in keyof Contract]?: RouteOptions } = {},
  ): void {
    for (const name of Object.keys(service) as (keyof Contract)[]) {
      const call = calls[name] as Contract[typeof name];
      const handler = service[name];
      const answerGuest: GuestHandler | undefined = isForGuests(call)
        ? (sent, caller) => handler(readInput(call, sent, null, caller) as CallInput<typeof call>)
        : undefined;
      this.add(feature, String(name), call, handler, { ...options[name], answerGuest });
    }
  }

  /** Mounts one call on a handler that reads or writes the request itself. */
  on<C extends Call>(
    feature: string,
    name: string,
    call: C,
    handler: Handler<C, CallInput<C> & { ctx: Context }>,
    options: RouteOptions = {},
  ): void {
    this.add(feature, name, call, handler, options);
  }

  private add<C extends Call>(
    feature: string,
    name: string,
    call: C,
    handler: Handler<C, CallInput<C> & { ctx: Context }>,
    options: RouteOptions & Pick<MatchedRoute, 'answerGuest'>,
  ): void {
    this.calls.push(call);
    this.operationIds.set(call, feature + name.charAt(0).toUpperCase() + name.slice(1));
    const handle: MatchedRoute['handle'] = async (ctx) => {
      const { route, user } = ctx.state;
      const sent = { params: route?.params, query: ctx.query, body: ctx.request.body ?? {} };
      const input = { ...readInput(call, sent, user, callerOf(ctx.req, ctx.ip)), ctx };
      const work = () => handler(input as CallInput<C> & { ctx: Context });
      // Counted once it is known to be well formed: a slip of the hand uses nothing up.
      const { budget } = call;
      send(ctx, call, await (budget ? this.budgets.run(ctx, budget, input, work) : work()));
    };
    const methods: HTTPMethod[] = call.method === 'get' ? ['GET', 'HEAD'] : [methodOf(call)];
    this.finder.on(methods, call.path.replace(/\{(\w+)\}/g, ':$1'), unanswered, {
      ...options,
      call,
      handle,
    } satisfies Omit<MatchedRoute, 'params'>);
  }

  /**
   * What anybody who is not signed in would be answered, without HTTP: for pages that are rendered here.
   * @param address of a call, '/api/properties?limit=4'. @param language of the page. @returns what the call answers, as JSON carries it.
   * @throws {ApiError} as the call does. @throws {UnauthorizedError} it is for those who are signed in.
   */
  async answerGuest(address: string, language: string): Promise<unknown> {
    const reader = { address: PAGE_READER, userAgent: '', deviceId: null, isPrefetch: true, language };
    const call = this.guestCall(address, () => reader);
    if (!call) throw new UnauthorizedError();
    const answer = await call.answer();
    if (answer instanceof ReadyAnswer) return (JSON.parse(answer.body.toString()) as { data: unknown }).data;
    // Dates and what is undefined, as they would arrive.
    return JSON.parse(JSON.stringify(answer ?? null));
  }

  /** The call that somebody makes who is not signed in. @returns null: it is not for them, or not to be answered without Koa. */
  guestCall(address: string, caller: () => Caller): { call: Call; answer(): Promise<unknown> } | null {
    const [path = '', ...search] = address.split('?');
    const route = this.find('GET', path);
    if (!route?.answerGuest) return null;
    const { call, params, answerGuest } = route;
    return { call, answer: async () => answerGuest({ params, query: parse(search.join('?')) }, caller()) };
  }

  /** Finds the call that is asked for. */
  match() {
    return (ctx: Context & { state: RequestState }, next: Next) => {
      const route = this.find(ctx.method, ctx.path);
      if (route) ctx.state.route = route;
      return next();
    };
  }

  private find(method: string, path: string): MatchedRoute | null {
    const found = path.startsWith('/api/') ? this.finder.find(method as HTTPMethod, readable(path)) : null;
    return (
      found && {
        ...(found.store as Omit<MatchedRoute, 'params'>),
        params: found.params as MatchedRoute['params'],
      }
    );
  }

  /** Answers the call that was found; access was checked and the body read before. */
  handle() {
    return (ctx: Context & { state: RequestState }, next: Next) =>
      ctx.state.route ? ctx.state.route.handle(ctx) : next();
  }
}

/** What is no text in a path stands for its own characters: the call says that they are none of its ids. */
function readable(path: string): string {
  if (!path.includes('%')) return path;
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

/** The finder's own way to answer, which is not used. */
const unanswered = () => undefined;

const methodOf = ({ method }: Call) => method.toUpperCase() as HTTPMethod;

const isForGuests = ({ method, access, budget, fileType }: Call) =>
  method === 'get' && access === 'anyone' && !budget && !fileType;

/** @param address where it comes from: a proxy may have told of another than the connection's. */
export function callerOf({ headers }: IncomingMessage, address: string): Caller {
  const textOf = (name: string) => String(headers[name] ?? '');
  return {
    address,
    userAgent: textOf('user-agent'),
    deviceId: /^[\w-]{16,64}$/.exec(textOf('x-device-id'))?.[0] ?? null,
    isPrefetch: /\bprefetch\b/i.test(textOf('sec-purpose') || textOf('purpose')),
    language: languageOfRequest(headers['accept-language']),
  };
}

/** @throws {InvalidInputError} naming every field that is wrong. */
function readInput(call: Call, sent: Sent, user: SignedInUser | null, caller: Caller): CallInput<Call> {
  return {
    params: read(call.params, sent.params, 'params'),
    query: read(call.query, sent.query, 'query'),
    body: call.method === 'get' ? undefined : read(call.body, sent.body, 'body'),
    ability: call.ability,
    // Whoever may not make the call does not get here.
    user: user as SignedInUser,
    ...caller,
    t: translator(caller.language),
  };
}

/** A body of a megabyte may be wrong in some hundred thousand ways. */
const MAX_FAULTS = 100;

/** @throws {InvalidInputError} naming the fields that are wrong, a hundred at most. */
function read<Schema extends z.ZodType>(schema: Schema, value: unknown, part: string): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) {
    if (holdsNul(parsed.data))
      throw new InvalidInputError([{ path: part, message: msg('Text must not contain the NUL character') }]);
    return parsed.data;
  }
  throw new InvalidInputError(parsed.error.issues.slice(0, MAX_FAULTS).map((issue) => faultOf(issue, part)));
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
  // What is not ready-made may be for this caller alone, who may keep it where it has a tag.
  const own = ctx.response.get('ETag') ? cacheControl.own : cacheControl.noStore;
  ctx.set('Cache-Control', isReady ? cacheControl[call.cache] : own);
  if (answer instanceof NotModified) ctx.status = 304;
  else if (isReady) sendReady(ctx, answer, 'json');
  else if (answer instanceof FileAnswer) {
    ctx.attachment(answer.name);
    ctx.type = answer.type;
    ctx.body = answer.body;
    // An answer that simply ended here would look whole.
    if (answer.body instanceof Readable) answer.body.once('error', () => ctx.res.destroy());
    if (answer.bytes !== undefined) ctx.length = answer.bytes;
  } else {
    ctx.type = 'json';
    ctx.body = JSON.stringify({ success: true, data: answer });
  }
}

/** The bytes of an answer as they are sent. @param takesGzip whether the caller takes them compressed. */
export function encodingOf(
  answer: ReadyAnswer,
  takesGzip: boolean,
): { readonly body: Buffer; etag: string; encoding: 'gzip' | null } {
  if (!takesGzip || answer.length < MIN_BYTES_TO_COMPRESS)
    return {
      get body() {
        return answer.body;
      },
      etag: answer.etag,
      encoding: null,
    };
  // A strong tag names these very bytes: the compressed ones are others.
  return {
    // Not made before it is sent.
    get body() {
      return answer.gzipped;
    },
    etag: answer.etag.replace(/"$/, '-gzip"'),
    encoding: 'gzip',
  };
}

/** Answers with the bytes, compressed where that is asked for, or with 304. @param type of the content, as Koa takes it. */
export function sendReady(ctx: Context, answer: ReadyAnswer, type: string): void {
  // What is to be done about it is done here.
  ctx.compress = false;
  ctx.state.ready = answer;
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  const encoded = encodingOf(answer, takesGzip(ctx));
  ctx.set('ETag', encoded.etag);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = type;
  if (encoded.encoding) ctx.set('Content-Encoding', encoded.encoding);
  ctx.body = encoded.body;
}

/** What callers accept, by the words of a header that has few values. */
const gzipTakers = new LRUCache<string, boolean>({ max: 100 });

export function takesGzip(ctx: Context): boolean {
  const accepted = ctx.get('Accept-Encoding');
  const known = gzipTakers.get(accepted);
  if (known !== undefined) return known;
  const takes = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  gzipTakers.set(accepted, takes);
  return takes;
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const NOT_VALID = msg('{field} is not valid').id;
const ONE_VALUE = msg('{field} must be {choices}').id;
const ONE_OF = msg('{field} must be one of {choices}').id;

const otherType: Record<string, string> = {
  string: msg('{field} must be text').id,
  number: msg('{field} must be a number').id,
  int: msg('{field} must be a whole number').id,
  boolean: msg('{field} must be true or false').id,
  array: msg('{field} must be a list').id,
  object: msg('{field} must be an object').id,
  record: msg('{field} must be an object').id,
};

const tooBig: Record<string, string> = {
  string: msg('{field} must be at most {maximum} characters long').id,
  array: msg('{field} must be at most {maximum} items long').id,
};

const tooSmall: Record<string, string> = {
  string: msg('{field} must be at least {minimum} characters long').id,
  array: msg('{field} must be at least {minimum} items long').id,
};

/** The message for an invalid input whose contract has none of its own: zod's messages are for programmers. */
function describeIssue(issue: RawIssue): string {
  if (issue.input === undefined) return msg('{field} is required').id;
  switch (issue.code) {
    case 'invalid_type':
      // A query parameter that is repeated comes as a list.
      if (issue.expected !== 'object' && Array.isArray(issue.input))
        return msg('{field} must be a single value').id;
      return otherType[issue.expected] ?? msg('{field} has the wrong type').id;
    case 'too_big':
      return tooBig[issue.origin] ?? msg('{field} must be at most {maximum}').id;
    case 'too_small':
      return tooSmall[issue.origin] ?? msg('{field} must be at least {minimum}').id;
    case 'invalid_value':
    case 'invalid_union': {
      const choices = choicesOf(issue);
      if (choices.length === 0) return NOT_VALID;
      return choices.length === 1 ? ONE_VALUE : ONE_OF;
    }
    default:
      return NOT_VALID;
  }
}

function choicesOf(issue: object): unknown[] {
  const choices = 'values' in issue ? issue.values : 'options' in issue ? issue.options : [];
  return Array.isArray(choices) ? choices : [];
}

/**
 * What zod found, as it is told: a contract's message, or the one that `describeIssue` chose, with the limits it names.
 * @param part what stands for the field where the whole of it is wrong.
 */
export function faultOf(issue: z.core.$ZodIssue, part: string): Fault {
  const path = issue.path.join('.');
  const name = String(issue.path.at(-1) ?? part);
  const values: MessageValues = {
    field: path || english('The request'),
    name,
    ...('values' in issue || 'options' in issue ? { choices: choicesOf(issue).join(', ') } : {}),
    ...('maximum' in issue ? { maximum: Number(issue.maximum) } : {}),
    ...('minimum' in issue ? { minimum: Number(issue.minimum) } : {}),
  };
  return { path: path || part, message: { id: issue.message, values } };
}
