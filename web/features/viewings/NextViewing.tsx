import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { useNow } from '#web/lib/useNow.ts';
import { RetryLine } from '#web/ui/RetryLine.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './NextViewing.module.css';
import { useViewingUpdates, viewingsQuery } from './queries.ts';
import { ViewingCard } from './ViewingCard.tsx';
import { nextViewing } from './viewingSides.ts';

export function NextViewing({ userId, action }: { userId: number; action: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <header className={`flex items-center justify-between gap-4 mb-3 ${styles.header}`}>
        <h2 id={id}>Next Viewing</h2>
        {action}
      </header>
      <Next userId={userId} />
    </section>
  );
}

function Next({ userId }: { userId: number }) {
  const { data, isPending, refetch } = useQuery(viewingsQuery(userId));
  useViewingUpdates();
  const now = useNow();
  const next = data && nextViewing(data, now);
  if (next) return <ViewingCard viewing={next} userId={userId} now={now} />;
  if (isPending)
    return (
      <div className="h-120 md:h-60 xl:h-48">
        <Skeleton className={styles.skeleton} height="100%" />
      </div>
    );
  return (
    <div className="p-6 border border-line-strong border-dashed rounded-lg text-muted">
      {data ? (
        <p>
          Nothing is planned. Found a place you like? Ask its agent for a time to see it.{' '}
          <Link to="/properties">Browse properties</Link>
        </p>
      ) : (
        <RetryLine message="Your viewings could not be loaded." onRetry={() => void refetch()} />
      )}
    </div>
  );
}
