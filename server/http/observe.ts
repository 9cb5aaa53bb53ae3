import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import type { Context, Next } from 'koa';
import type { Server as SocketServer } from 'socket.io';
import type { BaseContext } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import type { SecurityEvent } from '#server/observability/log.ts';
import { type LogFields, runWithLogFields } from '#server/observability/log.ts';
import { msg } from '#shared/messages.ts';
import { VERSION_HEADER } from '#shared/pageRendering.ts';
import { readBearerToken } from './access.ts';
import { addressOf, callerNetwork } from './caller.ts';
import { ApiError, UnauthorizedError } from './errors.ts';
import type { RequestState } from './request.ts';

const REQUEST_ID = 'X-Request-Id';
const KIND_OPTIONS = 'X-Content-Type-Options';
/** Safe in logs and headers. */
const WELL_FORMED_ID = /^[\w.:=-]{1,128}$/;

const ID = Symbol('request id');
const OBSERVED = Symbol('how a request is observed');
type NamedRequest = IncomingMessage & { [ID]?: string; [OBSERVED]?: Observation };

/** The id of a request in the log: a trusted proxy's, else a new one. */
function requestIdOf(request: NamedRequest, { trustProxy }: Pick<Env, 'trustProxy'>): string {
  if (request[ID]) return request[ID];
  const given = trustProxy > 0 ? request.headers['x-request-id'] : undefined;
  request[ID] = typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID();
  return request[ID];
}

export function handshakeFields(request: IncomingMessage, env: Pick<Env, 'trustProxy'>): LogFields {
  return { requestId: requestIdOf(request, env), address: callerNetwork(addressOf(request, env.trustProxy)) };
}

/**
 * Adds the request id, `nosniff`, the time and the version of the pages to every answer, also to those that Koa, Socket.IO and
 * Node.js write without our middleware. @param version undefined: there are no pages
 */
export function addAnswerHeaders(
  server: HttpServer,
  koa: Koa,
  engine: SocketServer['engine'],
  { env, now }: Pick<BaseContext, 'env' | 'now'>,
  version: string | undefined,
): void {
  const headersFor = (request: IncomingMessage) => ({
    [REQUEST_ID]: requestIdOf(request, env),
    [KIND_OPTIONS]: 'nosniff',
    // Pages compare their clocks with it.
    Date: now().toUTCString(),
    ...(version === undefined ? {} : { [VERSION_HEADER]: version }),
  });
  server.prependListener('request', (request, response) => {
    for (const [name, value] of Object.entries(headersFor(request))) response.setHeader(name, value);
  });
  // Koa answers errors from outside of the error middleware, and removes all headers first.
  const { onerror } = koa.context;
  koa.context.onerror = function answerFailure(this: Context, error: Error) {
    if (error) {
      const { headers } = error as Error & { headers?: Record<string, string> };
      Object.assign(error, { headers: { ...headers, ...headersFor(this.req) } });
    }
    onerror.call(this, error);
  };
  engine.on('initial_headers', (headers: Record<string, string>, request: IncomingMessage) => {
    Object.assign(headers, headersFor(request));
  });
  engine.on('connection_error', ({ req, message }: { req?: IncomingMessage; message: string }) => {
    // A refused upgrade has no response object; Socket.IO writes its own answer only to an open socket.
    if (req?.headers.upgrade && req.socket.writable)
      endWith(req.socket, '400 Bad Request', requestIdOf(req, env), message);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of an answer no other can begin.
    const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } };
    if (socket.writable && error.code !== 'ECONNRESET' && !answer?.headersSent)
      endWith(socket, brokenRequest[error.code ?? ''] ?? '400 Bad Request', randomUUID());
    socket.destroy();
  });
}

const brokenRequest: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function endWith(socket: Duplex, status: string, requestId: string, text = ''): void {
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${REQUEST_ID}: ${requestId}\r\n${KIND_OPTIONS}: nosniff\r\n` +
      `Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
/** Words and numbers of a path; possible tokens and users' own words are not logged. */
const PLAIN_PATH = /^(?:\/[a-z0-9-]{0,24}){1,8}$/i;

const refusals: Record<number, SecurityEvent> = {
  401: 'call_refused',
  403: 'call_refused',
  429: 'caller_limited',
};

/** The logged facts of a finished request. */
interface Outcome {
  route: string;
  status: number;
  code?: string | undefined;
  /** Requested all the time by machines, or dozens of times for one page. */
  isQuiet: boolean;
}

interface Observation {
  fields: LogFields;
  outcome(): Outcome;
}

/**
 * Measures a request and logs it at the end of its answer, without its content. A second observation of the same request
 * replaces the first one's `outcome`.
 * @param outcome called at the end. @returns the fields of the request's log lines.
 */
export function observe(
  { env, log, metrics, security }: BaseContext,
  request: NamedRequest,
  response: ServerResponse,
  address: string,
  outcome: () => Outcome,
): LogFields {
  if (request[OBSERVED]) {
    request[OBSERVED].outcome = outcome;
    return request[OBSERVED].fields;
  }
  const start = performance.now();
  const { socket } = request;
  const writtenBefore = socket.bytesWritten;
  const fields: LogFields = { requestId: requestIdOf(request, env), address: callerNetwork(address) };
  const observation: Observation = { fields, outcome };
  request[OBSERVED] = observation;
  metrics.requestsInFlight.inc();
  response.once('close', () => {
    const ms = performance.now() - start;
    const method = methodOf(request);
    const { route, status, code, isQuiet } = observation.outcome();
    metrics.requestsInFlight.dec();
    metrics.requestSeconds.observe({ method, route, status }, ms / 1_000);
    if (status === 429) metrics.rateLimitRefusals.inc();
    const refusal = refusals[status];
    if (refusal) runWithLogFields(fields, () => security.record(refusal, { method, route, status, code }));
    const level = isQuiet ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const [path = ''] = (request.url ?? '').split('?', 1);
    log[level](
      {
        requestId: fields.requestId,
        address: fields.address,
        userId: fields.userId,
        traceId: fields.traceId,
        method,
        route,
        path: PLAIN_PATH.test(path) ? path : undefined,
        status,
        code,
        isCutOff: response.writableFinished ? undefined : true,
        ms: Math.round(ms * 10) / 10,
        bytes: socket.bytesWritten - writtenBefore,
      },
      'request',
    );
  });
  return fields;
}

const methodOf = ({ method = '' }: IncomingMessage) => (METHODS.has(method) ? method : 'OTHER');

/** Middleware: logs each request, and gives its fields to all log lines written meanwhile. */
export function observeRequests(context: BaseContext) {
  const { env, tracing } = context;
  return (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const fields = observe(context, ctx.req, ctx.res, ctx.ip, () => {
      const route = routeOf(ctx);
      span?.end(route, ctx.status);
      return { route, status: ctx.status, code: ctx.state.errorCode, isQuiet: isQuiet(ctx, route) };
    });
    // An untrusted trace is not continued: its flags decide whether spans are recorded.
    const span = tracing.startRequest(methodOf(ctx.req), env.trustProxy > 0 ? ctx.headers : null);
    if (span?.traceId) fields.traceId = span.traceId;
    return runWithLogFields(fields, () => (span ? span.run(next) : next()));
  };
}

/** One of a bounded number of names for the requested path. */
function routeOf(ctx: Context & { state: RequestState }): string {
  const { route, isStaticFile } = ctx.state;
  if (route) return route.call.path;
  if (ctx.path === METRICS_PATH) return METRICS_PATH;
  if (typeof ctx._matchedRoute === 'string') return ctx._matchedRoute;
  if (ctx.response.type === 'text/html') return 'page';
  if (ctx.status === 404) return 'unknown';
  return isStaticFile || /\.[a-z0-9]+$/i.test(ctx.path) ? 'static' : 'unknown';
}

/** Requested all the time by machines, or dozens of times for one page. */
function isQuiet({ state }: { state: RequestState }, route: string): boolean {
  return state.route?.call.rateLimit === 'none' || route === 'static' || route === METRICS_PATH;
}

export const METRICS_PATH = '/metrics';

/** GET /metrics for Prometheus, guarded by METRICS_TOKEN; 404 where that is not set. */
export function metricsPage({ env: { metricsToken }, metrics }: Pick<BaseContext, 'env' | 'metrics'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.path !== METRICS_PATH) return next();
    if (!metricsToken || (ctx.method !== 'GET' && ctx.method !== 'HEAD'))
      throw new ApiError('not_found', msg('Not found'));
    const token = readBearerToken(ctx.get('Authorization'));
    if (token === null || !isSame(token, metricsToken)) {
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new UnauthorizedError();
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.read();
  };
}

/** Compares secrets in constant time. */
export function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
