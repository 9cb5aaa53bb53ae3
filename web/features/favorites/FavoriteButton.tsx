import { useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useSession } from '#web/features/auth/index.ts';
import type { CardButtonProps } from '#web/features/properties/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import styles from './FavoriteButton.module.css';
import { changeFavorite, favoriteAfterLogin, useFavorite } from './useFavorites.ts';

/** 'overlay' is the heart alone, on a picture; 'labelled' is a button with words. */
const looks = {
  overlay: `w-11 h-11 rounded-full text-white ${styles.overlay}`,
  labelled: 'btn btn-medium btn-outlined px-4',
};

function showFailure(error: unknown, isRemoval: boolean): void {
  // The end of the session announces itself.
  if (error instanceof ApiFailure && error.status === 401) return;
  showToast(
    isRemoval
      ? t('This favorite could not be removed. Please try again.')
      : t('This favorite could not be saved. Please try again.'),
    'error',
  );
}

/** Shows the new state at once, and a toast when the server refuses it; while the state is unknown, the heart shows neither. */
export function FavoriteButton(props: CardButtonProps & { variant?: keyof typeof looks }) {
  const { propertyId, title, variant = 'overlay', className = '' } = props;
  const isOverlay = variant === 'overlay';
  const { user } = useSession();
  const { isFavorite: isOn, toggle } = useFavorite(propertyId);

  const change = async () => {
    if (!user) return favoriteAfterLogin.ask({ propertyId });
    try {
      await toggle();
    } catch (error) {
      showFailure(error, isOn === true);
    }
  };

  return (
    <button
      type="button"
      className={`inline-flex items-center justify-center gap-2 ${looks[variant]} ${styles.button} ${className}`}
      aria-pressed={isOn ?? 'mixed'}
      aria-label={isOverlay ? t('Save {title} to favorites', { title }) : undefined}
      onClick={change}
    >
      <Heart
        className={isOn && !isOverlay ? 'text-heart' : undefined}
        size={isOverlay ? 22 : 18}
        strokeWidth={2}
      />
      {!isOverlay && (isOn ? t('Saved') : t('Save'))}
    </button>
  );
}

/** Saves the home whose heart was pressed before the login; one that is a favorite already stays so. */
export function FavoriteAfterLogin(): null {
  const { user } = useSession();
  const queryClient = useQueryClient();
  favoriteAfterLogin.useRun(({ propertyId }) => {
    if (!user) return;
    changeFavorite(queryClient, user.id, { propertyId, isAdded: true }).then(
      () => showToast(t('Property added to favorites')),
      (error: unknown) => showFailure(error, false),
    );
  });
  return null;
}
