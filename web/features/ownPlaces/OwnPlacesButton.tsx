import { Clock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { OwnPlace } from './ownPlaces.ts';

const OwnPlacesDialog = lazyWithRetry(
  async () => (await import('./OwnPlacesDialog.tsx')).OwnPlacesDialog,
  'dialog',
);

export function OwnPlacesButton(props: { label?: string; onSaved?: (places: readonly OwnPlace[]) => void }) {
  const { label, onSaved } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="plain"
        onClick={() => setIsOpen(true)}
        onPointerEnter={() => void OwnPlacesDialog.preload()}
      >
        <Clock size={18} aria-hidden="true" className={label ? undefined : 'max-sm:hidden'} />
        {label ?? (
          <>
            <span className="max-sm:sr-only">{t('Minutes to my places')}</span>
            {/* Where the words have no room beside the other buttons. */}
            <span className="sm:hidden" aria-hidden="true">
              {t('My places')}
            </span>
          </>
        )}
      </Button>
      {isOpen && (
        <Suspense>
          <OwnPlacesDialog onClose={() => setIsOpen(false)} onSaved={onSaved} />
        </Suspense>
      )}
    </>
  );
}
