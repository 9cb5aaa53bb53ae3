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

export type Tracing = ReturnType<typeof createTracing>;

/** Spans of OpenTelemetry, for the SDK with which the process was started; without one they cost next to nothing. */
export function createTracing(isOn: boolean) {
  const tracer = trace.getTracer('silong');
  return {
    isOn,
    /** @param headers of a trusted caller, whose trace is continued. @returns null while tracing is off. */
    startRequest(method: string, headers: IncomingHttpHeaders | null) {
      if (!isOn) return null;
      const parent = headers ? propagation.extract(context.active(), headers) : context.active();
      const attributes = { 'http.request.method': method };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const spanContext = span.spanContext();
      return {
        /** Null while no traces are recorded. */
        traceId: isSpanContextValid(spanContext) ? spanContext.traceId : null,
        run: <Result>(work: () => Result): Result => context.with(trace.setSpan(parent, span), work),
        /** At the end of the answer. @param route as declared. */
        end(route: string, status: number): void {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    /** A span around some work, a child of the current one. */
    async inSpan<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
      if (!isOn) return work();
      return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
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
      });
    },
  };
}
