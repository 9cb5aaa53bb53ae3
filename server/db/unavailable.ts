import { ConnectionError } from 'sequelize';

/** The database cannot do this now; nothing of it was done, and a later try may succeed. */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError';
}

/** A transaction exceeded its limit and was rolled back: a fault of its work. */
export class TransactionTimeoutError extends DatabaseUnavailableError {
  override readonly name = 'TransactionTimeoutError';
}

/** Locked by another process, full, not writable, not readable, interrupted. A damaged file is not among them. */
const SQLITE_CODE = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|INTERRUPT|PROTOCOL|NOMEM)/;

/**
 * PostgreSQL: classes 08 (connection) and 53 (no room, no memory, too many connections), 57P01 to 57P05 (shutting down,
 * starting), 57014 (statement time-out), 55P03 (lock time-out), 40001 and 40P01 (serialization, deadlock), 25006 (a
 * standby, or read-only), 25P03 and 25P04 (a transaction stood idle or ran too long), 58030 (disk fault).
 */
const SQLSTATE = /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01|25006|25P0[34]|58030)$/;

const NETWORK_CODE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Messages of pg and Sequelize without a code, about a broken or closed connection. */
const CONNECTION_SENTENCE =
  /^Connection terminated|^Client (has encountered a connection error|was closed)|^timeout e(xpired|xceeded)|connection manager was closed/;

/** How deep the cause may lie: Sequelize puts the driver's error into `parent`. */
const MAX_DEPTH = 4;

/** Whether the database is away, overloaded or cannot write, as opposed to a wrong statement. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false;
  if (error instanceof DatabaseUnavailableError || error instanceof ConnectionError) return true;
  const { code, parent, cause } = error as { code?: unknown; parent?: unknown; cause?: unknown };
  if (typeof code === 'string' && [SQLITE_CODE, SQLSTATE, NETWORK_CODE].some((known) => known.test(code)))
    return true;
  if (CONNECTION_SENTENCE.test(error.message)) return true;
  return isDatabaseUnavailable(parent, depth + 1) || isDatabaseUnavailable(cause, depth + 1);
}
