import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './AgentCard.module.css';

/** Takes about the room of an AgentCard. */
export function AgentCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.head}>
        <Skeleton className={styles.photo} width="6rem" height="6rem" />
        <div className={styles.who}>
          <Skeleton width="9rem" height="1.2rem" />
          <Skeleton width="7rem" height="1.25rem" />
          <span className={styles.marks}>
            <Skeleton width="8rem" height="1.625rem" />
            <Skeleton width="9rem" height="1.625rem" />
          </span>
        </div>
      </div>
      <div className={styles.facts}>
        <Skeleton width="60%" height="1.4em" />
        <Skeleton width="45%" height="1.4em" />
        <Skeleton width="75%" height="1.4em" />
      </div>
      <Skeleton height="4.25rem" />
      <div className={styles.figures}>
        <Skeleton width="60%" height="1.4rem" />
      </div>
      <Skeleton height="2.75rem" />
    </div>
  );
}
