import { type FormEvent, useState } from 'react';
import type { SavedReply } from '#shared/contracts/savedReplies.ts';
import { MAX_REPLY_TEXT, MAX_REPLY_TITLE } from '#shared/limits.ts';
import { TextAreaField } from '#web/forms/TextAreaField.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextField } from '#web/ui/TextField.tsx';
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
  const [title, setTitle] = useState(reply?.title ?? '');
  const [text, setText] = useState(reply?.text ?? '');
  const { mutate, isPending, error } = useSaveReply();
  const isBlank = title.trim() === '' || text.trim() === '';

  const save = (event: FormEvent) => {
    event.preventDefault();
    // React passes it on to the form that the dialog was opened from.
    event.stopPropagation();
    if (isBlank || isPending) return;
    mutate(
      { id: reply?.id ?? null, title: title.trim(), text: text.trim() },
      { onSuccess: () => onDone('Saved reply stored') },
    );
  };

  return (
    <form className={styles.manager} onSubmit={save}>
      <TextField
        label="Title"
        placeholder="Viewing requirements"
        maxLength={MAX_REPLY_TITLE}
        required
        value={title}
        onChange={setTitle}
      />
      <div>
        <TextAreaField
          label="Text"
          rows={7}
          maxLength={MAX_REPLY_TEXT}
          required
          placeholder="Hello {name}, thank you for asking about {property}."
          value={text}
          onChange={setText}
        />
        <p className={styles.hint}>{placeholderHelp}</p>
      </div>
      <Notice kind="error">{error && failureSentence(error, 'The reply could not be saved.')}</Notice>
      <div className={styles.actions}>
        <Button variant="outlined" onClick={() => onDone(null)}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBlank || isPending}>
          {isPending ? 'Saving...' : 'Save Reply'}
        </Button>
      </div>
    </form>
  );
}
