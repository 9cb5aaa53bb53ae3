import { createHash } from 'node:crypto';
import type { BaseContext } from '#server/context.ts';
import { keepPlan } from '#server/db/postgres.ts';
import { SqlBuilder, toIso } from '#server/db/sql.ts';

interface StoredBudget {
  key: string;
  points: number;
  expires_at: Date | string;
}

/** The state of a count, with the names of rate-limiter-flexible. */
export interface BudgetState {
  consumedPoints: number;
  remainingPoints: number;
  /** Milliseconds until the count begins anew. */
  msBeforeNext: number;
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
 * The stores of rate-limiter-flexible do not fit: its SQLite store sets savepoints on the given connection, inside of
 * whichever transaction runs there, and its stores read the machine's clock.
 */
export class BudgetLimiter {
  readonly points: number;
  /** Length of the window, in seconds. */
  readonly duration: number;

  constructor(
    private readonly context: BudgetContext,
    { points, seconds }: { points: number; seconds: number },
  ) {
    this.points = points;
    this.duration = seconds;
  }

  /** Reads several counts in one statement, in their order; null: not begun. */
  static async getAll({ db, now }: BudgetContext, budgets: readonly Budget[]): Promise<(BudgetState | null)[]> {
    const sql = new SqlBuilder(db.dialect);
    const keys = budgets.map(({ key }) => key);
    const text = `SELECT key, points, expires_at FROM action_budgets
      WHERE ${sql.isOneOf('key', keys)} AND expires_at > ${sql.bindTime(now())}`;
    const rows = await db.readRows<StoredBudget>(keepPlan(text), sql.parameters);
    const stored = new Map(rows.map((row) => [row.key, row]));
    return budgets.map(({ key, limiter }) => {
      const row = stored.get(key);
      return row ? limiter.stateOf(row) : null;
    });
  }

  /**
   * Adds to several counts in one statement, in their order. The keys differ.
   * @param points negative: takes back.
   * @param isForced begins each count anew.
   */
  static async addAll(
    { db, now }: BudgetContext,
    budgets: readonly Budget[],
    points: number,
    isForced = false,
  ): Promise<BudgetState[]> {
    const sql = new SqlBuilder(db.dialect);
    const time = now();
    const isNew = isForced ? '1 = 1' : `action_budgets.expires_at <= ${sql.bindTime(time)}`;
    const values = budgets.map(({ key, limiter: { duration } }) => {
      const end = sql.bindTime(new Date(time.getTime() + duration * 1_000));
      return `(${sql.bind(key)}, ${Math.max(points, 0)}, ${end})`;
    });
    const rows = await db.writeRows<StoredBudget>(
      `INSERT INTO action_budgets (key, points, expires_at) VALUES ${values.join(', ')}
       ON CONFLICT (key) DO UPDATE SET
         points = CASE WHEN ${isNew} THEN excluded.points
           WHEN action_budgets.points + (${points}) < 0 THEN 0
           ELSE action_budgets.points + (${points}) END,
         expires_at = CASE WHEN ${isNew} THEN excluded.expires_at ELSE action_budgets.expires_at END
       RETURNING key, points, expires_at`,
      sql.parameters,
    );
    const stored = new Map(rows.map((row) => [row.key, row]));
    return budgets.map(({ key, limiter }) => {
      const row = stored.get(key);
      if (!row) throw new Error('A budget was not stored');
      return limiter.stateOf(row);
    });
  }

  async get(key: string): Promise<BudgetState | null> {
    const [state = null] = await BudgetLimiter.getAll(this.context, [{ key, limiter: this }]);
    return state;
  }

  /** Adds one, also above the limit. */
  async penalty(key: string): Promise<BudgetState> {
    const [state] = await BudgetLimiter.addAll(this.context, [{ key, limiter: this }], 1);
    return state as BudgetState;
  }

  /** Sets the count to one, for a whole window from now on. */
  async renew(key: string): Promise<void> {
    await BudgetLimiter.addAll(this.context, [{ key, limiter: this }], 1, true);
  }

  private stateOf({ points, expires_at }: StoredBudget): BudgetState {
    const ms = new Date(toIso(expires_at)).getTime() - this.context.now().getTime();
    return {
      consumedPoints: points,
      remainingPoints: Math.max(this.points - points, 0),
      msBeforeNext: Math.max(ms, 0),
    };
  }
}

/** A hash, so that the table contains no personal data. */
export function budgetKey(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
