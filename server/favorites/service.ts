import { ForeignKeyConstraintError } from 'sequelize';
import type { ServerContext } from '../context.ts';
import { NotFoundError } from '../errors.ts';

export interface FavoriteId {
  property_id: number;
  created_at: string;
}

/** Newest first; a listing that is hidden at the moment stays in the list. */
export async function listFavorites({ db }: ServerContext, userId: number): Promise<FavoriteId[]> {
  const rows = await db.readRows<{ property_id: number; created_at: Date | string }>(
    'SELECT property_id, created_at FROM favorites WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
    [userId],
  );
  return rows.map((row) => ({
    property_id: row.property_id,
    created_at: new Date(row.created_at).toISOString(),
  }));
}

/** @throws {NotFoundError} the listing is hidden or there is none. */
export async function addFavorite(context: ServerContext, userId: number, propertyId: number): Promise<void> {
  const { db, now } = context;
  await db
    .transaction(async (transaction) => {
      const isPublic = await db.models.Property.count({
        where: { id: propertyId, moderation_status: 'active' },
        transaction,
      });
      if (!isPublic) throw new NotFoundError('Property');
      await db.models.Favorite.bulkCreate(
        [{ user_id: userId, property_id: propertyId, created_at: now() }],
        // The unique index decides, so that two taps at once make one favourite.
        { ignoreDuplicates: true, transaction },
      );
    })
    .catch((error: unknown) => {
      // Deleted a moment after it was found.
      throw error instanceof ForeignKeyConstraintError ? new NotFoundError('Property') : error;
    });
}

export async function removeFavorite({ db }: ServerContext, userId: number, propertyId: number): Promise<void> {
  await db.transaction((transaction) =>
    db.models.Favorite.destroy({ where: { user_id: userId, property_id: propertyId }, transaction }),
  );
}
