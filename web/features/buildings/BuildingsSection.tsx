import { useQuery } from '@tanstack/react-query';
import { Building2, Merge, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminBuilding } from '#shared/contracts/buildings.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { SearchField } from '#web/ui/controls/SearchField.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { actionsColumn, Day } from '#web/ui/dataTable/rowParts.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { AdminList, useAdminList } from '#web/ui/list/AdminList.tsx';
import { hasFilters } from '#web/ui/list/listState.ts';
import { Section } from '#web/ui/section/Section.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { BuildingDialog } from './BuildingDialog.tsx';
import { buildingsQuery, buildingsSchema } from './queries.ts';

type OpenDialog = { kind: 'edit' | 'merge' | 'delete'; building: AdminBuilding };

/** All buildings: their facts are edited, two entries of one building are merged, and unused ones are deleted. */
export function BuildingsSection() {
  const list = useAdminList(buildingsSchema, buildingsQuery);
  const canModerate = useIsAllowed()('listings.moderate');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const opening = (kind: OpenDialog['kind']) => (building: AdminBuilding) => setDialog({ kind, building });
  const actions = actionsColumn<AdminBuilding>([
    { label: ({ name }) => t('Edit {name}', { name }), Icon: Pencil, onClick: opening('edit') },
    {
      label: ({ name }) => t('Merge {name} into another building', { name }),
      Icon: Merge,
      onClick: opening('merge'),
    },
    {
      label: ({ name }) => t('Delete {name}', { name }),
      Icon: Trash2,
      isDangerous: true,
      isOffered: ({ listings }) => listings === 0,
      onClick: opening('delete'),
    },
  ]);
  return (
    <Section label={t('Buildings')}>
      <AdminList
        list={list}
        words={{
          label: t('Buildings'),
          none: t('No buildings found'),
          notFetched: t('Failed to fetch buildings'),
          notLoaded: t('Failed to load buildings'),
        }}
        title={t('Buildings')}
        search={{
          label: t('Search buildings'),
          placeholder: t('Search by name, city, address or developer...'),
        }}
        rows={list.data?.buildings}
        columns={canModerate ? [...columns, actions] : columns}
        empty={{
          icon: <Building2 size={28} aria-hidden="true" />,
          text: hasFilters(buildingsSchema, list.state)
            ? t('Try adjusting your search or filter criteria.')
            : t('Buildings appear here once agents add them to their listings.'),
        }}
      />
      {dialog?.kind === 'edit' && <BuildingDialog building={dialog.building} mode="all" onClose={close} />}
      {dialog?.kind === 'merge' && <MergeDialog building={dialog.building} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteDialog building={dialog.building} onClose={close} />}
    </Section>
  );
}

const columns: readonly TableColumn<AdminBuilding>[] = [
  {
    id: 'name',
    heading: msg('Building'),
    sortKey: 'name',
    isRowHeading: true,
    cell: ({ id, name, address, other_names }) => (
      <span className="grid grid-cols-1 min-w-0">
        <Link className="row-title" to={`/buildings/${id}`}>
          <bdi>{name}</bdi>
        </Link>
        {address && <bdi className="row-note">{address}</bdi>}
        {other_names.length > 0 && (
          <bdi className="row-note">{t('Also: {names}', { names: other_names.join(', ') })}</bdi>
        )}
      </span>
    ),
  },
  { id: 'city', heading: msg('City'), sortKey: 'city', cell: ({ city }) => city },
  {
    id: 'listings',
    heading: msg('Listings'),
    sortKey: 'listings',
    align: 'end',
    cell: ({ listings }) => listings,
  },
  { id: 'developer', heading: msg('Developer'), cell: ({ developer }) => developer ?? '–' },
  {
    id: 'created',
    heading: msg('Added'),
    sortKey: 'created_at',
    cell: ({ created_at, created_by }) => (
      <span className="grid grid-cols-1 min-w-0">
        <Day iso={created_at} />
        {created_by && <bdi className="row-note">{created_by.name}</bdi>}
      </span>
    ),
  },
];

interface RowDialogProps {
  building: AdminBuilding;
  onClose(): void;
}

function DeleteDialog({ building: { id, name }, onClose }: RowDialogProps) {
  const { mutateAsync } = useAdminChange((params: { id: number }) => callApi('adminBuildings.remove', { params }));
  const refused = t('Failed to delete the building');
  return (
    <ConfirmDialog
      title={t('Delete building')}
      text={t('Delete building {name}? This cannot be undone.', { name })}
      confirmLabel={t('Delete')}
      onConfirm={async () => {
        await mutateAsync({ id });
        showToast(t('{name} was deleted', { name }));
      }}
      failureOf={(error) => failureSentence(error, refused, refused)}
      onClose={onClose}
    />
  );
}

/** The remaining building is searched by its name; the merge is confirmed once more. */
function MergeDialog({ building, onClose }: RowDialogProps) {
  const [search, setSearch] = useState('');
  const [into, setInto] = useState<AdminBuilding | null>(null);
  const { mutateAsync } = useAdminChange((kept: number) =>
    callApi('adminBuildings.merge', { params: { id: building.id }, body: { into: kept } }),
  );
  const query = { search: search || building.city, sort: 'listings', limit: 10 } as const;
  const { data, error } = useQuery(adminListQuery('adminBuildings.list', { query }));
  const targets = data?.buildings.filter(({ id }) => id !== building.id) ?? [];
  const refused = t('Failed to merge the buildings');
  const { name, listings } = building;
  if (into)
    return (
      <ConfirmDialog
        title={t('Merge buildings')}
        text={t(
          '{name} becomes another name of {kept}. {count, plural, =0 {No listings move.} one {# listing moves.} other {# listings move.}} This cannot be undone.',
          { name, kept: into.name, count: listings },
        )}
        confirmLabel={t('Merge')}
        onConfirm={async () => {
          await mutateAsync(into.id);
          showToast(t('{name} was merged into {kept}', { name, kept: into.name }));
        }}
        failureOf={(failure) => failureSentence(failure, refused, refused)}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={t('Merge {name} into…', { name })} onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-muted">
          {t(
            'Choose the building to keep. It takes over any details it lacks, and links to the old page lead to it.',
          )}
        </p>
        <SearchField
          label={t('Search buildings')}
          placeholder={t('Search by name, city, address or developer...')}
          value={search}
          onSearch={setSearch}
        />
        <Notice kind="error">{error && failureSentence(error, t('Failed to fetch buildings'))}</Notice>
        <ul className="grid border border-line rounded-md" aria-label={t('Buildings')}>
          {targets.map((target) => (
            <li
              key={target.id}
              className="flex items-center justify-between gap-3 py-2 px-4 not-first:border-t border-line"
            >
              <span className="grid grid-cols-1 min-w-0">
                <bdi className="font-semibold">{target.name}</bdi>
                <span className="text-muted text-sm wrap-anywhere">
                  {[target.address, target.city].filter(Boolean).join(', ')} ·{' '}
                  <span className="whitespace-nowrap">
                    {t('{count, plural, one {# listing} other {# listings}}', { count: target.listings })}
                  </span>
                </span>
              </span>
              <Button
                variant="outlined"
                aria-label={t('Choose {name}', { name: target.name })}
                onClick={() => setInto(target)}
              >
                {t('Choose')}
              </Button>
            </li>
          ))}
          {data && targets.length === 0 && <li className="py-4 px-4 text-muted">{t('No buildings found')}</li>}
        </ul>
      </div>
    </Dialog>
  );
}
