import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { favoritesCalls } from '#shared/contracts/favorites.ts';
import { addFavorite, listFavoriteProperties, listFavorites, removeFavorite } from './service.ts';

export function registerFavoriteRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(favoritesCalls.list, ({ user }) => listFavorites(context, user.id));

  routes.on(favoritesCalls.properties, ({ user, query }) => listFavoriteProperties(context, user.id, query));

  routes.on(favoritesCalls.add, async ({ user, params }) => {
    await addFavorite(context, user.id, params.propertyId);
    return { property_id: params.propertyId };
  });

  routes.on(favoritesCalls.remove, async ({ user, params }) => {
    await removeFavorite(context, user.id, params.propertyId);
    return { property_id: params.propertyId };
  });
}
