export { FavoriteButton } from './FavoriteButton.tsx';
export { FavoritesTab } from './FavoritesScreen.tsx';
export { favoritePropertiesQuery, favoritesFailure } from './queries.ts';
export { useFavorite, useFavoriteIds } from './useFavorites.ts';
