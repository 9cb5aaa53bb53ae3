import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { AdminProperty } from '#shared/contracts/propertyModeration.ts';
import { ADMIN_KEY } from '#web/lib/adminData.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx';
import { LoadingVeil } from '#web/ui/Spinner.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { PropertyDetailsDialog } from './PropertyDetailsDialog.tsx';
import { type PropertyDialog, toOwnProperty } from './propertyDialog.ts';
import { useDeleteProperty } from './queries.ts';
import { TakeOffDialog } from './TakeOffDialog.tsx';

const PropertyFormDialog = lazyWithRetry(
  async () => (await import('../form/PropertyFormDialog.tsx')).PropertyFormDialog,
  'dialog',
);

interface PropertyDialogsProps {
  dialog: PropertyDialog;
  /** Why a change of the status was refused. */
  failure: string | null;
  onDialog(dialog: PropertyDialog | null): void;
  onStatus(property: AdminProperty, status: ModerationStatus): void;
}

export function PropertyDialogs({ dialog, failure, onDialog, onStatus }: PropertyDialogsProps) {
  const { mutateAsync: remove } = useDeleteProperty();
  const client = useQueryClient();
  const { kind, property } = dialog;
  const close = () => onDialog(null);
  if (kind === 'view')
    return <PropertyDetailsDialog {...{ property, failure, onDialog, onStatus }} onClose={close} />;
  if (kind === 'takeOff') return <TakeOffDialog property={property} status={dialog.status} onClose={close} />;
  if (kind === 'edit')
    return (
      <Suspense fallback={<LoadingVeil words="Opening the form…" />}>
        <PropertyFormDialog
          mode={{ kind: 'edit', property: toOwnProperty(property) }}
          onClose={close}
          onSaved={({ title }) => {
            void client.invalidateQueries({ queryKey: ADMIN_KEY });
            showToast(`${title} was saved`);
          }}
        />
      </Suspense>
    );
  return (
    <ConfirmDialog
      title="Delete property"
      text={`Delete property ${property.title}? This cannot be undone.`}
      confirmLabel="Delete"
      onConfirm={async () => {
        await remove(property.id);
        showToast(`${property.title} was deleted`);
      }}
      failureOf={(error) => failureSentence(error, 'Failed to delete property', 'Failed to delete property')}
      onClose={close}
    />
  );
}
