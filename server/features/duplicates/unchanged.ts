import type { Transaction } from 'sequelize';
import type { PropertyModel } from '#server/db/models/properties.ts';
import type { ServerContext } from '#server/features/context.ts';

/** Keeps a listing from being deleted until the transaction ends. @returns whether it still is as it was read. */
export async function lockUnchanged(
  { db }: ServerContext,
  { id, updated_at }: Pick<PropertyModel, 'id' | 'updated_at'>,
  transaction: Transaction,
): Promise<boolean> {
  const current = await db.models.Property.findByPk(id, {
    attributes: ['id', 'updated_at'],
    transaction,
    lock: transaction.LOCK.KEY_SHARE,
  });
  return current?.updated_at.getTime() === updated_at.getTime();
}
