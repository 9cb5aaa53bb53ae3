import { useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Review } from '#shared/contracts/reviews.ts';
import { MAX_REVIEW_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextAreaField } from '#web/forms/fields.tsx';
import { StarPicker } from '#web/forms/StarPicker.tsx';
import { type Problems, useForm } from '#web/forms/useForm.ts';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { draftKey } from '#web/lib/keptWords.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { useAnswerReview } from './queries.ts';

interface ReviewFormProps {
  agent: Agent;
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
    failure: t('Failed to submit review'),
    draft: draftKey(`review_${agent.id}`, user?.id),
    async send({ rating, comment }) {
      // The session may end while the form is open.
      if (!user) throw new ApiFailure(401, 'unauthorized', t('Please log in to submit a review'), []);
      await callApi('reviews.write', { params: { id: agent.id }, body: { rating, comment: comment.trim() } });
      onDone();
    },
  });

  const cancel = () => {
    form.forgetDraft();
    onCancel();
  };
  const { control, element } = form;
  const { field: rating } = useController({ control, name: 'rating' });

  useEffect(() => {
    element.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [element]);

  return (
    <Form
      form={form}
      className="grid gap-4 p-6 panel shadow-sm"
      aria-label={t('Review of {name}', { name: agent.name })}
    >
      <StarPicker legend={t('Your Rating')} value={rating.value} onChange={rating.onChange} />
      <TextAreaField
        label={t('Your Review')}
        required
        rows={4}
        maxLength={MAX_REVIEW_LENGTH}
        placeholder={t('How was it to work with {name}?', { name: agent.name })}
        name="comment"
      />
      <FormBanner message={form.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
          {form.isSending ? t('Submitting...') : own ? t('Save Review') : t('Submit Review')}
        </Button>
        <Button variant="outlined" onClick={cancel}>
          {t('Cancel')}
        </Button>
      </div>
    </Form>
  );
}

interface ReviewDraft {
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
  return comment.trim() === '' ? { comment: t('Please write a comment') } : {};
}

export function AnswerForm(props: { agentId: number; review: Review; onClose(): void }) {
  const { agentId, review, onClose } = props;
  const { mutateAsync } = useAnswerReview(agentId, review.id);
  const [isRemoving, setIsRemoving] = useState(false);
  const failure = t('Your answer could not be saved');
  const form = useForm({
    values: { answer: review.answer ?? '' },
    check: ({ answer }) => (answer.trim() === '' ? { answer: t('Please write an answer') } : {}),
    failure,
    draft: draftKey(`review_answer_${review.id}`, agentId),
    async send({ answer }) {
      await mutateAsync({ answer: answer.trim(), version: review.version });
      showToast(t('Your answer is public'));
      onClose();
    },
  });
  const cancel = () => {
    form.forgetDraft();
    onClose();
  };
  const { element } = form;
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('textarea')?.focus();
  }, [element]);

  return (
    <Form
      form={form}
      className="grid gap-3 mt-3"
      aria-label={t('Answer to the review by {name}', { name: review.reviewer_name })}
    >
      <TextAreaField
        name="answer"
        label={t('Your Answer')}
        hint={t('Everyone who opens your profile can read it. Do not share anything private about the client.')}
        required
        rows={3}
        maxLength={MAX_REVIEW_LENGTH}
      />
      <FormBanner message={form.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
          {form.isSending ? t('Saving…') : t('Save Answer')}
        </Button>
        <Button variant="outlined" onClick={cancel}>
          {t('Cancel')}
        </Button>
        {review.answer !== null && (
          <Button variant="plain" isDangerous onClick={() => setIsRemoving(true)}>
            {t('Remove Answer')}
          </Button>
        )}
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={t('Remove your answer?')}
          text={t('The review stays, without your answer.')}
          confirmLabel={t('Remove')}
          onConfirm={async () => {
            await mutateAsync({ answer: '', version: review.version });
            showToast(t('Your answer was removed'));
            onClose();
          }}
          failureOf={(error) => failureSentence(error, failure, failure)}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </Form>
  );
}
