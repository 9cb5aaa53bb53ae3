import type { CreationAttributes } from 'sequelize';
import type { FavoriteModel } from '#server/db/models/favorites.ts';
import type { DemoClock } from '../clock.ts';
import { sample, streamOf } from '../random.ts';
import { isPublic, type Marketplace, suitsDemoUser } from './marketplace.ts';

const DEMO_USER_FAVORITES = 9;

export function favoriteRows(
  { users, demoUser, listings }: Marketplace,
  clock: DemoClock,
): CreationAttributes<FavoriteModel>[] {
  const rng = streamOf('favorites');
  const open = listings.filter(isPublic);
  return users
    .flatMap((user) =>
      sample(
        rng,
        ...(user === demoUser
          ? ([listings.filter(suitsDemoUser), DEMO_USER_FAVORITES] as const)
          : ([open, rng.int(0, 14)] as const)),
      ).map((listing) => {
        const earliest = Math.max(listing.plan.createdDay + 1, -200);
        const day = Math.min(-1, earliest + Math.round(rng.next() * -earliest));
        return {
          user_id: user.id,
          property_id: listing.id,
          created_at: clock.at(day, rng.int(7, 23), rng.int(0, 59)),
        };
      }),
    )
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}
