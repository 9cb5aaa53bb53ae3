import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './DetailSkeleton.module.css';
import gallery from './gallery/Gallery.module.css';
import page from './PropertyPage.module.css';

/** The page's own layout, empty. */
export function DetailSkeleton() {
  return (
    <div className={page.page} role="status">
      <div className={styles.toolbar} />
      <div className={`${gallery.gallery} ${page.gallery}`}>
        <div className={`${gallery.frame} ${styles.frame}`}>
          <p className={styles.words}>
            <span className={styles.ring} aria-hidden="true" />
            Loading property details...
          </p>
        </div>
        <div className={styles.thumbnails} />
      </div>
      <div className={page.columns} aria-hidden="true">
        <div className={page.main}>
          <div className={styles.lines}>
            <Skeleton width="12rem" height="1.625rem" />
            <Skeleton width="80%" height="2.25rem" />
            <Skeleton width="55%" height="1.25rem" />
            <Skeleton width="14rem" height="2.25rem" />
          </div>
          <Skeleton height="3rem" />
          <Skeleton height="4.75rem" />
          <div className={styles.lines}>
            <Skeleton height="1.1rem" />
            <Skeleton height="1.1rem" />
            <Skeleton height="1.1rem" />
            <Skeleton width="60%" height="1.1rem" />
          </div>
        </div>
        <Skeleton className={styles.card} height="31rem" />
      </div>
    </div>
  );
}
