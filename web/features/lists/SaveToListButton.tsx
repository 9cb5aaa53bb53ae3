import { ListPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { actAfterLogin, useSession } from '#web/features/auth/index.ts';
import type { CardButtonProps } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

export const LazySaveToListDialog = lazyWithRetry(
  async () => (await import('./SaveToListDialog.tsx')).SaveToListDialog,
  'dialog',
);

/** For guests, also from a menu of the card. */
export const saveToListAfterLogin = actAfterLogin<{ propertyId: number; title: string }>('saveToList');

export function SaveToListButton({ propertyId, title, className }: CardButtonProps) {
  const { user } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`inline-flex items-center justify-center gap-2 ${className}`}
        title={t('Save to list…')}
        aria-haspopup="dialog"
        onClick={() => (user ? setIsOpen(true) : saveToListAfterLogin.ask({ propertyId, title }))}
      >
        <ListPlus size={18} />
        <span className="max-sm:sr-only">{t('Save to list…')}</span>
      </button>
      {isOpen && user && (
        <Suspense fallback={null}>
          <LazySaveToListDialog propertyId={propertyId} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Opens the lists for the home that a guest wanted to save to one. */
export function SaveToListAfterLogin() {
  const { user } = useSession();
  const [asked, setAsked] = useState<{ propertyId: number; title: string } | null>(null);
  saveToListAfterLogin.useRun(setAsked);
  if (!asked || !user) return null;
  return (
    <Suspense fallback={null}>
      <LazySaveToListDialog {...asked} onClose={() => setAsked(null)} />
    </Suspense>
  );
}
