import { BellPlus, Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { type AlertFrequency, alertFrequencies } from '#shared/contracts/savedSearches.ts';
import { MAX_SAVED_SEARCH_NAME } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { SelectField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { editedSearch, frequencyLabels, useSaveSearch, wantedSearch } from './queries.ts';

interface SaveSearchButtonProps {
  /** The list's own query. */
  query: string;
  /** What the list is called in words. */
  name: string;
}

/** Keeps the list that is shown under a name. Who is not logged in is asked to, and goes on where they were. */
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
      <Button variant="outlined" onClick={onClick}>
        <BellPlus size={18} aria-hidden="true" />
        {t('Save search')}
      </Button>
      {isOpen && <SaveSearchDialog query={query} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** What was opened to be changed takes on the list as it is now. */
function UpdateSearch({ query, search }: { query: string; search: { id: number; name: string } }) {
  const { mutateAsync: save, isPending } = useSaveSearch();
  const update = async () => {
    try {
      await save({ id: search.id, query });
      editedSearch.set(null);
      showToast(t('“{name}” is updated', { name: search.name }));
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
        label={t('Leave “{name}” as it is', { name: search.name })}
        icon={<X size={18} />}
        onClick={() => editedSearch.set(null)}
      />
    </span>
  );
}

function SaveSearchDialog({ query, name, onClose }: SaveSearchButtonProps & { onClose(): void }) {
  const { mutateAsync: save } = useSaveSearch();
  const form = useForm({
    values: { name: name.slice(0, MAX_SAVED_SEARCH_NAME), frequency: 'instant' },
    send: async (typed) => {
      await save({ name: typed.name, query, frequency: typed.frequency as AlertFrequency });
      showToast(t('Search saved. You find it under Saved Searches.'));
      onClose();
    },
    failure: t('The search could not be saved.'),
  });
  const isBlank = form.watch('name').trim() === '';
  return (
    <FormDialog title={t('Save search')} onClose={onClose}>
      <Form form={form}>
        <p className="text-muted">
          {t('We tell you when a matching property is listed, is back on the market, or costs less.')}
        </p>
        <TextField name="name" label={t('Name')} maxLength={MAX_SAVED_SEARCH_NAME} required />
        <SelectField
          name="frequency"
          label={t('Alerts')}
          options={alertFrequencies.map((value) => ({ value, label: t(frequencyLabels[value]) }))}
        />
        <FormBanner message={form.error} />
        <FormActions
          isDisabled={isBlank}
          submitLabel={t('Save search')}
          sendingLabel={t('Saving...')}
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}
