import { ArrowLeft, Heart, Share2 } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { CompareButton } from '#web/features/compare/index.ts';
import styles from './DetailToolbar.module.css';
import { useGoBack } from './useGoBack.ts';

interface DetailToolbarProps {
  property: Property;
  /** Undefined while it is not known. */
  isFavorite: boolean | undefined;
  onToggleFavorite(): void;
  onShare(): void;
}

export function DetailToolbar({ property, isFavorite, onToggleFavorite, onShare }: DetailToolbarProps) {
  const goBack = useGoBack();
  return (
    <div className="flex items-center justify-between min-h-14 mx-[calc(-1_*_var(--s-space-3))]">
      <button type="button" className={styles.action} onClick={goBack}>
        <ArrowLeft size={19} strokeWidth={2} aria-hidden="true" />
        Back
      </button>
      <div className="flex items-center">
        <CompareButton className={styles.action} propertyId={property.id} title={property.title} />
        <button type="button" className={styles.action} onClick={onShare}>
          <Share2 size={18} strokeWidth={2} aria-hidden="true" />
          Share
        </button>
        <button
          type="button"
          className={`${styles.action} ${isFavorite ? styles.on : ''}`}
          aria-pressed={isFavorite ?? 'mixed'}
          onClick={onToggleFavorite}
        >
          <Heart size={18} strokeWidth={2} aria-hidden="true" />
          Favorite
        </button>
      </div>
    </div>
  );
}
