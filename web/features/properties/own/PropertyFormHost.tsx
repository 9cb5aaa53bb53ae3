import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx';
import { LoadingVeil } from '#web/ui/Spinner.tsx';
import { showToast } from '#web/ui/showToast.ts';
import type { FormRequest } from './listState.ts';
import { ownListingQuery, refreshListings } from './queries.ts';

const PropertyFormDialog = lazyWithRetry(
  async () => (await import('../form/PropertyFormDialog.tsx')).PropertyFormDialog,
  'dialog',
);

interface PropertyFormHostProps {
  agentId: number;
  request: FormRequest;
  /** What is on the screen already. */
  known: readonly OwnProperty[];
  onClose(): void;
}

/** The form that the address asks for. */
export function PropertyFormHost({ request, ...props }: PropertyFormHostProps) {
  if (request.kind === 'create') return <OpenForm mode={request} onClose={props.onClose} />;
  return <FormOfListing key={`${request.kind} ${request.id}`} {...request} {...props} />;
}

type FormOfListingProps = Omit<PropertyFormHostProps, 'request'> & Extract<FormRequest, { id: number }>;

function FormOfListing({ agentId, kind, id, known, onClose }: FormOfListingProps) {
  // Kept as it was found: the list may change behind the form.
  const [shown] = useState(() => known.find((property) => property.id === id));
  const { data, error, isPending, refetch } = useQuery({ ...ownListingQuery(agentId, id), enabled: !shown });
  const property = shown ?? data;
  if (property) return <OpenForm mode={{ kind, property }} onClose={onClose} />;
  if (isPending) return <LoadingVeil words="Opening the property…" />;
  return (
    <Dialog title={kind === 'edit' ? 'Edit Property' : 'Add New Property'} onClose={onClose}>
      <ErrorState
        headingLevel={3}
        {...(data === null
          ? { title: 'Property not found', message: 'It is not one of yours, or it has been deleted.' }
          : { message: failureSentence(error, 'Failed to fetch properties') })}
        onRetry={() => void refetch()}
      />
    </Dialog>
  );
}

type FormMode = { kind: 'create' } | { kind: 'edit' | 'duplicate'; property: OwnProperty };

function OpenForm({ mode, onClose }: { mode: FormMode; onClose(): void }) {
  const client = useQueryClient();
  return (
    <Suspense fallback={<LoadingVeil words="Opening the form…" />}>
      <PropertyFormDialog
        mode={mode}
        onClose={onClose}
        onSaved={({ title }) => {
          refreshListings(client);
          showToast(mode.kind === 'edit' ? `${title} updated` : `${title} added`);
        }}
      />
    </Suspense>
  );
}
