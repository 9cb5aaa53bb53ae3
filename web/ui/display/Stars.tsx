import { Star } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';

const FIVE = [1, 2, 3, 4, 5] as const;

export const fullStar = 'fill-accent stroke-[color-mix(in_srgb,var(--s-accent)_70%,#6b4400)]';
export const emptyStar = 'fill-none stroke-line-strong';

interface StarsProps {
  /** From 0 to 5. The words name the whole stars (specification, part 2 §2). */
  rating: number;
  /** Pixels. */
  size?: number;
}

export function Stars({ rating, size = 18 }: StarsProps) {
  const star = { size, strokeWidth: 1.75 };
  return (
    <span
      className="inline-flex flex-none gap-0.5"
      role="img"
      aria-label={t('{filled} of 5 stars', { filled: Math.floor(rating) })}
    >
      {FIVE.map((place) => {
        const share = Math.min(Math.max(rating - place + 1, 0), 1);
        if (share === 0 || share === 1)
          return <Star key={place} className={share === 1 ? fullStar : emptyStar} {...star} />;
        return (
          <span key={place} className="relative flex">
            <Star className={emptyStar} {...star} />
            <Star
              className={`absolute inset-0 ${fullStar}`}
              style={{ clipPath: `inset(0 ${Math.round((1 - share) * 100)}% 0 0)` }}
              {...star}
            />
          </span>
        );
      })}
    </span>
  );
}
