import { useMutation } from '@tanstack/react-query';
import { Lock, MessageCircle, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { chatAppName, type TalkWay } from '#shared/chatApps.ts';
import type { ClientNote } from '#shared/contracts/desk.ts';
import { MAX_NOTE_LENGTH } from '#shared/limits.ts';
import { useDraftKey, useDraftText } from '#web/forms/useKeptDraft.ts';
import { clockTime, relativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { isComposing } from '#web/lib/isComposing.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { growingAreaClass, useGrowing } from '#web/ui/controls/growingArea.ts';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useNotes } from '../clientChanges.ts';
import styles from '../desk.module.css';

/** The background of content that the client never sees. */
export const NOTE = styles.note;

const ACT = 'quiet-btn w-7 min-h-7 px-0 pointer-coarse:w-11 pointer-coarse:min-h-11';

interface NoteCardProps {
  clientId: number;
  note: ClientNote;
  /** Without a day above it, the card shows its relative time. */
  now?: Date;
  isReadOnly: boolean;
}

/** A private note; it can be changed and taken away in its place. */
export function NoteCard({ clientId, note, now, isReadOnly }: NoteCardProps) {
  const [isEditing, setIsEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const notes = useNotes(clientId);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus({ preventScroll: true });
    wasEditing.current = isEditing;
  }, [isEditing]);
  const acts = [
    { label: t('Edit this note'), Icon: Pencil, ref: edit, onClick: () => setIsEditing(true) },
    { label: t('Delete this note'), Icon: Trash2, onClick: () => void notes.remove(note) },
  ];

  return (
    <article
      className={`grid grid-cols-1 gap-1 py-2 pr-2 pl-3 text-sm leading-[1.45] ${NOTE}`}
      aria-label={t('Private note')}
    >
      <header className="flex items-center gap-1.5 min-h-7 text-caption">
        {note.talked_by ? (
          <>
            <MessageCircle className="flex-none" size={13} />
            <strong className="flex-none">{talkWords(note.talked_by)}</strong>
          </>
        ) : (
          <Lock className="flex-none" size={13} />
        )}
        <strong dir="auto" className="truncate">
          {note.author?.name ?? t('Private note')}
        </strong>
        <Timestamp className="text-muted whitespace-nowrap" at={note.created_at}>
          {now ? relativeTime(note.created_at, now) : clockTime(note.created_at)}
        </Timestamp>
        {note.updated_at !== note.created_at && <span className="text-muted">{t('edited')}</span>}
        <span className={isReadOnly ? 'hidden' : 'flex ml-auto'}>
          {acts.map(({ label, Icon, ...act }) => (
            <button key={label} {...act} type="button" className={ACT} aria-label={label} title={label}>
              <Icon size={14} />
            </button>
          ))}
        </span>
      </header>
      {isEditing ? (
        <NoteForm
          name={`note_${note.id}`}
          text={note.text}
          onSave={(text) => notes.change(note, text)}
          onClose={() => setIsEditing(false)}
        />
      ) : (
        <p dir="auto" className="pr-1 wrap-anywhere whitespace-pre-line">
          {note.text}
        </p>
      )}
    </article>
  );
}

export const talkWords = (way: TalkWay): string =>
  way === 'phone' ? t('Call') : t('Talk on {app}', { app: t(chatAppName[way]) });

interface NoteFormProps {
  /** Of its draft. */
  name: string;
  text: string;
  /** @throws why it was not saved. */
  onSave(text: string): Promise<void>;
  onClose(): void;
}

export function NoteForm({ name, text: before, onSave, onClose }: NoteFormProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, isTyped, type, forget } = useDraftText(useDraftKey(name), before);
  const close = () => {
    forget();
    onClose();
  };
  const { mutate, isPending, error } = useMutation({ mutationFn: onSave, onSuccess: close });
  const isBlank = text.trim() === '';
  useGrowing(area, text);
  useEffect(() => {
    const end = area.current?.value.length ?? 0;
    area.current?.focus();
    area.current?.setSelectionRange(end, end);
  }, []);

  const save = () => {
    if (!isBlank && !isPending) mutate(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isComposing(event) || !(isSent || event.key === 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (isSent) save();
    // Only the button discards typed text.
    else if (!isTyped) close();
  };
  return (
    <form
      className="grid grid-cols-1 gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        save();
      }}
    >
      <label htmlFor={id} className="visuallyHidden">
        {t('Private note')}
      </label>
      <textarea
        dir="auto"
        ref={area}
        id={id}
        rows={3}
        className={`${growingAreaClass} max-h-72 px-2.5 text-sm max-lg:text-base`}
        value={text}
        maxLength={MAX_NOTE_LENGTH}
        readOnly={isPending}
        aria-keyshortcuts="Control+Enter"
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Notice kind="error">{error && failureSentence(error, t('The note could not be saved.'))}</Notice>
      <div className="flex justify-end gap-2">
        <Button variant="outlined" size="small" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button type="submit" size="small" disabled={isBlank || isPending}>
          {isPending ? t('Saving…') : t('Save Note')}
        </Button>
      </div>
    </form>
  );
}
