import card from './PropertyCard.module.css';
import styles from './PropertyCardSkeleton.module.css';

/** Takes exactly the room of a PropertyCard. */
export function PropertyCardSkeleton() {
  return (
    <div className={`${card.card} ${styles.skeleton}`} aria-hidden="true">
      <div className={card.photo} />
      <div className={card.body}>
        <div className={`${card.title} ${styles.title}`}>
          <i />
          <i />
        </div>
        <div className={`flex items-center h-[1.4em] text-sm ${styles.line}`}>
          <i />
        </div>
        <div className={`flex items-center h-[1.4em] text-sm ${styles.line}`}>
          <i />
        </div>
        <div className={card.footer}>
          <i className="w-22 h-5" />
          <i className="w-26 h-9" />
        </div>
      </div>
    </div>
  );
}
