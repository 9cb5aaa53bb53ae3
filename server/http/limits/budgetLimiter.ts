import { createHash } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';
import type { BaseContext } from '#server/context.ts';
import { keepPlan } from '#server/db/postgres.ts';
import { SqlBuilder, toIso } from '#server/db/sql.ts';

interface StoredBudget {
  key: string;
  points: number;
  expires_at: Date | string;
}

type BudgetContext = Pick<BaseContext, 'db' | 'now'>;

/** A count to which a call adds. */
export interface Budget {
  key: string;
  limiter: BudgetLimiter;
}

/**
 * Counts in the database, for all processes together; a count begins anew when its window is over. Changes belong to the
 * running transaction: counts that must survive a failed request need a bookkeeping transaction of their own.
 *
 * The library's own stores do not fit: its SQLite store sets savepoints on the given connection, inside of whichever
 * transaction runs there, and its stores read the machine's clock.
 */
export class BudgetLimiter extends RateLimiterStoreAbstract<StoredBudget> {
  constructor(
    private readonly context: BudgetContext,
    { points, seconds }: { points: number; seconds: number },
  ) {
    super({ points, duration: seconds, keyPrefix: '' });
  }

  /** Reads several counts in one statement, in their order; null: not begun. */
  static async getAll(
    context: BudgetContext,
    budgets: readonly Budget[],
  ): Promise<(RateLimiterRes | null)[]> {
    const keys = budgets.map(({ key }) => key);
    const stored = new Map((await readStored(context, keys)).map((row) => [row.key, row]));
    return budgets.map(({ key, limiter }) => {
      const row = stored.get(key);
      return row ? limiter._getRateLimiterRes(key, 0, row) : null;
    });
  }

  /** Adds to several counts in one statement, in their order. The keys differ. @param points negative: takes back. */
  static async addAll(
    context: BudgetContext,
    budgets: readonly Budget[],
    points: number,
  ): Promise<RateLimiterRes[]> {
    const added = budgets.map(({ key, limiter }) => ({ key, ms: limiter.duration * 1_000 }));
    const stored = new Map((await addPoints(context, added, points, false)).map((row) => [row.key, row]));
    return budgets.map(({ key, limiter }) =>
      limiter._getRateLimiterRes(key, points, storedOf(stored.get(key))),
    );
  }

  protected override _getRateLimiterRes(_key: string, changed: number, stored: StoredBudget): RateLimiterRes {
    const remaining = Math.max(this.points - stored.points, 0);
    const ms = new Date(toIso(stored.expires_at)).getTime() - this.context.now().getTime();
    return new RateLimiterRes(remaining, Math.max(ms, 0), stored.points, changed === stored.points);
  }

  protected override async _upsert(
    key: string,
    points: number,
    ms: number,
    isForced = false,
  ): Promise<StoredBudget> {
    const [stored] = await addPoints(this.context, [{ key, ms }], points, isForced);
    return storedOf(stored);
  }

  protected override async _get(key: string): Promise<StoredBudget | null> {
    const [stored] = await readStored(this.context, [key]);
    return stored ?? null;
  }

  protected override async _delete(key: string): Promise<boolean> {
    return (await this.context.db.models.ActionBudget.destroy({ where: { key } })) > 0;
  }
}

function readStored({ db, now }: BudgetContext, keys: readonly string[]): Promise<StoredBudget[]> {
  const sql = new SqlBuilder(db.dialect);
  const text = `SELECT key, points, expires_at FROM action_budgets
    WHERE ${sql.isOneOf('key', keys)} AND expires_at > ${sql.bindTime(now())}`;
  return db.readRows<StoredBudget>(keepPlan(text), sql.parameters);
}

/** @param added with the duration of a count that begins now. @param isForced begins each anew. */
function addPoints(
  { db, now }: BudgetContext,
  added: readonly { key: string; ms: number }[],
  points: number,
  isForced: boolean,
): Promise<StoredBudget[]> {
  const sql = new SqlBuilder(db.dialect);
  const time = now();
  const isNew = isForced ? '1 = 1' : `action_budgets.expires_at <= ${sql.bindTime(time)}`;
  const first = Math.max(points, 0);
  const rows = added.map(
    ({ key, ms }) => `(${sql.bind(key)}, ${first}, ${sql.bindTime(new Date(time.getTime() + ms))})`,
  );
  return db.writeRows<StoredBudget>(
    `INSERT INTO action_budgets (key, points, expires_at) VALUES ${rows.join(', ')}
     ON CONFLICT (key) DO UPDATE SET
       points = CASE WHEN ${isNew} THEN excluded.points
         WHEN action_budgets.points + (${points}) < 0 THEN 0
         ELSE action_budgets.points + (${points}) END,
       expires_at = CASE WHEN ${isNew} THEN excluded.expires_at ELSE action_budgets.expires_at END
     RETURNING key, points, expires_at`,
    sql.parameters,
  );
}

function storedOf(stored: StoredBudget | undefined): StoredBudget {
  if (!stored) throw new Error('A budget was not stored');
  return stored;
}

/** A hash, so that the table contains no personal data. */
export function budgetKey(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
