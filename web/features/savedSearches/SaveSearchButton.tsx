import { BellPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SavedSearch } from '#shared/contracts/savedSearches.ts';
import { useActAfterLogin, useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { pillClass } from '#web/ui/controls/Chip.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import type { SaveSearchButtonProps } from './SaveSearchDialog.tsx';

const SaveSearchDialog = lazyWithRetry(
  async () => (await import('./SaveSearchDialog.tsx')).SaveSearchDialog,
  'dialog',
);
const UpdateSearch = lazyWithRetry(async () => (await import('./SaveSearchDialog.tsx')).UpdateSearch, 'none');

/** The saved search that is being changed in the list; its owner said so where it is kept. */
export const editedSearch = createStore<Pick<SavedSearch, 'id' | 'name'> | null>(null);

/** Saves the shown list under a name. A guest logs in first and continues here. */
export function SaveSearchButton({ query, name }: SaveSearchButtonProps) {
  const { user } = useSession();
  const edited = useStore(editedSearch);
  const [isOpen, setIsOpen] = useState(false);
  const save = useActAfterLogin('saveSearch', () => setIsOpen(true));
  return (
    <>
      {user && edited && (
        <Suspense>
          <UpdateSearch query={query} search={edited} onDone={() => editedSearch.set(null)} />
        </Suspense>
      )}
      <button
        type="button"
        className={pillClass}
        onClick={save}
        onPointerEnter={() => void SaveSearchDialog.preload()}
      >
        <BellPlus className="flex-none" size={16} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('Save search')}</span>
      </button>
      {isOpen && (
        <Suspense>
          <SaveSearchDialog query={query} name={name} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
