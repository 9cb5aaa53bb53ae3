import { Button } from '#web/ui/Button.tsx';
import styles from './FormFooter.module.css';
import type { PropertyFormMode } from './formMode.ts';
import { pendingOf } from './pictureList.ts';
import type { PropertyForm } from './usePropertyForm.ts';

interface FormFooterProps {
  form: PropertyForm;
  kind: PropertyFormMode['kind'];
  onCancel(): void;
}

export function FormFooter({ form, kind, onCancel }: FormFooterProps) {
  const { phase } = form;
  const label = kind === 'edit' ? 'Update Property' : 'Create Property';
  return (
    <footer className={styles.footer}>
      <p
        className="min-w-0 text-muted text-sm leading-[1.4] max-md:text-center max-md:empty:hidden"
        role="status"
      >
        {stateInWords(form)}
      </p>
      <div className={`flex flex-none gap-3 ${styles.actions}`}>
        {phase === 'waiting' ? (
          <Button variant="outlined" onClick={form.stopWaiting}>
            Do not wait
          </Button>
        ) : (
          <Button variant="outlined" disabled={phase === 'saving'} onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" disabled={phase !== 'idle'} aria-busy={phase !== 'idle'}>
          {phase === 'saving' ? 'Saving...' : label}
        </Button>
      </div>
    </footer>
  );
}

function stateInWords({ phase, shelf, draftState }: PropertyForm): string | null {
  const pending = pendingOf(shelf.pictures);
  const images = pending.length === 1 ? '1 image is' : `${pending.length} images are`;
  if (phase === 'waiting' && pending.length > 0)
    return pending.some(({ status }) => status === 'uploading')
      ? `Saving as soon as ${images} uploaded`
      : `${images} waiting for the connection; saving follows by itself`;
  if (draftState === 'lost') return 'This device has no room to keep your draft';
  return draftState === 'kept' ? 'Draft kept on this device' : null;
}
