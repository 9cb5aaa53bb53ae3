import { Op } from 'sequelize';
import type { PropertyModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';

/**
 * In the transaction of the change.
 * @param listing with its new price
 * @param undoMs a return to the former price within this time is a correction; 0: it is not
 */
export async function recordPrice(
  { db, now }: ServerContext,
  { id: changed_by }: SignedInUser,
  { id: property_id, price, status }: PropertyModel,
  previous_price: number,
  undoMs: number,
): Promise<void> {
  const { PropertyEvent } = db.models;
  const at = now();
  const since = { [Op.gte]: new Date(at.getTime() - undoMs) };
  const recent =
    undoMs > 0
      ? await PropertyEvent.findAll({
          where: { property_id, kind: 'price', changed_at: since },
          order: [['id', 'ASC']],
        })
      : [];
  // A correction ends the sequence: the present change is a new one.
  const open = recent.slice(recent.findLastIndex(({ takes_back_id }) => takes_back_id !== null) + 1);
  const slip = open.find((event) => event.previous_price === price);
  await PropertyEvent.create({
    property_id,
    kind: 'price',
    price,
    previous_price,
    status,
    takes_back_id: slip?.id ?? null,
    changed_by,
    changed_at: at,
  });
}

/** In the transaction of the change. `updated_at` stays: the listing's contents are unchanged. */
export async function recordConfirmations(
  { db }: ServerContext,
  { id: changed_by }: SignedInUser,
  listings: readonly PropertyModel[],
  at: Date,
): Promise<void> {
  const { Property, PropertyEvent } = db.models;
  const where = { id: listings.map(({ id }) => id) };
  await Property.update({ confirmed_at: at, fresh_at: at }, { where, silent: true });
  await PropertyEvent.bulkCreate(
    listings.map(({ id: property_id, price, status }) => ({
      property_id,
      kind: 'confirmed' as const,
      price,
      previous_price: null,
      status,
      changed_by,
      changed_at: at,
    })),
  );
}
