import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useNow } from '../../components/chat/useNow.ts';
import { useViewingUpdates, viewingsQuery } from '../../components/viewings/queries.ts';
import { ViewingCard } from '../../components/viewings/ViewingCard.tsx';
import { nextViewing } from '../../components/viewings/viewingSides.ts';
import styles from './NextViewing.module.css';

/** Nothing where nothing is to come: the tab of the viewings explains them. */
export function NextViewing({ userId, action }: { userId: number; action: ReactNode }) {
  const { data } = useQuery(viewingsQuery(userId));
  useViewingUpdates();
  const now = useNow();
  const id = useId();
  const next = data && nextViewing(data, now);
  if (!next) return null;
  return (
    <section aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>Next Viewing</h2>
        {action}
      </header>
      <ViewingCard viewing={next} userId={userId} now={now} />
    </section>
  );
}
