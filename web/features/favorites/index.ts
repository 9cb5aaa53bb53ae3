export { FavoriteButton } from './FavoriteButton.tsx';
export { FavoritesTab } from './FavoritesScreen.tsx';
export { favoritePropertiesQuery, favoritesFailure } from './queries.ts';
export { prefetchFavorites, useFavorite, useFavoriteIds } from './useFavorites.ts';
