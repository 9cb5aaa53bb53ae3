import type { SavedReply } from '#shared/contracts/savedReplies.ts';
import { MAX_REPLY_TEXT, MAX_REPLY_TITLE } from '#shared/limits.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { placeholderHelp } from './fillReply.ts';
import { useSaveReply } from './queries.ts';
import styles from './SavedReplies.module.css';

interface SavedReplyFormProps {
  /** Null for a new one. */
  reply: SavedReply | null;
  /** With what to say of it; null when it was left. */
  onDone(text: string | null): void;
}

export function SavedReplyForm({ reply, onDone }: SavedReplyFormProps) {
  const { mutateAsync } = useSaveReply();
  const form = useForm({
    values: { title: reply?.title ?? '', text: reply?.text ?? '' },
    send: async ({ title, text }) => {
      await mutateAsync({ id: reply?.id ?? null, title: title.trim(), text: text.trim() });
      onDone('Saved reply stored');
    },
    failure: 'The reply could not be saved.',
  });
  const { control } = form;
  const isBlank = form.watch(['title', 'text']).some((typed) => typed.trim() === '');

  return (
    <Form form={form} className={styles.manager}>
      <TextField
        control={control}
        name="title"
        label="Title"
        placeholder="Viewing requirements"
        maxLength={MAX_REPLY_TITLE}
        required
      />
      <TextAreaField
        control={control}
        name="text"
        label="Text"
        rows={7}
        maxLength={MAX_REPLY_TEXT}
        required
        placeholder="Hello {name}, thank you for asking about {property}."
        hint={placeholderHelp}
      />
      <FormBanner message={form.error} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <Button variant="outlined" onClick={() => onDone(null)}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBlank || form.isSending}>
          {form.isSending ? 'Saving...' : 'Save Reply'}
        </Button>
      </div>
    </Form>
  );
}
