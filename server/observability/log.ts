import { AsyncLocalStorage } from 'node:async_hooks';
import cluster from 'node:cluster';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields of each log line of one request or job. */
export interface LogFields {
  requestId?: string;
  /** The caller's network. */
  address?: string;
  /** The signed-in user. */
  userId?: number;
  traceId?: string;
  jobId?: number;
  job?: string;
}

const current = new AsyncLocalStorage<LogFields>();

export function runWithLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return current.run(fields, work);
}

/** For the rest of the request that runs. */
export function addLogFields(fields: LogFields): void {
  Object.assign(current.getStore() ?? {}, fields);
}

/** Lines are collected up to this size and written together, at the latest after this time and at the end of the process. */
const WRITE_BYTES = 32 * 1024;
const WRITE_EVERY_MS = 500;
/** A reader of the log that stands still costs lines, not the server's memory. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

const openStandardOutput = () =>
  pino.destination({
    dest: 1,
    sync: false,
    minLength: WRITE_BYTES,
    maxWrite: 2 * WRITE_BYTES,
    periodicFlush: WRITE_EVERY_MS,
    maxLength: MAX_WAITING_BYTES,
  });

const NO_FIELDS: LogFields = {};

/** @param destination receives one line of JSON at a time; standard output by default. */
export function createLog(level: string, destination: DestinationStream = openStandardOutput()): Logger {
  return pino(
    {
      level,
      // The number of the machine's worker, see workers.ts; a restarted worker gets a new number.
      base: cluster.worker ? { worker: cluster.worker.id } : null,
      mixin: () => current.getStore() ?? NO_FIELDS,
      mixinMergeStrategy: (line, fields) => (fields === NO_FIELDS ? line : { ...fields, ...line }),
      serializers: { err: describeError, reason: hideAddresses },
    },
    destination,
  );
}

const MAX_CAUSES = 4;

/**
 * The facts of an error without its content: database errors contain the statement with its values, mail errors the
 * conversation with the server.
 */
function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: hideAddresses(String(error)) };
  const { code, cause, original } = error as Error & { code?: unknown; original?: unknown };
  const source = cause ?? original;
  return {
    type: error.name,
    message: hideAddresses(error.message),
    stack: hideAddresses(error.stack ?? ''),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(source && depth < MAX_CAUSES ? { cause: describeError(source, depth + 1) } : {}),
  };
}

/** Mail servers repeat the recipient in their answers. */
function hideAddresses(text: unknown): string {
  return String(text).replace(/[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+\.[^\s<>"'(),:;@]+/g, '[address]');
}

/** A statement without its literal values. */
export function hideLiterals(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'/g, "'…'");
}
