import { AsyncLocalStorage } from 'node:async_hooks';
import { type Transaction, UniqueConstraintError } from 'sequelize';
import type { Models } from './models.ts';

/** A request that came with a key, while it is served. */
export interface Claim {
  userId: number;
  key: string;
  requestHash: string;
  at: Date;
  /** The key went into a transaction of this request; it need not go into a second one. */
  isRecorded: boolean;
}

/** The key was used before: what it stands for has been done. */
export class KeyAlreadyUsed extends Error {}

const claims = new AsyncLocalStorage<Claim>();

export function runWithClaim<Result>(claim: Claim, work: () => Promise<Result>): Promise<Result> {
  return claims.run(claim, work);
}

/**
 * Stores the running request's key together with its change, in the change's own transaction: after a crash there are
 * both or neither, and of two that run at once the second finds the key taken. @throws {KeyAlreadyUsed}
 */
export async function recordClaim(
  { IdempotencyKey }: Pick<Models, 'IdempotencyKey'>,
  transaction: Transaction,
): Promise<void> {
  const claim = claims.getStore();
  if (!claim || claim.isRecorded) return;
  try {
    await IdempotencyKey.create(
      {
        user_id: claim.userId,
        key: claim.key,
        request_hash: claim.requestHash,
        created_at: claim.at,
      },
      { transaction },
    );
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new KeyAlreadyUsed() : error;
  }
  // Not before: a transaction that is rolled back takes the key along, and the next one has to bring it again.
  transaction.afterCommit(() => {
    claim.isRecorded = true;
  });
}
