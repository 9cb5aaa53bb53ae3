import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { FavoriteNote } from '#shared/contracts/favorites.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { MAX_FAVORITE_NOTE_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from '#shared/limits.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextAreaField } from '#web/forms/fields.tsx';
import { StarPicker } from '#web/forms/StarPicker.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { draftKey } from '#web/forms/useKeptDraft.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { saveNote } from './queries.ts';

export interface FavoriteNotesProps {
  property: Property;
  note: FavoriteNote | undefined;
  tags: readonly { tag: string }[];
  userId: number;
}

export function NoteDialog(props: FavoriteNotesProps & { onClose(): void }) {
  const { property, note, tags: known, userId, onClose } = props;
  const client = useQueryClient();
  const [typedTag, setTypedTag] = useState('');
  const form = useForm({
    values: { note: note?.note ?? '', rating: note?.rating ?? 0, tags: note?.tags ?? [] },
    draft: draftKey(`favorite_${property.id}`, userId),
    send: async ({ note: words, rating, tags }) => {
      await saveNote(client, property.id, {
        note: words,
        rating: rating || null,
        tags: withTag(tags, typedTag),
      });
      showToast(t('Your notes are saved'));
      onClose();
    },
    failure: t('Your notes could not be saved. They are still here. Please try again.'),
    silent: t('You are offline. Your notes are still here. Please try again.'),
  });
  const { field: rating } = useController({ control: form.control, name: 'rating' });
  const { field: tags } = useController({ control: form.control, name: 'tags' });
  const isFull = tags.value.length >= MAX_TAGS;
  const add = (tag: string) => {
    tags.onChange(withTag(tags.value, tag));
    setTypedTag('');
  };
  const has = (tag: string) => tags.value.some((own) => own.toLowerCase() === tag.toLowerCase());
  const offered = known.flatMap(({ tag }) => (isFull || has(tag) ? [] : tag)).slice(0, 8);
  return (
    <FormDialog title={t('My notes')} isDraftKept isDirty={typedTag !== ''} onClose={onClose}>
      <Form form={form}>
        <p className="text-muted">
          {t('About {title}. Only you see this, never the agent.', { title: property.title })}
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <StarPicker legend={t('My rating')} value={rating.value} onChange={rating.onChange} />
          {rating.value > 0 && (
            <Button variant="plain" onClick={() => rating.onChange(0)}>
              {t('Clear rating')}
            </Button>
          )}
        </div>
        <div className="grid grid-cols-1 gap-2">
          <AddEntry
            label={t('Tags')}
            hint={t('For example: near work, first choice')}
            value={typedTag}
            maxLength={MAX_TAG_LENGTH}
            disabled={isFull}
            addLabel={t('Add tag')}
            icon={<Plus size={18} />}
            onChange={setTypedTag}
            onAdd={() => add(typedTag)}
          />
          {isFull && <p className="text-muted text-sm">{t('You can add up to {max} tags.', { max: MAX_TAGS })}</p>}
          {tags.value.length > 0 && (
            <ul className="flex flex-wrap gap-2" aria-label={t('Tags')}>
              {tags.value.map((tag) => (
                <li key={tag}>
                  <Chip label={tag} onRemove={() => tags.onChange(tags.value.filter((other) => other !== tag))} />
                </li>
              ))}
            </ul>
          )}
          {offered.length > 0 && (
            <fieldset className="flex flex-wrap items-center gap-2">
              <legend className="visuallyHidden">{t('Tags you use')}</legend>
              {offered.map((tag) => (
                <Button key={tag} variant="outlined" size="small" onClick={() => add(tag)}>
                  <Plus size={14} />
                  {tag}
                </Button>
              ))}
            </fieldset>
          )}
        </div>
        <TextAreaField
          name="note"
          label={t('Note')}
          maxLength={MAX_FAVORITE_NOTE_LENGTH}
          placeholder={t('What did you like? What do you want to ask?')}
        />
        <FormBanner message={form.error} />
        <FormActions submitLabel={t('Save notes')} sendingLabel={t('Saving...')} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}

/** The same word in other letters is the same tag. */
function withTag(tags: readonly string[], typed: string): string[] {
  const tag = typed.trim();
  if (tag === '' || tags.length >= MAX_TAGS) return [...tags];
  return tags.some((own) => own.toLowerCase() === tag.toLowerCase()) ? [...tags] : [...tags, tag];
}
