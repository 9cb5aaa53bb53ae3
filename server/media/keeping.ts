import type { Transaction } from 'sequelize';
import type { BaseContext } from '#server/context.ts';
import { hashOfAddress } from './names.ts';

/**
 * To be called in every transaction that stores pictures' addresses. It starts their day of grace anew, and the clean-up
 * asks for a picture's age in the statement that takes it away: so either it comes first and the picture is reported
 * missing here, or it waits for this transaction and lets the picture be.
 * @returns those of the addresses that name an uploaded picture which is not there.
 */
export async function holdPictures(
  { db, now }: Pick<BaseContext, 'db' | 'now'>,
  addresses: readonly string[],
  transaction: Transaction,
): Promise<string[]> {
  const hashes = addresses.map(hashOfAddress).filter((hash) => hash !== null);
  if (hashes.length === 0) return [];
  const rows = await db.models.Media.findAll({
    attributes: ['hash'],
    where: { hash: hashes },
    // Always in one order: two listings with the same pictures would otherwise wait for each other.
    order: [['hash', 'ASC']],
    lock: transaction.LOCK.NO_KEY_UPDATE,
    transaction,
  });
  const held = new Set(rows.map((row) => row.hash));
  await db.models.Media.update({ created_at: now() }, { where: { hash: [...held] }, transaction });
  return addresses.filter((address) => {
    const hash = hashOfAddress(address);
    return hash !== null && !held.has(hash);
  });
}
