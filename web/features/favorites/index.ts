export { FavoriteAfterLogin, FavoriteButton } from './FavoriteButton.tsx';
export { FavoritesTab } from './FavoritesScreen.tsx';
export { favoritePropertiesQuery, favoritesFailure } from './queries.ts';
export { favoriteAfterLogin, prefetchFavorites, useFavorite, useFavoriteIds } from './useFavorites.ts';
