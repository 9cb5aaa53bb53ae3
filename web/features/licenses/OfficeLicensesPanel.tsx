import { Building } from 'lucide-react';
import { useState } from 'react';
import type { AdminOffice } from '#shared/contracts/offices.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { AdminList, useAdminList } from '#web/ui/list/AdminList.tsx';
import { hasFilters } from '#web/ui/list/listState.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { checkColumn, LicenseFields, licenseColumns, RegisterWords } from './licenseParts.tsx';
import {
  checkLicenseDraft,
  countedStates,
  licenseTone,
  officeLicensesQuery,
  officeLicensesSchema,
  useCheckOfficeLicense,
} from './licenses.ts';

/** The licences of offices, the ones that need an admin first. */
export function OfficeLicensesPanel() {
  const list = useAdminList(officeLicensesSchema, officeLicensesQuery);
  const [checked, setChecked] = useState<AdminOffice | null>(null);
  const canCheck = useIsAllowed()('trust.decide');
  return (
    <>
      <AdminList
        list={list}
        words={{
          label: t('Licenses of offices'),
          none: t('No offices found'),
          notFetched: t('Failed to fetch offices'),
          notLoaded: t('Failed to load offices'),
        }}
        search={{ label: t('Search offices'), placeholder: t('Search by name or license number...') }}
        filters={[{ name: 'state', label: t('State'), labels: countedStates(list.data?.counts) }]}
        rows={list.data?.offices}
        columns={canCheck ? [...columns, checkColumn<AdminOffice>(({ name }) => name, setChecked)] : columns}
        empty={{
          icon: <Building size={28} aria-hidden="true" />,
          text: hasFilters(officeLicensesSchema, list.state)
            ? t('Try adjusting your search or filter criteria.')
            : t('Offices appear here once agents have opened one.'),
        }}
      />
      {checked && <CheckOfficeDialog office={checked} onClose={() => setChecked(null)} />}
    </>
  );
}

const columns: readonly TableColumn<AdminOffice>[] = [
  {
    id: 'office',
    heading: msg('Office'),
    isRowHeading: true,
    cell: ({ id, name, members, managers }) => (
      <span className="grid min-w-0">
        <Link className="row-title" to={`/offices/${id}`}>
          {name}
        </Link>
        <span className="row-note">
          {t('{count, plural, one {# member} other {# members}}', { count: members })} ·{' '}
          {managers.map((manager) => manager.name).join(', ')}
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    heading: msg('State'),
    cell: ({ state, license_number }) => (
      <span>
        {license_number === null ? (
          <span className="row-note">—</span>
        ) : (
          <Badge tone={licenseTone[state]}>{t(licenseStateLabel[state])}</Badge>
        )}
      </span>
    ),
  },
  ...licenseColumns,
];

/** Stores the admin's findings in the Commission's register. */
function CheckOfficeDialog({ office, onClose }: { office: AdminOffice; onClose(): void }) {
  const { mutateAsync } = useCheckOfficeLicense(office.id);
  const failure = t('Failed to save the check');
  const form = useForm({
    // The day is typed anew: licences are looked up again because it differs.
    values: { license_number: office.license_number ?? '', expires_on: '' },
    check: (typed) => checkLicenseDraft(typed),
    send: async (typed) => {
      await mutateAsync(typed);
      showToast(t('The license of {name} was checked', { name: office.name }));
      onClose();
    },
    failure,
    silent: failure,
  });
  const lastDay = form.watch('expires_on');

  return (
    <FormDialog title={t('Check License')} onClose={onClose}>
      <Form form={form}>
        <p dir="auto" className="font-semibold wrap-anywhere">
          {office.name}
        </p>
        <RegisterWords />
        <FormBanner message={form.error} />
        <FieldGrid>
          <LicenseFields />
        </FieldGrid>
        <Notice kind="info">
          {lastDay !== '' &&
            lastDay < manilaDay(new Date()) &&
            t('This day has passed. Visitors see no license for this office.')}
        </Notice>
        <FormActions submitLabel={t('Save Check')} sendingLabel={t('Saving...')} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
