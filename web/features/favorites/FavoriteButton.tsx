import { Heart } from 'lucide-react';
import { useSession } from '#web/features/auth/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import styles from './FavoriteButton.module.css';
import { useFavorite } from './useFavorites.ts';

interface FavoriteButtonProps {
  propertyId: number;
  title: string;
  /** 'overlay' is the heart alone, on a picture; 'labelled' is a button with words. */
  variant?: 'overlay' | 'labelled';
  className?: string | undefined;
}

/**
 * Shows the new state at once; when the server does not take it, it is put back and a toast says so. Whether the listing
 * is a favourite may not be known yet, and then the heart does not pretend to.
 */
export function FavoriteButton({ propertyId, title, variant = 'overlay', className }: FavoriteButtonProps) {
  const { user, openLogin } = useSession();
  const { isFavorite: isOn, toggle } = useFavorite(propertyId);

  const change = async () => {
    if (!user) {
      openLogin();
      return;
    }
    try {
      await toggle();
    } catch (error) {
      // The end of the session announces itself.
      if (error instanceof ApiFailure && error.status === 401) return;
      showToast(
        isOn
          ? 'This favorite could not be removed. Please try again.'
          : 'This favorite could not be saved. Please try again.',
        'error',
      );
    }
  };

  return (
    <button
      type="button"
      className={[styles.button, styles[variant], isOn && styles.on, className].filter(Boolean).join(' ')}
      aria-pressed={isOn ?? 'mixed'}
      aria-label={variant === 'overlay' ? `Save ${title} to favorites` : undefined}
      onClick={change}
    >
      <Heart size={variant === 'overlay' ? 22 : 18} strokeWidth={2} />
      {variant === 'labelled' && (isOn ? 'Saved' : 'Save')}
    </button>
  );
}
