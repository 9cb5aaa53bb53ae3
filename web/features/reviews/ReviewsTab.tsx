import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Pencil, Star } from 'lucide-react';
import { useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Review } from '#shared/contracts/reviews.ts';
import { useSession } from '#web/features/auth/index.ts';
import { countWords } from '#web/lib/countWords.ts';
import { PAGE_LENGTH, useMore } from '#web/lib/pagedList.ts';
import { PartState } from '#web/ui/PartState.tsx';
import { ShowMore } from '#web/ui/ShowMore.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Stars } from '#web/ui/Stars.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { ownReviewQuery, reviewPages, statisticsQuery } from './queries.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import styles from './ReviewsTab.module.css';

interface ReviewsTabProps {
  agent: Agent;
  query: UseQueryResult<Review[]>;
}

const FIRST_SHOWN = 10;

export function ReviewsTab({ agent, query }: ReviewsTabProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [isWriting, setIsWriting] = useState(false);
  const [isAllShown, setIsAllShown] = useState(false);
  const reviews = query.data ?? [];
  const isPartial = reviews.length >= PAGE_LENGTH && reviews.length < agent.review_count;
  const more = useMore(reviewPages(agent.id, user?.id ?? null), isPartial);
  const loadedOwn = reviews.find((review) => review.is_own);
  const mayHaveOlder = isPartial && user !== null && !loadedOwn;
  const older = useQuery({ ...ownReviewQuery(agent.id, user?.id ?? null), enabled: mayHaveOlder });
  const own = loadedOwn ?? older.data?.[0];
  const shown = isAllShown ? reviews : reviews.slice(0, FIRST_SHOWN);
  const isOwnKnown = query.data !== undefined && !(mayHaveOlder && older.isPending);
  const canWrite = user !== null && user.id !== agent.id && isOwnKnown;

  const close = async () => {
    setIsWriting(false);
    showToast('Review submitted successfully!');
    // The rating of the agent changes with it, here and in every list.
    await queryClient.invalidateQueries({ queryKey: ['agents'] });
  };

  return (
    <section className={styles.tab} aria-labelledby="reviews-title">
      <div className="flex flex-wrap items-center justify-between gap-3 min-h-12">
        <h2 id="reviews-title">Client Reviews</h2>
        {canWrite && !isWriting && (
          <Button
            type={own ? 'default' : 'primary'}
            size="large"
            icon={<Pencil size={17} aria-hidden="true" />}
            onClick={() => setIsWriting(true)}
          >
            {own ? 'Edit Your Review' : 'Write a Review'}
          </Button>
        )}
      </div>
      <div className={`grid content-start gap-4 min-w-0 ${styles.columns}`}>
        <RatingBreakdown agent={agent} />
        <div className="grid content-start gap-4 min-w-0">
          {isWriting && (
            <ReviewForm agent={agent} own={own} onDone={close} onCancel={() => setIsWriting(false)} />
          )}
          <PartState
            query={query}
            loadingText="Loading reviews…"
            failure="The reviews could not be loaded."
            emptyTitle="No reviews yet"
            emptyText={`Have you worked with ${agent.name}? Others would like to hear how it went.`}
            skeleton={[0, 1, 2].map((key) => (
              <Skeleton key={key} className={styles.skeleton} height="7rem" />
            ))}
          />
          <ul className={styles.list}>
            {shown.map((review) => (
              <li key={review.id}>
                <ReviewItem review={review} />
              </li>
            ))}
          </ul>
          {shown.length < reviews.length && (
            <Button size="large" className={styles.more} onClick={() => setIsAllShown(true)}>
              {isPartial ? 'Show more reviews' : `Show all ${reviews.length} reviews`}
            </Button>
          )}
          {isAllShown && <ShowMore more={more} />}
        </div>
      </div>
    </section>
  );
}

/** The mean, and how many reviews gave each number of stars. Without a review there is nothing to break down. */
function RatingBreakdown({ agent }: { agent: Agent }) {
  const { data } = useQuery(statisticsQuery(agent.id));
  if (agent.review_count === 0) return null;
  const counts = data?.rating_counts ?? [0, 0, 0, 0, 0];
  const total = data?.review_count ?? agent.review_count;
  const rows = counts.map((count, index) => ({ stars: index + 1, count })).reverse();
  return (
    <div
      className={`grid self-start items-center gap-y-4 gap-x-8 p-6 border border-line rounded-lg bg-surface xl:sticky xl:top-[calc(var(--s-header-height)_+_var(--s-space-4))] ${styles.breakdown}`}
    >
      <div className={`grid justify-items-center gap-1 ${styles.mean}`}>
        <strong>{(data?.rating ?? agent.rating).toFixed(1)}</strong>
        <Stars rating={data?.rating ?? agent.rating} />
        <span>{countWords(total, 'review', 'reviews')}</span>
      </div>
      <ul className={styles.rows} aria-label="How the stars are spread">
        {rows.map(({ stars, count }) => (
          <li key={stars}>
            <span className={`inline-flex items-center gap-1 font-[650] ${styles.stars}`} aria-hidden="true">
              {stars}
              <Star size={14} />
            </span>
            <span className={`h-2 overflow-hidden rounded-full bg-sunken ${styles.bar}`} aria-hidden="true">
              <i style={{ width: `${(count / total) * 100}%` }} />
            </span>
            <span className="text-muted text-right" aria-hidden="true">
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
