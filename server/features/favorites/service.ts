import { ForeignKeyConstraintError } from 'sequelize';
import { slicePage, toIso } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { PUBLIC_ONLY, publicListing } from '#server/features/properties/policy.ts';
import { readPublicListings } from '#server/features/properties/reads.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { PropertyList } from '#shared/contracts/properties.ts';

interface FavoriteId {
  property_id: number;
  created_at: string;
}

/** Newest first; a listing that is hidden at the moment stays in the list. */
export async function listFavorites({ db }: ServerContext, userId: number): Promise<FavoriteId[]> {
  const rows = await db.readRows<{ property_id: number; created_at: Date | string }>(
    'SELECT property_id, created_at FROM favorites WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
    [userId],
  );
  return rows.map((row) => ({ property_id: row.property_id, created_at: toIso(row.created_at) }));
}

/** The public ones among a person's favourites, newest favourite first. */
export async function listFavoriteProperties(
  { db }: ServerContext,
  userId: number,
  page: { page: number; limit: number },
): Promise<PropertyList> {
  // One person's favourites are few: reading all their ids is cheaper than counting them apart.
  const rows = await db.readRows<{ id: number }>(
    `SELECT p.id FROM favorites f JOIN properties p ON p.id = f.property_id
     WHERE f.user_id = $1 AND ${PUBLIC_ONLY} ORDER BY f.created_at DESC, f.id DESC`,
    [userId],
  );
  const { rows: shown, pagination } = slicePage(rows, page);
  const properties = await readPublicListings(
    db,
    shown.map(({ id }) => id),
  );
  return { properties, pagination };
}

/** @throws {NotFoundError} the listing is hidden or there is none. */
export async function addFavorite(context: ServerContext, userId: number, propertyId: number): Promise<void> {
  const { db, now } = context;
  await db
    .transaction(async () => {
      const isPublic = await db.models.Property.count({
        where: { ...publicListing, id: propertyId },
      });
      if (!isPublic) throw new NotFoundError('Property');
      await db.models.Favorite.bulkCreate(
        [{ user_id: userId, property_id: propertyId, created_at: now() }],
        // The unique index decides, so that two taps at once make one favourite.
        { ignoreDuplicates: true },
      );
    })
    .catch((error: unknown) => {
      // Deleted a moment after it was found.
      throw error instanceof ForeignKeyConstraintError ? new NotFoundError('Property') : error;
    });
}

export async function removeFavorite(
  { db }: ServerContext,
  userId: number,
  propertyId: number,
): Promise<void> {
  await db.transaction(() =>
    db.models.Favorite.destroy({ where: { user_id: userId, property_id: propertyId } }),
  );
}
