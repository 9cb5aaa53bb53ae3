import { createHash } from 'node:crypto';
import { Transaction } from 'sequelize';
import type { LoginFailureModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { callerNetwork } from '#server/http/caller.ts';
import { TooManyRequestsError } from '#server/http/errors.ts';
import { msg } from '#shared/messages.ts';

const LOCK_MS = 15 * 60_000;
/** Attempts are counted before their call, also when the call is refused. */
const bookkeeping = { isBookkeeping: true };

/** Running guesses at one account from one address. */
interface Pair {
  inFlight: number;
  /** Number of decided guesses; a change during a read makes the read stale. */
  decided: number;
  waiting: (() => void)[];
  askers: number;
}

export interface AttemptLimiter {
  /**
   * Runs one guess. Null counts as a failure, anything else clears the count, and a guess that throws is neither.
   * @throws {TooManyRequestsError} `login_locked`, without having run the guess.
   */
  run<Found>(account: string, address: string, guess: () => Promise<Found | null>): Promise<Found | null>;
  /** Forgets the failures after another proof of identity. */
  clear(account: string, address: string): Promise<void>;
}

/**
 * The lock-out: after `maxLoginAttempts` failures for an account and address the pair waits 15 minutes. Parallel
 * guesses cannot exceed the limit: no more run at once than failures are left. Whether the account exists plays no
 * part.
 */
export function createAttemptLimiter({ db, now, security, systemSettings }: ServerContext): AttemptLimiter {
  const pairs = new Map<string, Pair>();
  const limit = () => systemSettings.current().security.maxLoginAttempts;

  async function admit(key: string, pair: Pair): Promise<void> {
    for (;;) {
      const { decided } = pair;
      const failures = currentFailures(await db.models.LoginFailure.findByPk(key), now());
      if (pair.decided !== decided) continue;
      if (pair.inFlight === 0 || failures + pair.inFlight < limit()) {
        pair.inFlight += 1;
        return;
      }
      await new Promise<void>((resolve) => pair.waiting.push(resolve));
    }
  }

  function release(pair: Pair): void {
    pair.inFlight -= 1;
    pair.decided += 1;
    for (const wake of pair.waiting.splice(0)) wake();
  }

  /** In the running transaction. A success may delete the row before it is locked. */
  async function lockRow(key: string, at: Date): Promise<LoginFailureModel> {
    const { LoginFailure } = db.models;
    for (;;) {
      await LoginFailure.bulkCreate([{ key, failures: 0, locked_until: null, updated_at: at }], {
        ignoreDuplicates: true,
      });
      const row = await LoginFailure.findByPk(key, { lock: Transaction.LOCK.UPDATE });
      if (row) return row;
    }
  }

  function recordFailure(key: string): Promise<void> {
    return db.transaction(async () => {
      const at = now();
      const row = await lockRow(key, at);
      const failures = (isOver(row, at) ? 0 : row.failures) + 1;
      const lockedUntil = failures >= limit() ? new Date(at.getTime() + LOCK_MS) : null;
      await row.update({ failures, locked_until: lockedUntil, updated_at: at });
      if (lockedUntil) db.afterCommit(() => security.record('locked_out', {}));
    }, bookkeeping);
  }

  async function clear(key: string): Promise<void> {
    await db.models.LoginFailure.destroy({ where: { key } });
  }

  async function check<Found>(key: string, pair: Pair, guess: () => Promise<Found | null>) {
    await admit(key, pair);
    try {
      const found = await guess();
      if (found === null) await recordFailure(key);
      else if (await db.models.LoginFailure.count({ where: { key } }))
        await db.transaction(() => clear(key), bookkeeping);
      return found;
    } finally {
      release(pair);
    }
  }

  return {
    async run(account, address, guess) {
      const key = pairKey(account, address);
      const pair = pairs.get(key) ?? { inFlight: 0, decided: 0, waiting: [], askers: 0 };
      pairs.set(key, pair);
      pair.askers += 1;
      try {
        return await check(key, pair, guess);
      } finally {
        pair.askers -= 1;
        if (pair.askers === 0) pairs.delete(key);
      }
    },
    clear: (account, address) => clear(pairKey(account, address)),
  };
}

function pairKey(account: string, address: string): string {
  return createHash('sha256')
    .update(`${account}\n${callerNetwork(address)}`)
    .digest('hex');
}

/** Failures expire after the duration of a lock. */
function isOver(row: LoginFailureModel, at: Date): boolean {
  const end = row.locked_until ?? new Date(row.updated_at.getTime() + LOCK_MS);
  return end <= at;
}

/** @throws {TooManyRequestsError} the pair is locked. */
function currentFailures(row: LoginFailureModel | null, at: Date): number {
  if (!row || isOver(row, at)) return 0;
  if (row.locked_until) throw buildLockedError(row.locked_until.getTime() - at.getTime());
  return row.failures;
}

function buildLockedError(remainingMs: number): TooManyRequestsError {
  const minutes = Math.ceil(remainingMs / 60_000);
  return new TooManyRequestsError(
    msg('Too many failed attempts. Please try again in {minutes, plural, one {# minute} other {# minutes}}.', {
      minutes,
    }),
    Math.ceil(remainingMs / 1_000),
    'login_locked',
  );
}
