import type { Review } from '#shared/contracts/reviews.ts';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { formatDay } from '#web/lib/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Stars } from '#web/ui/Stars.tsx';
import styles from './ReviewItem.module.css';

export function ReviewItem({ review }: { review: Review }) {
  const { reviewer_name, reviewer_avatar_url, reviewer_email, reviewer_phone } = review;
  const { rating, comment, created_at, updated_at, is_own } = review;
  return (
    <article className="flex gap-3 py-4">
      <Avatar src={reviewer_avatar_url} size={44} />
      <div className="flex-1 min-w-0">
        <header className={`flex flex-wrap items-baseline justify-between gap-y-0 gap-x-3 ${styles.head}`}>
          <h3>
            {reviewer_name}
            {is_own && <Badge tone="primary">You</Badge>}
          </h3>
          <p className="text-muted text-sm">
            <time dateTime={created_at}>{formatDay(created_at)}</time>
            {updated_at !== created_at && ' · edited'}
          </p>
        </header>
        <p className="flex items-center gap-2 text-sm font-[650]">
          <Stars rating={rating} size={16} />
          <span>{rating}/5</span>
        </p>
        <p className="mt-2 whitespace-pre-line wrap-anywhere">{comment}</p>
        {(reviewer_email || reviewer_phone) && (
          <p className="flex flex-wrap gap-4 mt-2 text-sm">
            {reviewer_email && <a href={emailHref(reviewer_email, 'Your review')}>{reviewer_email}</a>}
            {reviewer_phone && <a href={phoneHref(reviewer_phone)}>{reviewer_phone}</a>}
          </p>
        )}
      </div>
    </article>
  );
}
