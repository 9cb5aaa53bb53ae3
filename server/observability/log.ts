import { AsyncLocalStorage } from 'node:async_hooks';
import cluster from 'node:cluster';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Metrics } from './metrics.ts';

/** Fields of each log line of one request or job. */
export interface LogFields {
  requestId?: string;
  address?: string;
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

/** The facts of an error without its content: a statement with its values, a conversation with a mail server. */
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

export function hideLiterals(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'/g, "'…'");
}

/** The events of the security log, counted by `security_events_total`. */
const sentences = {
  signed_in: 'signed in',
  sign_in_failed: 'a sign-in failed',
  password_refused: 'a wrong current password was given',
  locked_out: 'locked out after failed attempts',
  password_reset_asked: 'a password link was asked for',
  password_reset_refused: 'a password link was refused',
  password_changed: 'a password was changed',
  second_factor_refused: 'a wrong code of a second factor was given',
  second_factor_changed: 'a second factor was set up, changed or ended',
  other_access_ended: 'passkeys, tokens, webhooks and whatever else opens an account were ended',
  identity_confirmed: 'somebody who is signed in proved who they are',
  email_confirmed: 'an e-mail address was confirmed',
  email_change_asked: 'another e-mail address was asked for',
  email_changed: 'an e-mail address was changed',
  email_change_refused: 'a change of an e-mail address was refused by its owner',
  phone_confirmed: 'a telephone number was confirmed',
  confirmation_refused: 'a link or code to confirm something was refused',
  api_token_created: 'an API token was made',
  api_token_revoked: 'an API token was revoked',
  api_token_refused: 'an API token that is not good was used',
  sessions_ended: 'sessions were ended',
  call_refused: 'a call was refused',
  caller_limited: 'a call over a limit was refused',
  socket_refused: 'a socket was refused',
  admin_change: 'an administrator changed something',
} as const;

export type SecurityEvent = keyof typeof sentences;

/** Ids, routes and codes: never typed text. Caller, address and request are fields of each line. */
interface SecurityFacts {
  /** The account concerned; null where there is none. */
  accountId?: number | null;
  sessionId?: number | null;
  tokenId?: number;
  /** The kind of the proof of identity. */
  proof?: string;
  method?: string;
  /** As declared. */
  route?: string;
  status?: number;
  code?: string;
  /** The action in the audit log. */
  action?: string;
  entityType?: string;
  entityId?: number | null;
}

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/** Lines with `"log":"security"`, written at each log level but `silent`. */
export function createSecurityLog(log: Logger, { securityEvents }: Metrics) {
  const own = log.child({ log: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' });
  for (const event of Object.keys(sentences)) securityEvents.inc({ event }, 0);
  return {
    record(event: SecurityEvent, facts: SecurityFacts): void {
      securityEvents.inc({ event });
      own.info({ event, ...facts }, sentences[event]);
    },
  };
}
