import { AsyncLocalStorage } from 'node:async_hooks';
import cluster from 'node:cluster';
import { type DestinationStream, type Logger, pino } from 'pino';

/** What stands in each line that is written while one request, or one job, is being worked on. */
export interface LogFields {
  requestId?: string;
  /** The caller's network. */
  address?: string;
  /** Who is signed in. */
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

/** @param destination takes one line of JSON at a time; standard output by default. */
export function createLog(level: string, destination: DestinationStream = openStandardOutput()): Logger {
  return pino(
    {
      level,
      // Which of the workers of a machine it was, see workers.ts; each that is started again has a new number.
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
 * What an error tells without what it carries: those of the database hold the statement with its values, those of mail
 * the conversation with the server.
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

/** Mail servers repeat the recipient in what they answer. */
function hideAddresses(text: unknown): string {
  return String(text).replace(/[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+\.[^\s<>"'(),:;@]+/g, '[address]');
}

/** A statement without the values that are written into it. */
export function hideLiterals(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'/g, "'…'");
}
