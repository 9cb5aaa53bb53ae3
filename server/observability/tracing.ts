import type { IncomingHttpHeaders } from 'node:http';
import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** The attributes of a request's span at the end of its answer. */
interface EndedRequest {
  /** As declared. */
  route: string;
  status: number;
}

interface RequestSpan {
  /** Null while no traces are recorded. */
  traceId: string | null;
  run<Result>(work: () => Result): Result;
  end(request: EndedRequest): void;
}

/** Spans of OpenTelemetry, for the SDK with which the process was started; without one they cost next to nothing. */
export interface Tracing {
  isOn: boolean;
  /** @param headers of a trusted caller, whose trace is continued. @returns null while tracing is off. */
  startRequest(method: string, headers: IncomingHttpHeaders | null): RequestSpan | null;
  /** A span around some work, a child of the current one. */
  inSpan<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result>;
}

export function createTracing(isOn: boolean): Tracing {
  if (!isOn) return { isOn, startRequest: () => null, inSpan: (_name, _attributes, work) => work() };
  const tracer = trace.getTracer('silong');
  return {
    isOn,
    startRequest(method, headers) {
      const parent = headers ? propagation.extract(context.active(), headers) : context.active();
      const attributes = { 'http.request.method': method };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const spanContext = span.spanContext();
      return {
        traceId: isSpanContextValid(spanContext) ? spanContext.traceId : null,
        run: (work) => context.with(trace.setSpan(parent, span), work),
        end({ route, status }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    inSpan: (name, attributes, work) =>
      tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        try {
          return await work();
        } catch (error) {
          // Its kind alone: the words of a failed statement hold its values.
          span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
  };
}
