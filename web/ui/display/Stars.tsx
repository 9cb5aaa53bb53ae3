import { Star } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';

const FIVE = [1, 2, 3, 4, 5] as const;

export const fullStar = 'fill-accent stroke-[color-mix(in_srgb,var(--s-accent)_70%,#6b4400)]';
export const emptyStar = 'fill-none stroke-line-strong';

interface StarsProps {
  /** From 0 to 5; only whole stars are filled (specification, part 2 §2). */
  rating: number;
  /** Pixels. */
  size?: number;
}

export function Stars({ rating, size = 18 }: StarsProps) {
  const filled = Math.floor(rating);
  return (
    <span className="inline-flex flex-none gap-0.5" role="img" aria-label={t('{filled} of 5 stars', { filled })}>
      {FIVE.map((star) => (
        <Star key={star} className={star <= filled ? fullStar : emptyStar} size={size} strokeWidth={1.75} />
      ))}
    </span>
  );
}
