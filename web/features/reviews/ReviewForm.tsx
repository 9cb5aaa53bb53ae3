import { useEffect } from 'react';
import { useController } from 'react-hook-form';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Review } from '#shared/contracts/reviews.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextAreaField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './ReviewForm.module.css';
import { checkReview, emptyReview } from './reviewDraft.ts';
import { StarPicker } from './StarPicker.tsx';

/** The session may end while the form is open. */
const SIGNED_OUT = 'Please log in to submit a review';

interface ReviewFormProps {
  agent: Agent;
  /** The review that is edited. */
  own: Review | undefined;
  onDone(): void;
  onCancel(): void;
}

/** Closing it takes it away: opened anew it begins at five stars and without a word, or with one's own review. */
export function ReviewForm({ agent, own, onDone, onCancel }: ReviewFormProps) {
  const { user } = useSession();
  const form = useForm({
    values: emptyReview(own),
    check: checkReview,
    failure: 'Failed to submit review',
    async send({ rating, comment }) {
      if (!user) throw new ApiFailure(401, 'unauthorized', SIGNED_OUT, []);
      await callApi('POST', `/api/agents/${agent.id}/reviews`, {
        body: { rating, comment: comment.trim() },
      });
      onDone();
    },
  });

  const { control, element } = form;
  const { field: rating } = useController({ control, name: 'rating' });

  useEffect(() => {
    element.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [element]);

  return (
    <Form form={form} className={styles.form} aria-label={`Review of ${agent.name}`}>
      <StarPicker value={rating.value} onChange={rating.onChange} />
      <TextAreaField
        label="Your Review"
        required
        rows={4}
        maxLength={2_000}
        placeholder={`How was it to work with ${agent.name}?`}
        control={control}
        name="comment"
      />
      <FormBanner message={form.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
          {form.isSending ? 'Submitting...' : own ? 'Save Review' : 'Submit Review'}
        </Button>
        <Button variant="outlined" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
