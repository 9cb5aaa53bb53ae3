import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
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
  /** At most so many are shown at first. */
  shown: number;
  emptyText: string;
  error: Error | null;
  onRetry(): void;
}

/** A few lines that each lead to where something is to be done. */
export function OverviewList({ items, shown, emptyText, error, onRetry }: OverviewListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button leaves with what it did; the keyboard goes on with the first of the others.
  useEffect(() => {
    if (isWhole) list.current?.querySelectorAll('a')[shown]?.focus();
  }, [isWhole, shown]);
  if (!items && error)
    return (
      <ErrorState
        headingLevel={3}
        message={failureSentence(error, 'This list could not be loaded')}
        onRetry={onRetry}
      />
    );
  if (items?.length === 0) return <p className="text-muted text-sm">{emptyText}</p>;
  const more = isWhole ? 0 : (items?.length ?? 0) - shown;
  return (
    <>
      <RefetchNotice query={{ isRefetchError: error !== null, isFetching: false, refetch: onRetry }} />
      <ul ref={list} className="grid gap-1 mt-0 -mx-3 -mb-2" aria-busy={!items}>
        {items
          ? items.slice(0, isWhole ? undefined : shown).map(({ key, title, text, when, at, to }) => (
              <li key={key}>
                <Link to={to} className={styles.item}>
                  <span className={styles.words}>
                    <strong>{title}</strong>
                    <span>{text}</span>
                  </span>
                  <time className="text-muted text-sm flex-none" dateTime={at}>
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
      {more > 0 && (
        <Button variant="plain" className={styles.more} onClick={() => setIsWhole(true)}>
          Show {more} More
        </Button>
      )}
    </>
  );
}
