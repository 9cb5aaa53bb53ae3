import { ListPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import type { CardButtonProps } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';

const SaveToListDialog = lazyWithRetry(
  async () => (await import('./SaveToListDialog.tsx')).SaveToListDialog,
  'dialog',
);

export function SaveToListButton(props: CardButtonProps & { isLabelled?: boolean }) {
  const { propertyId, title, className, isLabelled = false } = props;
  const { user, openLogin } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`inline-flex items-center justify-center gap-2 ${className}`}
        title={t('Save to list…')}
        aria-label={isLabelled ? undefined : t('Save {title} to a list…', { title })}
        aria-haspopup="dialog"
        onClick={() => (user ? setIsOpen(true) : openLogin())}
      >
        <ListPlus size={18} />
        {isLabelled && <span className="max-sm:sr-only">{t('Save to list…')}</span>}
      </button>
      {isOpen && user && (
        <Suspense fallback={null}>
          <SaveToListDialog propertyId={propertyId} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
