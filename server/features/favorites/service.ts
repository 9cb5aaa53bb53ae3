import { ForeignKeyConstraintError } from 'sequelize';
import { slicePage, toIso } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { PUBLIC_ONLY, publicListing } from '#server/features/properties/policy.ts';
import { readPublicListings } from '#server/features/properties/reads.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { favoritesCalls } from '#shared/contracts/favorites.ts';

export function favoritesService({ db, now, contacts }: ServerContext): Service<typeof favoritesCalls> {
  const { Favorite, Property } = db.models;

  return {
    // A listing that is hidden at the moment stays among the ids.
    async list({ user }) {
      const rows = await db.readRows<{ property_id: number; created_at: Date | string }>(
        'SELECT property_id, created_at FROM favorites WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
        [user.id],
      );
      return rows.map(({ property_id, created_at }) => ({ property_id, created_at: toIso(created_at) }));
    },

    async properties({ user, query, address }) {
      // One person's favourites are few: reading all their ids is cheaper than counting them apart.
      const rows = await db.readRows<{ id: number }>(
        `SELECT p.id FROM favorites f JOIN properties p ON p.id = f.property_id
       WHERE f.user_id = $1 AND ${PUBLIC_ONLY} ORDER BY f.created_at DESC, f.id DESC`,
        [user.id],
      );
      const { rows: shown, pagination } = slicePage(rows, query);
      const ids = shown.map(({ id }) => id);
      const properties = contacts.apply({ user, address }, await readPublicListings(db, ids));
      return { properties, pagination };
    },

    async add({ user, params: { propertyId: property_id } }) {
      await db
        .transaction(async () => {
          const isPublic = await Property.count({ where: { ...publicListing, id: property_id } });
          if (!isPublic) throw new NotFoundError('property');
          const favorite = { user_id: user.id, property_id, created_at: now() };
          // The unique index decides, so that two taps at once make one favourite.
          await Favorite.bulkCreate([favorite], { ignoreDuplicates: true });
        })
        .catch((error: unknown) => {
          // Deleted a moment after it was found.
          throw error instanceof ForeignKeyConstraintError ? new NotFoundError('property') : error;
        });
      return { property_id };
    },

    async remove({ user, params: { propertyId: property_id } }) {
      await db.transaction(() => Favorite.destroy({ where: { user_id: user.id, property_id } }));
      return { property_id };
    },
  };
}
