import { ArrowLeft, Heart, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './DetailToolbar.module.css';
import { useGoBack } from './useGoBack.ts';

interface DetailToolbarProps {
  isFavorite: boolean;
  onToggleFavorite(): void;
  onShare(): void;
  /** More actions, before the others. */
  children?: ReactNode;
}

export function DetailToolbar({ isFavorite, onToggleFavorite, onShare, children }: DetailToolbarProps) {
  const goBack = useGoBack();
  return (
    <div className={styles.toolbar}>
      <button type="button" className={styles.action} onClick={goBack}>
        <ArrowLeft size={19} strokeWidth={2} aria-hidden="true" />
        Back
      </button>
      <div className={styles.group}>
        {children}
        <button type="button" className={styles.action} onClick={onShare}>
          <Share2 size={18} strokeWidth={2} aria-hidden="true" />
          Share
        </button>
        <button
          type="button"
          className={`${styles.action} ${isFavorite ? styles.on : ''}`}
          aria-pressed={isFavorite}
          onClick={onToggleFavorite}
        >
          <Heart size={18} strokeWidth={2} aria-hidden="true" />
          Favorite
        </button>
      </div>
    </div>
  );
}
