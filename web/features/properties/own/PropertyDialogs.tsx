import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';
import { missingWords } from '../drafts.ts';
import type { PropertyFormMode } from '../form/formValues.ts';
import { bulkQuestion } from '../statusWords.ts';
import {
  type FormRequest,
  isOffMarket,
  ownListingQuery,
  refreshListings,
  useDeleteListing,
  useEndingWords,
  useSetStatuses,
  viewListing,
} from './queries.ts';

const ImportDialog = lazyWithRetry(async () => (await import('./import/ImportDialog.tsx')).ImportDialog, 'dialog');

export type OpenDialog =
  | { kind: 'delete'; property: Pick<OwnProperty, 'id' | 'title'> }
  | { kind: 'mark'; ids: number[]; status: PropertyStatus }
  | { kind: 'import' };

interface PropertyDialogProps {
  dialog: OpenDialog;
  onClose(): void;
  onGone(id: number): void;
  onMarked(): void;
}

/** The viewings that a step ends, where it ends any. */
function EndingNote({ ids }: { ids: readonly number[] }) {
  const words = useEndingWords(ids);
  return words && <p className="font-semibold">{words}</p>;
}

interface MarkDialogProps {
  ids: readonly number[];
  status: PropertyStatus;
  onConfirm(): Promise<void> | void;
  onClose(): void;
}

export function MarkDialog({ ids, status, onConfirm, onClose }: MarkDialogProps) {
  return (
    <ConfirmDialog
      {...bulkQuestion(ids.length, status)}
      confirmLabel={t('Mark as {status}', { status: t(propertyStatusLabel[status]) })}
      isDangerous={false}
      failureOf={(error) => failureSentence(error, t('Failed to update properties'))}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isOffMarket(status) && <EndingNote ids={ids} />}
    </ConfirmDialog>
  );
}

export function PropertyDialog({ dialog, onClose, onGone, onMarked }: PropertyDialogProps) {
  const client = useQueryClient();
  const { mutateAsync: remove } = useDeleteListing();
  const { mutateAsync: setStatuses } = useSetStatuses();
  if (dialog.kind === 'import')
    return (
      <Suspense fallback={<LoadingVeil words={t('Opening the import…')} />}>
        <ImportDialog onClose={onClose} onImported={() => refreshListings(client)} />
      </Suspense>
    );
  if (dialog.kind === 'delete') {
    const { id, title } = dialog.property;
    return (
      <ConfirmDialog
        title={t('Delete {title}', { title })}
        text={t('Are you sure you want to delete this property? This action cannot be undone.')}
        confirmLabel={t('Delete')}
        failureOf={(error) => failureSentence(error, t('Failed to delete property'))}
        onConfirm={async () => {
          await remove(id);
          onGone(id);
          showToast(t('Property deleted successfully'));
        }}
        onClose={onClose}
      >
        <EndingNote ids={[id]} />
      </ConfirmDialog>
    );
  }
  const { ids, status } = dialog;
  const label = t(propertyStatusLabel[status]);
  return (
    <MarkDialog
      {...{ ids, status }}
      onConfirm={async () => {
        await setStatuses({ ids, status });
        onMarked();
        showToast(
          t('{count, plural, one {# property} other {# properties}} marked as {status}', {
            count: ids.length,
            status: label,
          }),
        );
      }}
      onClose={onClose}
    />
  );
}

/** A new listing can be looked at; a draft says what it still needs. @param drafts the address of the list of drafts */
function tellSaved(saved: OwnProperty, { mode, drafts }: { mode: PropertyFormMode; drafts: string }): void {
  const { id, title, draft, missing } = saved;
  const wasDraft = mode.kind === 'edit' && mode.property.draft === true;
  if (draft) {
    const words =
      missing.length > 0
        ? t('{title} is saved as a draft. Still needed: {fields}', { title, fields: missingWords(missing) })
        : t('{title} is saved as a draft', { title });
    showToast(words, 'success', { label: t('Show drafts'), to: drafts });
  } else if (wasDraft) showToast(t('{title} is published', { title }), 'success', viewListing(id));
  else if (mode.kind === 'edit') showToast(t('{title} updated', { title }));
  else showToast(t('{title} added', { title }), 'success', viewListing(id));
}

const PropertyFormDialog = lazyWithRetry(
  async () => (await import('../form/PropertyFormDialog.tsx')).PropertyFormDialog,
  'dialog',
);

interface PropertyFormHostProps {
  request: FormRequest;
  known: readonly OwnProperty[];
  isDrawer: boolean;
  onClose(): void;
}

export function PropertyFormHost({ request, known, isDrawer, onClose }: PropertyFormHostProps) {
  const client = useQueryClient();
  const { kind } = request;
  const id = kind === 'create' ? null : request.id;
  // Kept as it was found: the list may change behind the form.
  const [shown] = useState(() => known.find((property) => property.id === id));
  const { data, error, isPending, refetch } = useQuery({
    ...ownListingQuery(id ?? 0),
    enabled: id !== null && !shown,
  });
  const property = shown ?? data;
  const mode: PropertyFormMode | null = kind === 'create' ? { kind } : property ? { kind, property } : null;
  if (mode)
    return (
      <Suspense fallback={<LoadingVeil words={t('Opening the form…')} />}>
        <PropertyFormDialog
          mode={mode}
          size={isDrawer ? 'drawer' : 'full'}
          onClose={onClose}
          onSaved={(saved) => {
            refreshListings(client);
            tellSaved(saved, { mode, drafts: isDrawer ? '/desk/listings?draft=1' : '?tab=properties&draft=1' });
          }}
        />
      </Suspense>
    );
  if (isPending) return <LoadingVeil words={t('Opening the property…')} />;
  return (
    <Dialog title={kind === 'edit' ? t('Edit Property') : t('Add New Property')} onClose={onClose}>
      <ErrorState
        headingLevel={3}
        {...(data === null
          ? { title: t('Property not found'), message: t('It is not your listing, or it was deleted.') }
          : { message: failureSentence(error, t('Failed to fetch properties')) })}
        onRetry={() => void refetch()}
      />
    </Dialog>
  );
}
