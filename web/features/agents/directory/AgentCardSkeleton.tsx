import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './AgentCard.module.css';

/** Takes about the room of an AgentCard. */
export function AgentCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className="flex items-center gap-4">
        <Skeleton className={styles.photo} width="6rem" height="6rem" />
        <div className="grid gap-0.5 min-w-0">
          <Skeleton width="9rem" height="1.2rem" />
          <Skeleton width="7rem" height="1.25rem" />
          <span className="flex flex-wrap items-center gap-2 mt-1.5">
            <Skeleton width="8rem" height="1.625rem" />
            <Skeleton width="9rem" height="1.625rem" />
          </span>
        </div>
      </div>
      <div className={`grid gap-1.5 text-[0.9375rem] leading-[1.4] ${styles.facts}`}>
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
