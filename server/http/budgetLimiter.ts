import { createHash } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';
import { QueryTypes } from 'sequelize';
import type { BaseContext } from '#server/context.ts';
import { timeParameter, toIso } from '#server/db/sql.ts';

interface StoredBudget {
  points: number;
  expires_at: Date | string;
}

/**
 * Counts in the database, for all processes together; a count begins anew when its window is over. What changes it belongs
 * to the running transaction: whoever wants it kept whatever becomes of a request begins one of its own, as bookkeeping.
 *
 * The library's own stores do not fit: the one for SQLite sets savepoints on the connection it is given, which would fall
 * into whichever transaction is running there, and both read the machine's clock.
 */
export class BudgetLimiter extends RateLimiterStoreAbstract<StoredBudget> {
  constructor(
    private readonly context: Pick<BaseContext, 'db' | 'now'>,
    { points, seconds }: { points: number; seconds: number },
  ) {
    super({ points, duration: seconds, keyPrefix: '' });
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
    const now = this.context.now();
    const isNew = `action_budgets.expires_at <= :now OR 1 = ${isForced ? 1 : 0}`;
    const [stored] = await this.context.db.sequelize.query<StoredBudget>(
      // Sequelize asks SQLite for no rows of a text that begins with INSERT.
      `/* upsert */ INSERT INTO action_budgets (key, points, expires_at) VALUES (:key, :first, :end)
       ON CONFLICT (key) DO UPDATE SET
         points = CASE WHEN ${isNew} THEN excluded.points
           WHEN action_budgets.points + :points < 0 THEN 0
           ELSE action_budgets.points + :points END,
         expires_at = CASE WHEN ${isNew} THEN excluded.expires_at ELSE action_budgets.expires_at END
       RETURNING points, expires_at`,
      {
        replacements: { key, points, first: Math.max(points, 0), now, end: new Date(now.getTime() + ms) },
        type: QueryTypes.SELECT,
      },
    );
    if (!stored) throw new Error('A budget was not stored');
    return stored;
  }

  protected override async _get(key: string): Promise<StoredBudget | null> {
    const { db, now } = this.context;
    const [stored] = await db.readRows<StoredBudget>(
      'SELECT points, expires_at FROM action_budgets WHERE key = $1 AND expires_at > $2',
      [key, timeParameter(db.dialect, now())],
    );
    return stored ?? null;
  }

  protected override async _delete(key: string): Promise<boolean> {
    return (await this.context.db.models.ActionBudget.destroy({ where: { key } })) > 0;
  }
}

/** Hashed: the table names nobody. */
export function budgetKey(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
