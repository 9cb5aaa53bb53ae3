import { ForeignKeyConstraintError, Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import { slicePage, toIso, toJson } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { PUBLIC_ONLY, publicListing } from '#server/features/properties/policy.ts';
import { readPublicListings } from '#server/features/properties/reads.ts';
import { found, NotFoundError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { FavoriteNote, favoritesCalls } from '#shared/contracts/favorites.ts';

export function favoritesService({ db, now, contacts }: ServerContext): Service<typeof favoritesCalls> {
  const { Favorite, Property } = db.models;

  return {
    // Favourites hidden at the moment stay among the ids.
    async list({ user }) {
      const rows = await db.readRows<{ property_id: number; created_at: Date | string }>(
        'SELECT property_id, created_at FROM favorites WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
        [user.id],
      );
      return rows.map(({ property_id, created_at }) => ({ property_id, created_at: toIso(created_at) }));
    },

    async properties({ user, query, address }) {
      const all = await readNotes(db, user.id);
      const chosen = all.filter((favorite) => isChosen(favorite, query));
      // Rows come newest first; the sort is stable.
      if (query.sort === 'rating') chosen.sort((one, other) => (other.rating ?? 0) - (one.rating ?? 0));
      const { rows: notes, pagination } = slicePage(chosen, query);
      const ids = notes.map(({ property_id }) => property_id);
      const properties = contacts.apply({ user, address }, await readPublicListings(db, ids));
      return { properties, pagination, notes, tags: countTags(all) };
    },

    /** @throws {NotFoundError} no favourite of the caller. */
    async note({ user, params: { propertyId: property_id }, body }) {
      const favorite = await db.transaction(async () => {
        const where = { user_id: user.id, property_id };
        const favorite = found(await Favorite.findOne({ where, lock: Transaction.LOCK.UPDATE }), 'favorite');
        const { note, tags, rating } = body;
        return favorite.update({
          ...(note !== undefined && { note }),
          ...(tags !== undefined && { tags }),
          ...(rating !== undefined && { rating }),
        });
      });
      const { note, tags, rating } = favorite;
      return { property_id, note, tags, rating };
    },

    async add({ user, params: { propertyId: property_id } }) {
      await db
        .transaction(async () => {
          const isPublic = await Property.count({ where: { ...publicListing, id: property_id } });
          if (!isPublic) throw new NotFoundError('property');
          const favorite = { user_id: user.id, property_id, created_at: now() };
          // The unique index joins two parallel calls into one favourite.
          await Favorite.bulkCreate([favorite], { ignoreDuplicates: true });
        })
        .catch((error: unknown) => {
          // The listing was deleted after it was found.
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

/** The public favourites, newest first. An account has few: all are read at once. */
async function readNotes(db: Database, userId: number): Promise<FavoriteNote[]> {
  const rows = await db.readRows<Omit<FavoriteNote, 'tags'> & { tags: string[] | string }>(
    `SELECT f.property_id, f.note, f.tags, f.rating FROM favorites f JOIN properties p ON p.id = f.property_id
     WHERE f.user_id = $1 AND ${PUBLIC_ONLY} ORDER BY f.created_at DESC, f.id DESC`,
    [userId],
  );
  return rows.map((row) => ({ ...row, tags: toJson(row.tags) }));
}

function isChosen(
  { tags, rating }: FavoriteNote,
  wanted: { tag?: string | undefined; rating?: number | undefined },
): boolean {
  const tag = wanted.tag?.toLowerCase();
  if (tag && !tags.some((own) => own.toLowerCase() === tag)) return false;
  return wanted.rating === undefined || (rating ?? 0) >= wanted.rating;
}

function countTags(notes: readonly FavoriteNote[]): { tag: string; count: number }[] {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of notes.flatMap(({ tags }) => tags)) {
    const key = tag.toLowerCase();
    counts.set(key, { tag, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1));
}
