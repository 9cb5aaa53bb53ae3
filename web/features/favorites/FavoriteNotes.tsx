import { NotebookPen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Stars } from '#web/ui/display/Stars.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { FavoriteNotesProps } from './NoteDialog.tsx';

const NoteDialog = lazyWithRetry(async () => (await import('./NoteDialog.tsx')).NoteDialog, 'dialog');

/** The owner's notes about a favourite, below its card. */
export function FavoriteNotes(props: FavoriteNotesProps) {
  const { property, note } = props;
  const [isOpen, setIsOpen] = useState(false);
  const hasWords = note && (note.note || note.rating || note.tags.length > 0);
  return (
    <div
      className={`grid grid-cols-1 content-start gap-2 text-sm ${hasWords ? 'mt-2 p-3 border border-line rounded-md bg-surface' : 'mt-1 px-4'}`}
    >
      {note?.rating && (
        <p className="flex items-center gap-2">
          <span className="visuallyHidden">{t('My rating')}</span>
          <Stars rating={note.rating} size={16} />
        </p>
      )}
      {note && note.tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('Tags of {title}', { title: property.title })}>
          {note.tags.map((tag) => (
            <li key={tag} className="py-0.5 px-2.5 border border-line rounded-full bg-page wrap-anywhere">
              {tag}
            </li>
          ))}
        </ul>
      )}
      {note?.note && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {note.note}
        </p>
      )}
      <div>
        <Button
          variant="plain"
          size="small"
          className="-ml-3"
          aria-label={
            hasWords
              ? t('Edit notes about {title}', { title: property.title })
              : t('Add a note about {title}', { title: property.title })
          }
          onClick={() => setIsOpen(true)}
        >
          <NotebookPen size={16} />
          {hasWords ? t('Edit notes') : t('Add a note')}
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <NoteDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
