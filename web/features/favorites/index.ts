export { FavoriteButton } from './FavoriteButton.tsx';
export { FavoritesTab } from './FavoritesTab.tsx';
export { favoritePropertiesQuery, favoritesFailure } from './queries.ts';
export { prefetchFavorites, useFavorite, useFavoriteIds } from './useFavorites.ts';
