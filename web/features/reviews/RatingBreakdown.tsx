import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import type { Agent } from '#shared/contracts/agents.ts';
import { countWords } from '#web/lib/countWords.ts';
import { Stars } from '#web/ui/Stars.tsx';
import { statisticsQuery } from './queries.ts';
import styles from './RatingBreakdown.module.css';

/** The mean, and how many reviews gave each number of stars. Without a review there is nothing to break down. */
export function RatingBreakdown({ agent }: { agent: Agent }) {
  const { data } = useQuery(statisticsQuery(agent.id));
  if (agent.review_count === 0) return null;
  const counts = data?.rating_counts ?? [0, 0, 0, 0, 0];
  const total = data?.review_count ?? agent.review_count;
  const rows = counts.map((count, index) => ({ stars: index + 1, count })).reverse();
  return (
    <div className={styles.breakdown}>
      <div className={styles.mean}>
        <strong>{(data?.rating ?? agent.rating).toFixed(1)}</strong>
        <Stars rating={data?.rating ?? agent.rating} />
        <span>{countWords(total, 'review', 'reviews')}</span>
      </div>
      <ul className={styles.rows} aria-label="How the stars are spread">
        {rows.map(({ stars, count }) => (
          <li key={stars}>
            <span className={styles.stars} aria-hidden="true">
              {stars}
              <Star size={14} />
            </span>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ width: `${(count / total) * 100}%` }} />
            </span>
            <span className={styles.count} aria-hidden="true">
              {data ? count : ''}
            </span>
            <span className="visuallyHidden">
              {countWords(stars, 'star', 'stars')}: {countWords(count, 'review', 'reviews')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
