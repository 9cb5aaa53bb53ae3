import type { Review } from '#shared/contracts/reviews.ts';
import type { Problems } from '#web/forms/useForm.ts';

export interface ReviewDraft {
  rating: number;
  comment: string;
}

/** Specification, part 2 §5. */
const USUAL_RATING = 5;

export const emptyReview = (own: Review | undefined): ReviewDraft => ({
  rating: own?.rating ?? USUAL_RATING,
  comment: own?.comment ?? '',
});

export function checkReview({ comment }: ReviewDraft): Problems<ReviewDraft> {
  return comment.trim() === '' ? { comment: 'Please write a comment' } : {};
}
