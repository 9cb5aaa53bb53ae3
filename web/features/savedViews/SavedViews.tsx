import { useQuery } from '@tanstack/react-query';
import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SavedView, ViewedList } from '#shared/contracts/savedViews.ts';
import { MAX_SAVED_VIEWS, MAX_VIEW_NAME_LENGTH } from '#shared/limits.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { adminQuery } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidate } from '#web/lib/apiQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { defaultOf, readUrl, type UrlSchema, type UrlValues } from '#web/lib/urlState.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';

const savedViewsQuery = adminQuery('savedViews.list');

/** Views alone are read anew after a change: no list is different for it. */
async function changing<Answer>(change: Promise<Answer>): Promise<Answer> {
  try {
    return await change;
  } finally {
    await invalidate(currentQueryClient(), 'savedViews');
  }
}

const createView = (view: Omit<SavedView, 'id'>) => changing(callApi('savedViews.create', { body: view }));

const renameView = (id: number, name: string) =>
  changing(callApi('savedViews.rename', { params: { id }, body: { name } }));

/** The stored part of a list's state: filters and order that differ from the defaults. */
function toViewQuery<Schema extends UrlSchema>(schema: Schema, state: UrlValues<Schema>) {
  const values = Object.keys(schema).map((name) => [name, String(state[name])] as const);
  return Object.fromEntries(values.filter(([name, value]) => value !== defaultOf(schema, name)));
}

/** All filters and the order of a view; values unknown to this version are left out. */
const readView = <Schema extends UrlSchema>(schema: Schema, { query }: SavedView): UrlValues<Schema> =>
  readUrl(schema, new URLSearchParams(query));

function findOpenView<Schema extends UrlSchema>(
  views: readonly SavedView[],
  list: ViewedList,
  schema: Schema,
  state: UrlValues<Schema>,
): SavedView | undefined {
  const describe = (values: UrlValues<Schema>) => JSON.stringify(toViewQuery(schema, values));
  return views.find((view) => view.list === list && describe(readView(schema, view)) === describe(state));
}

interface SavedViewsProps<Schema extends UrlSchema> {
  list: ViewedList;
  schema: Schema;
  state: UrlValues<Schema>;
  onOpen(values: UrlValues<Schema>): void;
}

export const savedViewParts = <Schema extends UrlSchema>(
  name: ViewedList,
  list: Pick<SavedViewsProps<Schema>, 'schema' | 'state'> & { change(values: UrlValues<Schema>): void },
) => ({
  views: <SavedViews list={name} schema={list.schema} state={list.state} onOpen={list.change} />,
  filterButtons: <SaveViewButton list={name} schema={list.schema} state={list.state} />,
});

const useViews = () => useQuery(savedViewsQuery).data?.views ?? [];

const showFailure = (error: unknown) =>
  showToast(failureSentence(error, t('This did not work. Please try again.')), 'error');

async function rename({ id, name }: SavedView, next: string): Promise<void> {
  await renameView(id, next);
  showToast(t('The view is now called {name}', { name: next }), 'success', {
    label: t('Undo'),
    onClick: () => void renameView(id, name).catch(showFailure),
  });
}

async function remove(view: SavedView): Promise<void> {
  const { id, ...kept } = view;
  try {
    await changing(callApi('savedViews.remove', { params: { id } }));
    showToast(t('The view {name} was deleted', { name: view.name }), 'success', {
      label: t('Undo'),
      onClick: () => void createView(kept).catch(showFailure),
    });
  } catch (error) {
    showFailure(error);
  }
}

/** The saved views of a list; the view with the list's present filters is pressed, and can be renamed and deleted. */
function SavedViews<Schema extends UrlSchema>({ list, schema, state, onOpen }: SavedViewsProps<Schema>) {
  const views = useViews();
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const own = views.filter((view) => view.list === list);
  const open = findOpenView(own, list, schema, state);
  if (own.length === 0) return null;
  return (
    <nav className="mb-4" aria-label={t('Saved views')}>
      <ul className="flex flex-wrap items-center gap-2">
        {own.map((view) => (
          <li key={view.id} className="inline-flex items-center max-w-full">
            <button
              type="button"
              aria-pressed={view === open}
              className="pill shrink min-w-0"
              onClick={() => onOpen(readView(schema, view))}
            >
              <Bookmark size={14} className="flex-none" aria-hidden="true" />
              <span dir="auto" className="truncate">
                {view.name}
              </span>
            </button>
            {view === open && (
              <span className="inline-flex">
                <IconButton
                  className="pointer-fine:size-9"
                  label={t('Rename the view {name}', { name: view.name })}
                  icon={<Pencil size={16} aria-hidden="true" />}
                  onClick={() => setRenamed(view)}
                />
                <IconButton
                  className="pointer-fine:size-9"
                  label={t('Delete the view {name}', { name: view.name })}
                  icon={<Trash2 size={16} aria-hidden="true" />}
                  isDangerous
                  onClick={() => void remove(view)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {renamed && (
        <ViewNameDialog
          title={t('Rename View')}
          initialName={renamed.name}
          submitLabel={t('Save Changes')}
          onSend={(name) => rename(renamed, name)}
          onClose={() => setRenamed(null)}
        />
      )}
    </nav>
  );
}

function SaveViewButton<Schema extends UrlSchema>(props: Omit<SavedViewsProps<Schema>, 'onOpen'>) {
  const { list, schema, state } = props;
  const views = useViews();
  const [isAsking, setIsAsking] = useState(false);
  const query = toViewQuery(schema, state);
  const isKept = findOpenView(views, list, schema, state) !== undefined;
  // An open dialog stays, even if the views change meanwhile.
  if (!isAsking && (Object.keys(query).length === 0 || isKept)) return null;
  const isFull = views.length >= MAX_SAVED_VIEWS;
  return (
    <>
      <Button variant="plain" onClick={() => setIsAsking(true)}>
        <Bookmark size={18} aria-hidden="true" />
        {t('Save View')}
      </Button>
      {isAsking && (
        <ViewNameDialog
          title={t('Save View')}
          text={
            isFull
              ? t('You already have {count} saved views. Delete one first.', { count: MAX_SAVED_VIEWS })
              : t('Save this list’s filters and order to open them again with one click. Only you see them.')
          }
          initialName=""
          submitLabel={t('Save View')}
          onSend={async (name) => {
            await createView({ list, name, query });
            showToast(t('The view {name} was saved', { name }));
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface ViewNameDialogProps {
  title: string;
  text?: string;
  initialName: string;
  submitLabel: string;
  onSend(name: string): Promise<void>;
  onClose(): void;
}

function ViewNameDialog({ title, text, initialName, submitLabel, onSend, onClose }: ViewNameDialogProps) {
  const failure = t('This did not work. Please try again.');
  const form = useForm({
    values: { name: initialName },
    check: ({ name }) => (name.trim() === '' ? { name: t('Name is required') } : {}),
    send: async ({ name }) => {
      await onSend(name.trim());
      onClose();
    },
    failure,
    silent: failure,
  });
  return (
    <FormDialog title={title} onClose={onClose}>
      <Form form={form}>
        {text && <p className="text-muted">{text}</p>}
        <FormBanner message={form.error} />
        <TextField name="name" label={t('Name')} required maxLength={MAX_VIEW_NAME_LENGTH} autoComplete="off" />
        <FormActions submitLabel={submitLabel} sendingLabel={t('Saving...')} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
