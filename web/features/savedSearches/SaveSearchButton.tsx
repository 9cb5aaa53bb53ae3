import { BellPlus, Check, X } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useLocation } from '#web/lib/router.tsx';
import { useStore } from '#web/lib/store.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { editedSearch, useSaveSearch, wantedSearch } from './queries.ts';
import type { SaveSearchButtonProps } from './SaveSearchDialog.tsx';

const SaveSearchDialog = lazyWithRetry(
  async () => (await import('./SaveSearchDialog.tsx')).SaveSearchDialog,
  'dialog',
);

/** Saves the shown list under a name. A guest logs in first and continues here. */
export function SaveSearchButton({ query, name }: SaveSearchButtonProps) {
  const { user, openLogin } = useSession();
  const { pathname, search } = useLocation();
  const edited = useStore(editedSearch);
  const wanted = useStore(wantedSearch);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (!user || wanted !== query) return;
    wantedSearch.set(null);
    setIsOpen(true);
  }, [user, wanted, query]);

  const onClick = () => {
    if (user) return setIsOpen(true);
    wantedSearch.set(query);
    openLogin(pathname + search);
  };
  return (
    <>
      {user && edited && <UpdateSearch query={query} search={edited} />}
      <Button
        variant="outlined"
        className="max-sm:px-3"
        onClick={onClick}
        onPointerEnter={() => void SaveSearchDialog.preload()}
      >
        <BellPlus size={18} aria-hidden="true" />
        {t('Save search')}
      </Button>
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
    <span className="inline-flex items-center gap-1">
      <Button disabled={isPending} onClick={() => void update()}>
        <Check size={18} aria-hidden="true" />
        {t('Update “{name}”', { name: search.name })}
      </Button>
      <IconButton
        label={t('Keep “{name}” unchanged', { name: search.name })}
        icon={<X size={18} />}
        onClick={() => editedSearch.set(null)}
      />
    </span>
  );
}
