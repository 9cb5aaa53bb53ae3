import { useEffect, useState } from 'react';
import type { Review } from '#shared/contracts/reviews.ts';
import { MAX_REVIEW_LENGTH } from '#shared/limits.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextAreaField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { useAnswerReview } from './queries.ts';

interface AnswerFormProps {
  agentId: number;
  review: Review;
  onClose(): void;
}

/** The reviewed agent's public answer: written, changed, or taken away. */
export function AnswerForm({ agentId, review, onClose }: AnswerFormProps) {
  const { mutateAsync } = useAnswerReview(agentId, review.id);
  const [isRemoving, setIsRemoving] = useState(false);
  const failure = t('Your answer could not be saved');
  const form = useForm({
    values: { answer: review.answer ?? '' },
    check: ({ answer }) => (answer.trim() === '' ? { answer: t('Please write an answer') } : {}),
    failure,
    async send({ answer }) {
      await mutateAsync(answer.trim());
      showToast(t('Your answer is public'));
      onClose();
    },
  });
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
        hint={t(
          'Everyone who opens your profile can read it. Do not share anything private about the client.',
        )}
        required
        rows={3}
        maxLength={MAX_REVIEW_LENGTH}
      />
      <FormBanner message={form.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
          {form.isSending ? t('Saving…') : t('Save Answer')}
        </Button>
        <Button variant="outlined" onClick={onClose}>
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
            await mutateAsync('');
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
