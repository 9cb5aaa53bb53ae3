import { AsyncLocalStorage } from 'node:async_hooks';
import { UniqueConstraintError } from 'sequelize';
import type { Models } from './models.ts';

/** The idempotency key of a request, while the request is served. */
interface PendingKey {
  userId: number;
  key: string;
  requestHash: string;
  at: Date;
  /** A transaction of this request has stored the key; later ones leave it out. */
  isStored: boolean;
  /** The request is answered; work that still runs stores no key. */
  isAnswered: boolean;
}

/** The key was used before: its change is already made. */
export class IdempotencyKeyUsedError extends Error {}

interface KeyStore {
  models: Models;
  afterCommit(work: () => void): void;
}

const pendingKeys = new AsyncLocalStorage<PendingKey>();

/** Serves a request whose change stores this key. */
export function runWithIdempotencyKey<Result>(
  pending: PendingKey,
  work: () => Promise<Result>,
): Promise<Result> {
  return pendingKeys.run(pending, async () => {
    try {
      return await work();
    } finally {
      pending.isAnswered = true;
    }
  });
}

/** Runs work that is not part of the request's change. */
export const withoutIdempotencyKey = (work: () => void): void => pendingKeys.exit(work);

/** The running request's key, while it is not stored; for callers that store it with the changes of several requests. */
export function currentIdempotencyKey(): PendingKey | undefined {
  const pending = pendingKeys.getStore();
  return pending && !pending.isStored && !pending.isAnswered ? pending : undefined;
}

/**
 * Stores the keys of requests in the running transaction, which also holds their changes: after a crash there are both or
 * neither, and of two simultaneous requests the second finds the key taken.
 * @throws {IdempotencyKeyUsedError} one of them was used.
 */
export async function storeIdempotencyKeys(
  { models, afterCommit }: KeyStore,
  keys: readonly PendingKey[],
): Promise<void> {
  if (keys.length === 0) return;
  try {
    await models.IdempotencyKey.bulkCreate(
      keys.map(({ userId, key, requestHash, at }) => ({
        user_id: userId,
        key,
        request_hash: requestHash,
        created_at: at,
      })),
    );
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new IdempotencyKeyUsedError() : error;
  }
  // A rollback removes the keys, and the next transaction stores them again.
  afterCommit(() => {
    for (const pending of keys) pending.isStored = true;
  });
}
