import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ThreadNotices.module.css';

export function ThreadLoading() {
  return (
    <div
      className={`flex flex-1 flex-col justify-end gap-3 min-h-0 p-4 overflow-hidden ${styles.loading}`}
      role="status"
    >
      <span className="visuallyHidden">Loading messages…</span>
      <Skeleton width="58%" height="2.5rem" />
      <Skeleton width="42%" height="2.5rem" />
      <Skeleton width="66%" height="3.75rem" />
      <Skeleton width="50%" height="2.5rem" />
    </div>
  );
}
