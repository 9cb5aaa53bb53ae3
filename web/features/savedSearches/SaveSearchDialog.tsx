import { Check, X } from 'lucide-react';
import type { AlertFrequency } from '#shared/contracts/savedSearches.ts';
import { MAX_SAVED_SEARCH_NAME } from '#shared/limits.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { SelectField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { frequencyOptions, useSaveSearch } from './queries.ts';

export interface SaveSearchButtonProps {
  query: string;
  name: string;
}

export function SaveSearchDialog({ query, name, onClose }: SaveSearchButtonProps & { onClose(): void }) {
  const { mutateAsync: save } = useSaveSearch();
  const form = useForm({
    values: { name: name.slice(0, MAX_SAVED_SEARCH_NAME), frequency: 'instant' },
    send: async (typed) => {
      await save({ name: typed.name, query, frequency: typed.frequency as AlertFrequency });
      showToast(t('Search saved. Find it under Saved Searches.'));
      onClose();
    },
    failure: t('The search could not be saved.'),
  });
  const isBlank = form.watch('name').trim() === '';
  return (
    <FormDialog title={t('Save search')} onClose={onClose}>
      <Form form={form}>
        <p className="text-muted">
          {t('We tell you when a matching property is listed, comes back on the market or drops in price.')}
        </p>
        <TextField name="name" label={t('Name')} maxLength={MAX_SAVED_SEARCH_NAME} required />
        <SelectField name="frequency" label={t('Alerts')} options={frequencyOptions()} />
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

interface UpdateSearchProps {
  query: string;
  search: { id: number; name: string };
  /** It was saved, or is to stay as it was. */
  onDone(): void;
}

/** A search that was opened for a change takes the list as it is now. */
export function UpdateSearch({ query, search, onDone }: UpdateSearchProps) {
  const { mutateAsync: save, isPending } = useSaveSearch();
  const update = async () => {
    try {
      await save({ id: search.id, query });
      onDone();
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
        onClick={onDone}
      />
    </span>
  );
}
