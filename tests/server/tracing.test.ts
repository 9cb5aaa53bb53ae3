// @databases full

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { captureLog, type TestLog } from '#tests/support/log.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

interface RecordedSpan {
  name: string;
  context: SpanContext;
  parentId: string | undefined;
  attributes: Attributes;
  isError: boolean;
  isEnded: boolean;
}

const recorded: RecordedSpan[] = [];

/** As much of an SDK as there has to be for the API to record anything. */
class RecordingTracer implements Tracer {
  startSpan(name: string, options: SpanOptions = {}, parentContext: Context = context.active()): Span {
    const parent = trace.getSpanContext(parentContext);
    const span: RecordedSpan = {
      name,
      context: {
        traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        traceFlags: 1,
      },
      parentId: parent?.spanId,
      attributes: { ...options.attributes },
      isError: false,
      isEnded: false,
    };
    recorded.push(span);
    const api: Span = {
      spanContext: () => span.context,
      setAttribute: (key, value) => api.setAttributes({ [key]: value }),
      setAttributes(attributes) {
        Object.assign(span.attributes, attributes);
        return api;
      },
      addEvent: () => api,
      addLink: () => api,
      addLinks: () => api,
      setStatus({ code }) {
        span.isError = code === SpanStatusCode.ERROR;
        return api;
      },
      updateName(newName) {
        span.name = newName;
        return api;
      },
      end() {
        span.isEnded = true;
      },
      isRecording: () => !span.isEnded,
      recordException: () => undefined,
    };
    return api;
  }

  startActiveSpan<Work extends (span: Span) => unknown>(name: string, ...rest: unknown[]): ReturnType<Work> {
    const work = rest.at(-1) as Work;
    const span = this.startSpan(name, rest.length > 1 ? (rest[0] as SpanOptions) : {});
    return context.with(trace.setSpan(context.active(), span), () => work(span) as ReturnType<Work>);
  }
}

const storage = new AsyncLocalStorage<Context>();
const contextManager: ContextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, work, self, ...args) => storage.run(active, () => work.apply(self, args)),
  bind: (_active, target) => target,
  enable: () => contextManager,
  disable: () => contextManager,
};

/** W3C's header, read only. */
const propagator: TextMapPropagator = {
  inject: () => undefined,
  fields: () => ['traceparent'],
  extract(parent, carrier, getter) {
    const [, traceId, spanId] =
      /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(getter.get(carrier, 'traceparent'))) ?? [];
    return traceId && spanId
      ? trace.setSpanContext(parent, { traceId, spanId, traceFlags: 1, isRemote: true })
      : parent;
  },
};

let captured: TestLog;
let server: TestServer;
let visitor: Person;

beforeAll(async () => {
  const tracer = new RecordingTracer();
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  context.setGlobalContextManager(contextManager);
  propagation.setGlobalPropagator(propagator);
  captured = captureLog();
  server = await startTestServer({
    data: 'empty',
    env: { isTracing: true, trustProxy: 1 },
    log: captured.log,
  });
  visitor = await enter(server);
});

afterAll(async () => {
  await server.close();
  trace.disable();
  context.disable();
  propagation.disable();
});

afterEach(() => {
  recorded.length = 0;
});

async function requestSpan(name: string): Promise<RecordedSpan> {
  await expect.poll(() => recorded.find((span) => span.name === name && span.isEnded)).toBeDefined();
  return recorded.find((span) => span.name === name) as RecordedSpan;
}

describe('a request', () => {
  test('is a span by its declared route, and its statements are children', async () => {
    const { id } = await buildProperty(server.context);
    recorded.length = 0;
    await server.request('GET', `/api/properties/${id}`, { token: visitor.token });
    const span = await requestSpan('GET /api/properties/{id}');
    expect(span.parentId).toBeUndefined();
    expect(span.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/properties/{id}',
      'http.response.status_code': 200,
    });
    const statements = recorded.filter(({ parentId }) => parentId === span.context.spanId);
    expect(statements.map(({ name }) => name)).toContain('SELECT');
    expect(statements[0]?.attributes).toEqual({
      'db.system.name': server.context.db.dialect === 'postgres' ? 'postgresql' : 'sqlite',
      'db.operation.name': 'SELECT',
    });
    expect(statements.every(({ isEnded }) => isEnded)).toBe(true);
  });

  test('that writes has its transaction, with the statements inside', async () => {
    const { id } = await buildProperty(server.context);
    recorded.length = 0;
    const { status } = await visitor.post(`/api/favorites/${id}`);
    expect(status).toBeLessThan(300);
    const span = await requestSpan('POST /api/favorites/{propertyId}');
    const transaction = recorded.find(({ name }) => name === 'transaction');
    expect(transaction).toMatchObject({ parentId: span.context.spanId, isEnded: true });
    const inside = recorded.filter(({ parentId }) => parentId === transaction?.context.spanId);
    expect(inside.map(({ name }) => name)).toContain('INSERT');
  });

  test('that fails says so, without the words of the failure', async () => {
    vi.spyOn(server.context.systemSettings, 'current').mockImplementation(() => {
      throw new Error('a secret in a failure');
    });
    await server.request('GET', '/api/site');
    vi.restoreAllMocks();
    const span = await requestSpan('GET /api/site');
    expect(span).toMatchObject({ isError: true, attributes: { 'http.response.status_code': 500 } });
    expect(JSON.stringify(recorded)).not.toContain('secret');
  });

  test('goes on with the trace of a trusted proxy, and the log names it', async () => {
    const traceId = randomBytes(16).toString('hex');
    const parentId = randomBytes(8).toString('hex');
    const headers = { traceparent: `00-${traceId}-${parentId}-01` };
    const answer = await server.request('GET', '/api/site', { headers });
    const span = await requestSpan('GET /api/site');
    expect(span).toMatchObject({ parentId, context: { traceId } });
    const requestId = answer.headers.get('x-request-id');
    const line = captured.lines().find((own) => own.requestId === requestId);
    expect(line).toMatchObject({ traceId, route: '/api/site' });
  });

  test('of a stranger begins a trace of its own', async () => {
    const direct = await startTestServer({ data: 'empty', env: { isTracing: true } });
    recorded.length = 0;
    const traceId = randomBytes(16).toString('hex');
    const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
    await direct.request('GET', '/api/site', { headers });
    const span = await requestSpan('GET /api/site');
    await direct.close();
    expect(span.parentId).toBeUndefined();
    expect(span.context.traceId).not.toBe(traceId);
  });
});

test('nothing is recorded while the switch is off', async () => {
  const off = await startTestServer({ data: 'empty' });
  recorded.length = 0;
  await off.request('GET', '/api/properties');
  await off.close();
  // The other server is there still, and reads changes once a second.
  const isOfThat = ({ name, parentId }: RecordedSpan) => name === 'SELECT' && parentId === undefined;
  expect(recorded.filter((span) => !isOfThat(span))).toEqual([]);
});
