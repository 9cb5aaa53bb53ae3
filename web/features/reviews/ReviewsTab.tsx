import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Pencil, Reply, Star } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Review } from '#shared/contracts/reviews.ts';
import { useActAfterLogin, useIsGuest, useSession } from '#web/features/auth/index.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import { emailHref } from '#web/lib/contactLinks.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { PAGE_LENGTH, useMore } from '#web/lib/pagedList.ts';
import { storedText } from '#web/lib/storedText.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { PhoneLink } from '#web/ui/controls/PhoneLink.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { fullStar, Stars } from '#web/ui/display/Stars.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { ShowMore } from '#web/ui/states/ShowMore.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { ownReviewQuery, reviewPages, statisticsQuery } from './queries.ts';

const FIRST_SHOWN = 10;

// Readers of reviews load neither.
const ReviewForm = lazyWithRetry(async () => (await import('./ReviewForms.tsx')).ReviewForm);
export const AnswerForm = lazyWithRetry(async () => (await import('./ReviewForms.tsx')).AnswerForm);

export function ReviewsTab({ agent, query }: { agent: Agent; query: UseQueryResult<Review[]> }) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [isWriting, setIsWriting] = useState(false);
  const [isAllShown, setIsAllShown] = useState(false);
  const reviews = query.data ?? [];
  const isPartial = reviews.length >= PAGE_LENGTH && reviews.length < agent.review_count;
  const more = useMore(reviewPages(agent.id), isPartial);
  const loadedOwn = reviews.find((review) => review.is_own);
  const mayHaveOlder = isPartial && user !== null && !loadedOwn;
  const older = useQuery({ ...ownReviewQuery(agent.id), enabled: mayHaveOlder });
  const own = loadedOwn ?? older.data?.[0];
  const shown = isAllShown ? reviews : reviews.slice(0, FIRST_SHOWN);
  const isOwnKnown = query.data !== undefined && !(mayHaveOlder && older.isPending);
  const canWrite = user !== null && user.id !== agent.id && isOwnKnown;
  const isGuest = useIsGuest();
  const write = useActAfterLogin('review', () => setIsWriting(true));

  const close = async () => {
    setIsWriting(false);
    showToast(t('Review submitted successfully!'));
    // The rating of the agent changes with it, here and in every list.
    await invalidate(queryClient, 'agents', 'reviews');
  };

  return (
    <section className="grid gap-4" aria-labelledby="reviews-title">
      <div className="flex flex-wrap items-center justify-between gap-3 min-h-12">
        <h2 id="reviews-title">{t('Client Reviews')}</h2>
        {(canWrite || isGuest) && !isWriting && (
          <Button variant={own ? 'outlined' : 'primary'} onClick={write}>
            <Pencil size={17} />
            {own ? t('Edit Your Review') : t('Write a Review')}
          </Button>
        )}
      </div>
      <div className="grid content-start gap-4 min-w-0 xl:has-[>:nth-child(2)]:grid-cols-[20rem_minmax(0,1fr)] xl:has-[>:nth-child(2)]:gap-8">
        <RatingBreakdown agent={agent} />
        <div className="grid content-start gap-4 min-w-0">
          {isWriting && isOwnKnown && (
            <Suspense fallback={<Skeleton height="18rem" />}>
              <ReviewForm agent={agent} own={own} onDone={close} onCancel={() => setIsWriting(false)} />
            </Suspense>
          )}
          <PartState
            query={query}
            loadingText={t('Loading reviews…')}
            failure={t('The reviews could not be loaded.')}
            empty={{
              title: t('No reviews yet'),
              text: t('Have you worked with {name}? Tell others how it went.', { name: agent.name }),
            }}
            skeleton={[0, 1, 2].map((key) => <Skeleton key={key} className="not-first:mt-4" height="7rem" />)}
          />
          <ul className="grid">
            {shown.map((review) => (
              <li key={review.id} className="py-4 not-first:border-t not-first:border-line xl:first:pt-0">
                <ReviewItem agent={agent} review={review} />
              </li>
            ))}
          </ul>
          {shown.length < reviews.length && (
            <Button variant="outlined" className="justify-self-start" onClick={() => setIsAllShown(true)}>
              {isPartial ? t('Show more reviews') : t('Show all {count} reviews', { count: reviews.length })}
            </Button>
          )}
          {isAllShown && <ShowMore more={more} />}
        </div>
      </div>
    </section>
  );
}

function RatingBreakdown({ agent }: { agent: Agent }) {
  const { data } = useQuery(statisticsQuery(agent.id));
  if (agent.review_count === 0) return null;
  const counts = data?.rating_counts ?? [0, 0, 0, 0, 0];
  const total = data?.review_count ?? agent.review_count;
  const rows = counts.map((count, index) => ({ stars: index + 1, count })).reverse();
  return (
    <div className="sticky-aside grid items-center gap-y-4 gap-x-8 p-6 panel md:max-xl:grid-cols-[auto_1fr]">
      <div className="grid justify-items-center gap-1">
        <strong className="text-[3rem] font-[750] leading-none tracking-[-0.04em]">
          {(data?.rating ?? agent.rating).toFixed(1)}
        </strong>
        <Stars rating={data?.rating ?? agent.rating} />
        <span className="text-muted text-sm">
          {t('{count, plural, one {# review} other {# reviews}}', { count: total })}
        </span>
      </div>
      <ul className="grid gap-2" aria-label={t('Rating breakdown')}>
        {rows.map(({ stars, count }) => (
          <li
            key={stars}
            className="relative grid grid-cols-[2rem_1fr_2rem] items-center gap-3 text-sm tabular-nums"
          >
            <span className="inline-flex items-center gap-1 font-[650]" aria-hidden="true">
              {stars}
              <Star className={fullStar} size={14} />
            </span>
            <span className="h-2 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
              <i
                className="block h-full rounded-[inherit] bg-accent transition-[width] duration-400"
                style={{ width: `${(count / total) * 100}%` }}
              />
            </span>
            <span className="text-muted text-right" aria-hidden="true">
              {data ? count : ''}
            </span>
            <span className="visuallyHidden">
              {t(
                '{stars, plural, one {# star} other {# stars}}: {count, plural, one {# review} other {# reviews}}',
                { stars, count },
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ReviewItem({ agent, review }: { agent: Agent; review: Review }) {
  const { reviewer_name, reviewer_avatar_url, reviewer_email, reviewer_phone } = review;
  const { rating, comment, created_at, updated_at, is_own, verified, counted } = review;
  return (
    <article className="flex gap-3">
      <Avatar src={reviewer_avatar_url} size={44} />
      <div className="flex-1 min-w-0">
        <header className="flex flex-wrap items-baseline justify-between gap-y-0 gap-x-3">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base tracking-[-0.01em]">
            <bdi>{storedText(reviewer_name)}</bdi>
            {is_own && <Badge tone="primary">{t('You')}</Badge>}
            {verified && (
              <Badge tone="success">
                <BadgeCheck className="mr-1" size={14} aria-hidden="true" />
                {t('Verified client')}
              </Badge>
            )}
            {!counted && <Badge tone="neutral">{t('Not counted')}</Badge>}
          </h3>
          <p className="text-muted text-sm">
            <time dateTime={created_at}>{formatDay(created_at)}</time>
            {updated_at !== created_at && ` · ${t('edited')}`}
          </p>
        </header>
        <p className="flex items-center gap-2 text-sm font-[650]">
          <Stars rating={rating} size={16} />
          <span>{rating}/5</span>
        </p>
        <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
          {comment}
        </p>
        {(reviewer_email || reviewer_phone) && (
          <p className="flex flex-wrap gap-4 mt-2 text-sm">
            {reviewer_email && <a href={emailHref(reviewer_email, t('Your review'))}>{reviewer_email}</a>}
            {reviewer_phone && <PhoneLink phone={reviewer_phone} />}
          </p>
        )}
        <AgentAnswer agent={agent} review={review} />
      </div>
    </article>
  );
}

/** The review was rewritten after its answer. */
export const isOutdated = ({ answer, version, answered_version }: Review): boolean =>
  answer !== null && answered_version !== version;

function AgentAnswer({ agent, review }: { agent: Agent; review: Review }) {
  const { user } = useSession();
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const { answer, answered_at, reviewer_name } = review;
  const isAgent = user?.id === agent.id;
  if (form === 'open' && isAgent)
    return (
      <Suspense fallback={<Skeleton className="mt-3" height="9rem" />}>
        <AnswerForm agentId={agent.id} review={review} onClose={() => setForm('closed')} />
      </Suspense>
    );
  return (
    <>
      {answer !== null && answered_at !== null && (
        <section
          className="mt-3 py-3 px-4 border-l-3 border-l-line-strong rounded-sm bg-sunken"
          aria-label={t('Answer to the review by {name}', { name: reviewer_name })}
        >
          {isOutdated(review) && (
            <p className="mb-1 text-muted text-sm">{t('Given to an earlier version of this review')}</p>
          )}
          <p className="flex flex-wrap justify-between gap-x-3 text-sm">
            <strong>{t('Answer from {name}', { name: agent.name })}</strong>
            <time className="text-muted" dateTime={answered_at}>
              {formatDay(answered_at)}
            </time>
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {answer}
          </p>
        </section>
      )}
      {isAgent && (
        <Button
          variant="plain"
          className="mt-1"
          // The form that replaced the button gives back the focus.
          autoFocus={form === 'closed'}
          aria-label={
            answer === null
              ? t('Answer the review by {name}', { name: reviewer_name })
              : t('Edit your answer to {name}', { name: reviewer_name })
          }
          onClick={() => setForm('open')}
        >
          <Reply size={16} aria-hidden="true" />
          {answer === null ? t('Answer') : t('Edit Your Answer')}
        </Button>
      )}
    </>
  );
}
