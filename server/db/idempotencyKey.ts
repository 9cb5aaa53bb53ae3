import { AsyncLocalStorage } from 'node:async_hooks';
import { type Transaction, UniqueConstraintError } from 'sequelize';
import type { Models } from './models.ts';

/** A request that came with a key, while it is served. */
interface PendingKey {
  userId: number;
  key: string;
  requestHash: string;
  at: Date;
  /** The key went into a transaction of this request; it need not go into a second one. */
  isStored: boolean;
}

/** The key was used before: what it stands for has been done. */
export class IdempotencyKeyUsedError extends Error {}

const pendingKeys = new AsyncLocalStorage<PendingKey>();

export function runWithIdempotencyKey<Result>(
  pending: PendingKey,
  work: () => Promise<Result>,
): Promise<Result> {
  return pendingKeys.run(pending, work);
}

/**
 * Stores the running request's key together with its change, in the change's own transaction: after a crash there are
 * both or neither, and of two that run at once the second finds the key taken. @throws {IdempotencyKeyUsedError}
 */
export async function storeIdempotencyKey(
  { IdempotencyKey }: Pick<Models, 'IdempotencyKey'>,
  transaction: Transaction,
): Promise<void> {
  const pending = pendingKeys.getStore();
  if (!pending || pending.isStored) return;
  try {
    await IdempotencyKey.create(
      {
        user_id: pending.userId,
        key: pending.key,
        request_hash: pending.requestHash,
        created_at: pending.at,
      },
      { transaction },
    );
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new IdempotencyKeyUsedError() : error;
  }
  // Not before: a transaction that is rolled back takes the key along, and the next one has to bring it again.
  transaction.afterCommit(() => {
    pending.isStored = true;
  });
}
