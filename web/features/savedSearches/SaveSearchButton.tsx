import { BellPlus, Check, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useActAfterLogin, useSession } from '#web/features/auth/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { pillClass } from '#web/ui/controls/Chip.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { editedSearch, useSaveSearch } from './queries.ts';
import type { SaveSearchButtonProps } from './SaveSearchDialog.tsx';

const SaveSearchDialog = lazyWithRetry(
  async () => (await import('./SaveSearchDialog.tsx')).SaveSearchDialog,
  'dialog',
);

/** Saves the shown list under a name. A guest logs in first and continues here. */
export function SaveSearchButton({ query, name }: SaveSearchButtonProps) {
  const { user } = useSession();
  const edited = useStore(editedSearch);
  const [isOpen, setIsOpen] = useState(false);
  const save = useActAfterLogin('saveSearch', () => setIsOpen(true));
  return (
    <>
      {user && edited && <UpdateSearch query={query} search={edited} />}
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

/** A search that was opened for a change takes the list as it is now. */
function UpdateSearch({ query, search }: { query: string; search: { id: number; name: string } }) {
  const { mutateAsync: save, isPending } = useSaveSearch();
  const update = async () => {
    try {
      await save({ id: search.id, query });
      editedSearch.set(null);
      showToast(t('“{name}” updated', { name: search.name }));
    } catch (error) {
      showToast(failureSentence(error, t('The search could not be saved.')), 'error');
    }
  };
  return (
    <span className="inline-flex flex-none items-center gap-1">
      <Button size="small" className="whitespace-nowrap" disabled={isPending} onClick={() => void update()}>
        <Check size={18} aria-hidden="true" />
        <span className="max-sm:max-w-24 truncate">{t('Update “{name}”', { name: search.name })}</span>
      </Button>
      <IconButton
        label={t('Keep “{name}” unchanged', { name: search.name })}
        icon={<X size={18} />}
        onClick={() => editedSearch.set(null)}
      />
    </span>
  );
}
