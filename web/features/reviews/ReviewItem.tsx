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
    <article className={styles.review}>
      <Avatar src={reviewer_avatar_url} size={44} />
      <div className={styles.words}>
        <header className={styles.head}>
          <h3>
            {reviewer_name}
            {is_own && <Badge tone="primary">You</Badge>}
          </h3>
          <p className={styles.day}>
            <time dateTime={created_at}>{formatDay(created_at)}</time>
            {updated_at !== created_at && ' · edited'}
          </p>
        </header>
        <p className={styles.rating}>
          <Stars rating={rating} size={16} />
          <span>{rating}/5</span>
        </p>
        <p className={styles.comment}>{comment}</p>
        {(reviewer_email || reviewer_phone) && (
          <p className={styles.contact}>
            {reviewer_email && <a href={emailHref(reviewer_email, 'Your review')}>{reviewer_email}</a>}
            {reviewer_phone && <a href={phoneHref(reviewer_phone)}>{reviewer_phone}</a>}
          </p>
        )}
      </div>
    </article>
  );
}
