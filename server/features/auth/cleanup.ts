import { Op } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import { createRecurringTask, type RecurringTask } from '#server/jobs/recurring.ts';
import { idleLimitMs } from './sessions.ts';

const INTERVAL_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Longer than an outbox entry of the console can wait before its owner is asked. */
const KEY_LIFE_MS = 60 * DAY_MS;

export interface AuthCleanup extends RecurringTask {
  /** Ends sessions that went unused too long (their sockets too), and forgets old failures, links and keys. */
  sweep(): Promise<void>;
}

export function createAuthCleanup(context: ServerContext): AuthCleanup {
  const plan = { everyMs: INTERVAL_MS, failure: 'could not sweep ended sessions' };
  return { ...createRecurringTask(context, plan, () => sweep(context)), sweep: () => sweep(context) };
}

async function sweep(context: ServerContext): Promise<void> {
  const { db, bus, now } = context;
  const { Session, LoginFailure, PasswordReset, IdempotencyKey } = db.models;
  const before = (ms: number) => ({ [Op.lt]: new Date(now().getTime() - ms) });
  const unused = {
    [Op.or]: [true, false].map((remember) => ({
      remember,
      last_used_at: before(idleLimitMs(context, remember)),
    })),
  };
  const ended = await db.transaction(async (transaction) => {
    // Locked: a session used between the two statements would otherwise be ended all the same.
    const sessions = await Session.findAll({
      attributes: ['id', 'user_id'],
      where: unused,
      transaction,
      lock: transaction.LOCK.UPDATE,
    });
    await Session.destroy({ where: { id: sessions.map(({ id }) => id) }, transaction });
    await LoginFailure.destroy({ where: { updated_at: before(DAY_MS) }, transaction });
    await PasswordReset.destroy({ where: { created_at: before(DAY_MS) }, transaction });
    await IdempotencyKey.destroy({ where: { created_at: before(KEY_LIFE_MS) }, transaction });
    return sessions;
  });
  for (const { id, user_id } of ended) bus.publish('sessionsRevoked', { userId: user_id, sessionId: id });
}
