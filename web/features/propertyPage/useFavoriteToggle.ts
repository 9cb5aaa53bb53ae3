import { useLocation } from 'react-router';
import { useSession } from '#web/features/auth/index.ts';
import { useFavorite } from '#web/features/favorites/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { showToast } from '#web/ui/showToast.ts';

/** The favourite of this page, with the words of the specification (part 2 §4). */
export function useFavoriteToggle(propertyId: number) {
  const { user, openLogin } = useSession();
  const { isFavorite, toggle } = useFavorite(propertyId);
  const { pathname, search } = useLocation();

  const toggleFavorite = async () => {
    if (!user) {
      showToast('Please log in to save this property as a favorite', 'info', {
        label: 'Login',
        onClick: () => openLogin(pathname + search),
      });
      return;
    }
    try {
      const isAdded = await toggle();
      if (isAdded !== undefined)
        showToast(isAdded ? 'Property added to favorites' : 'Property removed from favorites');
    } catch (error) {
      // The end of the session announces itself.
      if (!(error instanceof ApiFailure && error.status === 401))
        showToast('Your favorites could not be changed. Please try again.', 'error');
    }
  };
  return { isFavorite, toggleFavorite };
}
