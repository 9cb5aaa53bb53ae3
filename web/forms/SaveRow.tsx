import { useEffect, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';

interface SaveRowProps {
  isDirty: boolean;
  isSaving: boolean;
  /** Start of the last successful save (ms since 1970), or null. */
  savedAt: number | null;
  error: string | null;
  /** Discards the changes. */
  onDiscard?: () => void;
}

/** Specification, part 3 §9. */
const SAVED_MS = 3_000;

/** The result and the save button of a settings form. */
export function SaveRow({ isDirty, isSaving, savedAt, error, onDiscard }: SaveRowProps) {
  const [toldOf, setToldOf] = useState(savedAt);
  const isTold = savedAt !== null && savedAt !== toldOf;

  useEffect(() => {
    if (savedAt === null) return;
    const timer = setTimeout(() => setToldOf(savedAt), SAVED_MS);
    return () => clearTimeout(timer);
  }, [savedAt]);

  return (
    <div className="grid gap-3 mt-6">
      <Notice kind="error">{error}</Notice>
      <Notice kind="success">{isTold && t('Settings saved successfully!')}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!isDirty || isSaving} aria-busy={isSaving}>
          {isSaving ? t('Saving...') : t('Save Changes')}
        </Button>
        {onDiscard && isDirty && (
          <Button variant="outlined" disabled={isSaving} onClick={onDiscard}>
            {t('Discard')}
          </Button>
        )}
      </div>
    </div>
  );
}
