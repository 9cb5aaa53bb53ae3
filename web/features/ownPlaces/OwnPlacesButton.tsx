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

interface OwnPlacesButtonProps {
  label?: string;
  /** What is done once they are kept. */
  onSaved?: (places: readonly OwnPlace[]) => void;
}

/** Opens the dialog in which people name the places they often go to. */
export function OwnPlacesButton({ label = t('Minutes to my places'), onSaved }: OwnPlacesButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="plain"
        onClick={() => setIsOpen(true)}
        onPointerEnter={() => void OwnPlacesDialog.preload()}
      >
        <Clock size={18} aria-hidden="true" />
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <OwnPlacesDialog onClose={() => setIsOpen(false)} onSaved={onSaved} />
        </Suspense>
      )}
    </>
  );
}
