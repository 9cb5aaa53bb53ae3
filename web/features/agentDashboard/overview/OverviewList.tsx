import { Link } from 'react-router';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { failureSentence } from '../../../lib/failureSentence.ts';
import styles from './OverviewList.module.css';

export interface OverviewItem {
  key: string;
  title: string;
  text: string;
  /** Said at the end of the line: when it is, or since when it waits. */
  when: string;
  /** The same as ISO-8601. */
  at: string;
  to: string;
}

interface OverviewListProps {
  /** Undefined while they are on their way. */
  items: readonly OverviewItem[] | undefined;
  /** At most so many are shown; of the others only how many they are. */
  shown: number;
  emptyText: string;
  error: Error | null;
  onRetry(): void;
}

/** A few lines that each lead to where something is to be done. */
export function OverviewList({ items, shown, emptyText, error, onRetry }: OverviewListProps) {
  if (!items && error)
    return (
      <ErrorState
        headingLevel={3}
        message={failureSentence(error, 'This list could not be loaded')}
        onRetry={onRetry}
      />
    );
  if (items?.length === 0) return <p className={styles.note}>{emptyText}</p>;
  const more = (items?.length ?? 0) - shown;
  return (
    <>
      <ul className={styles.list} aria-busy={!items}>
        {items
          ? items.slice(0, shown).map(({ key, title, text, when, at, to }) => (
              <li key={key}>
                <Link to={to} className={styles.item}>
                  <span className={styles.words}>
                    <strong>{title}</strong>
                    <span>{text}</span>
                  </span>
                  <time className={styles.when} dateTime={at}>
                    {when}
                  </time>
                </Link>
              </li>
            ))
          : Array.from({ length: shown }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
              <li key={index} className={styles.item}>
                <Skeleton height="2.75rem" />
              </li>
            ))}
      </ul>
      {more > 0 && <p className={styles.note}>and {more} more</p>}
    </>
  );
}
